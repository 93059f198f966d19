/** @file Entry of the thread that reads a report: a large one takes seconds, in which windows must stay responsive. */

import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../../src-shared/errors.ts';
import { diskFull, isDiskFull } from '../../ground/files/disk-space.ts';
import { type ReadingTask, readReport } from './read-report.ts';
import type { ReadingMessage } from './reading-thread.ts';

// Only reading-thread.ts starts this file.
const task = workerData as ReadingTask;

const post = (message: ReadingMessage): void => parentPort?.postMessage(message);

readReport(task).then(
  (facts) => post({ kind: 'read', facts }),
  (thrown: unknown) => post({ kind: 'failed', error: explained(thrown).toRecord() }),
);

function explained(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDiskFull(thrown)) return diskFull(task.databasePath, { cause: thrown });
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError('report.unreadable', { reason }, { cause: thrown });
}
