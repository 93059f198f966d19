/** @file Entry of a thread that checks portions of small files, one after the other. */

import { parentPort } from 'node:worker_threads';
import { AppError } from '../../src-shared/errors.ts';
import type { CheckedInPortion, PortionAssignment } from './portions.ts';
import { runCheck } from './run-check.ts';
import { SourceFile } from './source-file.ts';
import { answerHere } from './thread-answer.ts';

/** After so long, what was checked is told: somebody may be waiting for it. */
const LONGEST_MS = 100;

async function checkedFirst({ paths, request, now }: PortionAssignment): Promise<CheckedInPortion[]> {
  const begun = performance.now();
  const checked: CheckedInPortion[] = [];
  for (const path of paths) {
    checked.push(await checkOne({ ...request, path }, now));
    if (performance.now() - begun > LONGEST_MS) break;
  }
  return checked;
}

async function checkOne(request: Parameters<typeof runCheck>[1], now: number): Promise<CheckedInPortion> {
  const findings: CheckedInPortion['findings'] = [];
  let judgeAlone: string | undefined;
  const outlet = {
    findings: (sealed: ArrayBuffer, linesBefore: number) => void findings.push({ sealed, linesBefore }),
    progress: () => {},
    judgeAlone(reason: string) {
      judgeAlone = reason;
    },
  };
  try {
    const source = new SourceFile(request.path);
    const { summary } = await runCheck(source, request, now, outlet, { workers: 1 }).finally(() => source.close());
    return { findings, judgeAlone, outcome: summary };
  } catch (thrown) {
    // Anything else is a crash, which the starting thread sees as such.
    if (!(thrown instanceof AppError)) throw thrown;
    return { findings, judgeAlone, outcome: thrown.toRecord() };
  }
}

let last = Promise.resolve();
// Only kept-threads.ts starts this file. One portion waits for the other.
parentPort?.on('message', (portion: PortionAssignment) => {
  last = last.then(() => answerHere(() => checkedFirst(portion)));
});
