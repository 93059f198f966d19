/**
 * @file Entry of the check's own thread. It reports to the thread that started it, which must keep windows responsive.
 * It checks small files itself, because starting scanners would take longer than checking.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../src-shared/errors.ts';
import { awaitRoom, BATCHES_ON_THE_WAY, type CheckAssignment, type CheckMessage } from './check-messages.ts';
import { type CheckProgress, type FinishedCheck, runFileCheck } from './file-check.ts';
import { type SealedFindings, seal } from './findings/sealed-findings.ts';
import { runPooledCheck } from './pooled-check.ts';
import { SourceFile } from './source-file.ts';

const PROGRESS_INTERVAL_MS = 100;

/** A file with fewer chunks is checked without scanners. */
const FEWEST_CHUNKS = 3;

// Only check.ts starts this file.
const { request, now, workers, chunkBytes, dealtWith } = workerData as CheckAssignment;

const post = (message: CheckMessage, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer);

let batches = 0;
let reportedAt = Number.NEGATIVE_INFINITY;
let latest: CheckProgress | undefined;

/** Waits until the receiver has processed enough earlier batches, so that they do not pile up there. */
function passOn(sealed: SealedFindings, linesBefore: number): void {
  awaitRoom(dealtWith, batches, BATCHES_ON_THE_WAY);
  batches++;
  post({ kind: 'findings', sealed, linesBefore }, [sealed]);
}

function progress(current: CheckProgress): void {
  latest = current;
  if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
  reportedAt = performance.now();
  latest = undefined;
  post({ kind: 'progress', progress: current });
}

async function run(): Promise<FinishedCheck> {
  const source = new SourceFile(request.path);
  try {
    const chunks = Math.ceil(source.bytes / chunkBytes);
    if (chunks < FEWEST_CHUNKS) {
      return await runFileCheck(
        source,
        request,
        now,
        { findings: (batch) => passOn(seal(batch), 0), progress },
        chunkBytes,
      );
    }
    const pool = { workers: Math.min(workers, chunks), chunkBytes };
    return await runPooledCheck(source, request, now, { findings: passOn, progress }, pool);
  } finally {
    source.close();
  }
}

try {
  const result = await run();
  if (latest !== undefined) post({ kind: 'progress', progress: latest });
  post({ kind: 'done', result });
} catch (thrown) {
  // Anything else is a crash, which the starting thread sees as such.
  if (!(thrown instanceof AppError)) throw thrown;
  post({ kind: 'failed', error: thrown.toRecord() });
}
