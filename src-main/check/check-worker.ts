/** @file Entry of the check's own thread. It reports to the thread that started it, which must keep windows responsive. */

import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../src-shared/errors.ts';
import { awaitRoom, BATCHES_ON_THE_WAY, type CheckAssignment, type CheckMessage } from './check-messages.ts';
import type { CheckProgress, FinishedCheck } from './file-check.ts';
import type { SealedFindings } from './findings/packed-findings.ts';
import type { IdIndexOrder } from './id-index/order.ts';
import type { WrittenIndex } from './id-index/written-index.ts';
import { Paced } from './paced.ts';
import { type CheckOutlet, runCheck } from './run-check.ts';
import { SourceFile } from './source-file.ts';

// Only check.ts starts this file.
const { request, now, dealtWith, ...options } = workerData as CheckAssignment;

const post = (message: CheckMessage, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer);

let batches = 0;
const paced = new Paced((progress: CheckProgress) => post({ kind: 'progress', progress }));

/** Waits until the receiver has processed enough earlier batches, so that they do not pile up there. */
function passOn(sealed: SealedFindings, linesBefore: number): void {
  awaitRoom(dealtWith, batches, BATCHES_ON_THE_WAY);
  batches++;
  post({ kind: 'findings', sealed, linesBefore }, [sealed]);
}

/** Loaded only for a check whose ids are to be kept. */
async function indexOf(order: IdIndexOrder | undefined): Promise<WrittenIndex | undefined> {
  if (order === undefined) return undefined;
  const { WrittenIndex } = await import('./id-index/written-index.ts');
  return new WrittenIndex(order);
}

async function run(): Promise<FinishedCheck> {
  const index = await indexOf(request.idIndex);
  const teamIndex = await indexOf(request.teamIndex);
  const indexes = [index, teamIndex].filter((one) => one !== undefined);
  const source = new SourceFile(request.path);
  const outlet: CheckOutlet = {
    findings: passOn,
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
  return index === undefined ? finished : { ...finished, idIndex: index.write(finished.summary) };
}

try {
  const result = await run();
  paced.flush();
  post({ kind: 'done', result });
} catch (thrown) {
  // Anything else is a crash, which the starting thread sees as such.
  if (!(thrown instanceof AppError)) throw thrown;
  post({ kind: 'failed', error: thrown.toRecord() });
}
