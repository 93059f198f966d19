/**
 * @file Entry of the thread that computes the digests. It reads the file itself: the operating system still has in its
 * cache what the scanners read, and passing their bytes on would force them to work in file order.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../src-shared/errors.ts';
import type { DigestAssignment, DigestMessage } from './check-messages.ts';
import { digestFile } from './digests.ts';
import { SourceFile } from './source-file.ts';

// Only pooled-check.ts starts this file.
const { path, state, ranges } = workerData as DigestAssignment;

const post = (message: DigestMessage): void => parentPort?.postMessage(message);

try {
  post({ kind: 'digests', digests: digestFile(new SourceFile(path, state), ranges) });
} catch (thrown) {
  // Anything else is a crash, which the starting thread sees as such.
  if (!(thrown instanceof AppError)) throw thrown;
  post({ kind: 'failed', error: thrown.toRecord() });
}
