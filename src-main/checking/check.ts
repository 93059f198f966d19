/**
 * @file The offline check of a source file, as the rest of the app calls it. It runs in a worker thread, hands out
 * findings while it goes, and keeps neither the file nor its findings in memory.
 */

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError, assertNever, type ErrorRecord } from '../../src-preload/errors.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { CheckAssignment, CheckMessage } from './check-messages.ts';
import type { CheckProgress, CheckRequest, CheckSummary } from './file-check.ts';
import type { Finding } from './finding.ts';

export type { CheckedRange } from './batch-cutter.ts';
export type { CheckProgress, CheckRequest, CheckSummary } from './file-check.ts';

export interface CheckOptions {
  signal?: AbortSignal;
  /** Called with some hundred findings at a time; the check waits for it. Duplicates come last, each batch in line order. */
  onFindings?(findings: readonly Finding[]): void;
  /** Called at most ten times a second, and once at the end. */
  onProgress?(progress: CheckProgress): void;
  /** Decides which dates lie in the future. */
  clock?: Clock;
  /** The worker's entry, for tests of what happens when it fails. */
  workerFile?: URL;
}

// The same folder and kind of file as this one, as source and as bundle.
const ownWorkerFile = new URL(`./check-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Checks a source file. Rejects with AppError `file.*` when it cannot be read, is changed meanwhile or cannot be cut,
 * with `check.failed` when the worker breaks down, with the signal's reason, or with what a listener threw.
 */
export async function checkFile(request: CheckRequest, options: CheckOptions = {}): Promise<CheckSummary> {
  const { signal, onFindings, onProgress, clock = systemClock, workerFile = ownWorkerFile } = options;
  signal?.throwIfAborted();
  const acknowledged = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const assignment: CheckAssignment = { request, now: clock.now(), acknowledged };
  const worker = new Worker(workerFile, { workerData: assignment, name: 'check' });

  const { promise, resolve, reject } = Promise.withResolvers<CheckSummary>();
  const fail = (reason: string, cause?: unknown) =>
    reject(new AppError('check.failed', { path: request.path, reason }, { cause }));
  const abort = () => reject(signal?.reason);

  const receive = (message: CheckMessage): void => {
    switch (message.kind) {
      case 'findings':
        onFindings?.(message.findings);
        // Only in a later turn: the port hands over, in one go, all that arrives while it does so.
        setImmediate(() => {
          Atomics.add(acknowledged, 0, 1);
          Atomics.notify(acknowledged, 0);
        });
        return;
      case 'progress':
        onProgress?.(message.progress);
        return;
      case 'done':
        resolve(message.summary);
        return;
      case 'failed':
        reject(fromRecord(message.error));
        return;
      default:
        assertNever(message);
    }
  };
  let isOver = false;
  worker.on('message', (message: CheckMessage) => {
    if (isOver) return;
    try {
      receive(message);
    } catch (thrown) {
      reject(thrown);
    }
  });
  worker.on('messageerror', (error) => fail('a message of the check could not be read', error));
  worker.on('error', (error) => fail(error instanceof Error ? error.message : String(error), error));
  // Too late to matter once the check has been settled.
  worker.on('exit', (code) => fail(`its thread ended with code ${code}`));
  signal?.addEventListener('abort', abort, { once: true });

  try {
    return await promise;
  } finally {
    isOver = true;
    signal?.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

function fromRecord({ code, params }: ErrorRecord): AppError {
  // The worker made the record from an AppError, which pairs each code with its own params.
  return new AppError(code, params as never);
}
