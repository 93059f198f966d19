/** @file Entry of the check's own thread: one check after the other. It reports to the thread that started it, which must keep windows responsive. */

import { parentPort } from 'node:worker_threads';
import { AppError } from '../../src-shared/errors.ts';
import { awaitRoom, BATCHES_ON_THE_WAY, type CheckAssignment, type CheckMessage } from './check-messages.ts';
import type { CheckProgress, FinishedCheck } from './file-check.ts';
import type { SealedFindings } from './findings/packed-findings.ts';
import type { IdIndexOrder } from './id-index/order.ts';
import type { WrittenIndex } from './id-index/written-index.ts';
import { Paced } from './paced.ts';
import { type CheckOutlet, runCheck } from './run-check.ts';
import { SourceFile } from './source-file.ts';

const post = (message: CheckMessage, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer);

/** Loaded only for a check whose ids are to be kept. */
async function indexOf(order: IdIndexOrder | undefined): Promise<WrittenIndex | undefined> {
  if (order === undefined) return undefined;
  const { WrittenIndex } = await import('./id-index/written-index.ts');
  return new WrittenIndex(order);
}

async function run({ request, now, dealtWith, ...options }: CheckAssignment): Promise<FinishedCheck> {
  const index = await indexOf(request.idIndex);
  const teamIndex = await indexOf(request.teamIndex);
  const indexes = [index, teamIndex].filter((one) => one !== undefined);
  const source = new SourceFile(request.path);
  const paced = new Paced((progress: CheckProgress) => post({ kind: 'progress', progress }));
  let batches = 0;
  const outlet: CheckOutlet = {
    findings(sealed: SealedFindings, linesBefore: number) {
      // Waits until the receiver has processed enough earlier batches, so that they do not pile up there.
      awaitRoom(dealtWith, batches, BATCHES_ON_THE_WAY);
      batches++;
      post({ kind: 'findings', sealed, linesBefore }, [sealed]);
    },
    progress: (current) => paced.tell(current),
    judgeAlone: (reason) => post({ kind: 'judge-alone', reason }),
    ...(indexes.length > 0 && {
      ids: (some) => {
        for (const one of indexes) one.add(some);
      },
    }),
  };
  const finished = await runCheck(source, request, now, outlet, options).finally(() => source.close());
  teamIndex?.write(finished.summary);
  const written = index === undefined ? finished : { ...finished, idIndex: index.write(finished.summary) };
  paced.flush();
  return written;
}

async function answer(assignment: CheckAssignment): Promise<void> {
  try {
    post({ kind: 'done', result: await run(assignment) });
  } catch (thrown) {
    // Anything else is a crash, which the starting thread sees as such.
    if (!(thrown instanceof AppError)) throw thrown;
    post({ kind: 'failed', error: thrown.toRecord() });
  }
}

let last = Promise.resolve();
// Only kept-threads.ts starts this file. One check waits for the other.
parentPort?.on('message', (assignment: CheckAssignment) => {
  last = last.then(() => answer(assignment));
});
