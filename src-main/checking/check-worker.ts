/** @file Entry of the check's worker thread: runs the check and reports to the thread that started it. */

import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../src-preload/errors.ts';
import { BATCHES_ON_THE_WAY, type CheckAssignment, type CheckMessage } from './check-messages.ts';
import { type CheckProgress, runFileCheck } from './file-check.ts';

const PROGRESS_INTERVAL_MS = 100;

// check.ts is the only one that starts this file.
const { request, now, acknowledged } = workerData as CheckAssignment;

const post = (message: CheckMessage): void => parentPort?.postMessage(message);

let batches = 0;
let reportedAt = Number.NEGATIVE_INFINITY;

/** Waits until the receiver has dealt with enough of the batches before, so that they do not pile up there. */
function awaitRoom(): void {
  for (;;) {
    const dealtWith = Atomics.load(acknowledged, 0);
    if (batches - dealtWith < BATCHES_ON_THE_WAY) return;
    Atomics.wait(acknowledged, 0, dealtWith);
  }
}

let latest: CheckProgress | undefined;

try {
  const summary = runFileCheck(request, now, {
    findings(findings) {
      awaitRoom();
      batches++;
      post({ kind: 'findings', findings });
    },
    progress(progress) {
      latest = progress;
      if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
      reportedAt = performance.now();
      latest = undefined;
      post({ kind: 'progress', progress });
    },
  });
  if (latest !== undefined) post({ kind: 'progress', progress: latest });
  post({ kind: 'done', summary });
} catch (thrown) {
  // Anything else is a crash, and the thread that started this one hears of it as such.
  if (!(thrown instanceof AppError)) throw thrown;
  post({ kind: 'failed', error: thrown.toRecord() });
}
