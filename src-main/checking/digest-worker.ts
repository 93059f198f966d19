/**
 * @file Entry of the thread that computes the digests. It reads the file by itself: the operating system still has what
 * the scanners read, and passing that on would tie them to the order of the file.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../src-shared/errors.ts';
import type { DigestAssignment, DigestMessage } from './check-messages.ts';
import { digestFile } from './digests.ts';
import { SourceFile } from './source-file.ts';

// pooled-check.ts is the only one that starts this file.
const { path, state, ranges } = workerData as DigestAssignment;

const post = (message: DigestMessage): void => parentPort?.postMessage(message);

try {
  post({ kind: 'digests', digests: digestFile(new SourceFile(path, state), ranges) });
} catch (thrown) {
  // Anything else is a crash, and the thread that started this one hears of it as such.
  if (!(thrown instanceof AppError)) throw thrown;
  post({ kind: 'failed', error: thrown.toRecord() });
}
