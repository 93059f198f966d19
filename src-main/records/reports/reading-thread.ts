/** @file Runs the reading of one report in a thread of its own. */

import { type ResourceLimits, Worker } from 'node:worker_threads';
import { AppError, type ErrorRecord, fromRecord } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { threadFile } from '../../thread-file.ts';
import type { ReadingTask } from './read-report.ts';
import type { ReadingFacts } from './reading-facts.ts';

export type ReadingMessage = { kind: 'read'; facts: ReadingFacts } | { kind: 'failed'; error: ErrorRecord };

/** Room for one entry of 16 MiB as a tree of objects; everything else is on the disk. */
const resourceLimits: ResourceLimits = { maxOldGenerationSizeMb: 768 };

/** @throws AppError report.unreadable, disk.full, file.*; the signal's reason */
export async function readInThread(task: ReadingTask, signal: AbortSignal): Promise<ReadingFacts> {
  signal.throwIfAborted();
  const worker = new Worker(threadFile('report-worker'), { workerData: task, name: 'report-worker', resourceLimits });
  const { promise, resolve, reject } = Promise.withResolvers<ReadingFacts>();
  const abort = () => reject(signal.reason);
  const breakDown = (reason: Said) => reject(new AppError('report.unreadable', { reason }));
  signal.addEventListener('abort', abort);
  worker.on('message', (message: ReadingMessage) => {
    if (message.kind === 'read') resolve(message.facts);
    else reject(fromRecord(message.error));
  });
  worker.on('error', (error) => breakDown(error instanceof Error ? error.message : String(error)));
  worker.on('exit', (code) => breakDown(fact('its thread ended with code {code}', { code })));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}
