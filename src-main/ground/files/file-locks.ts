/**
 * @file Retries while a file is locked: antivirus and indexers hold a file for seconds, after which the operation
 * succeeds.
 */

import { isMainThread } from 'node:worker_threads';
import { type Clock, SECOND, systemClock } from '../clock.ts';
import { isFileSystemError } from './file-errors.ts';

/** Below the one minute after which an upload counts as stalled, so that the error names the lock. */
const PATIENCE_MS = 55 * SECOND;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5 * SECOND;

export interface LockOptions {
  clock?: Clock | undefined;
  /** Ends the wait at once with the signal's reason. */
  signal?: AbortSignal | undefined;
  platform?: NodeJS.Platform | undefined;
}

/**
 * Runs the work, and again as long as it fails on a lock, for up to a minute. Then, as for any other failure, throws
 * what the work threw; toFileError turns it into `file.locked`.
 */
export async function whileLocked<Result>(
  work: () => Promise<Result>,
  { clock = systemClock, signal, platform = process.platform }: LockOptions = {},
): Promise<Result> {
  const pauses = pausesOfAMinute();
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (thrown) {
      const pause = isLock(thrown, platform) ? pauses.next().value : undefined;
      if (pause === undefined) throw thrown;
      await clock.sleep(pause, signal);
    }
  }
}

/**
 * The same for what may block. Without a `sleep` it does not wait: the work is done once. That is how it is by default on
 * the main thread, which has others to serve.
 */
export function blockWhileLocked<Result>(
  work: () => Result,
  sleep: ((milliseconds: number) => void) | undefined = isMainThread ? undefined : blockThread,
  platform: NodeJS.Platform = process.platform,
): Result {
  const pauses = pausesOfAMinute();
  for (;;) {
    try {
      return work();
    } catch (thrown) {
      const pause = isLock(thrown, platform) ? pauses.next().value : undefined;
      if (pause === undefined || sleep === undefined) throw thrown;
      sleep(pause);
    }
  }
}

/** Windows says “access denied” of a locked file as often as not; elsewhere that is a permission, which stays as it is. */
function isLock(thrown: unknown, platform: NodeJS.Platform): boolean {
  if (!isFileSystemError(thrown)) return false;
  const isDenied = thrown.code === 'EPERM' || thrown.code === 'EACCES';
  return thrown.code === 'EBUSY' || (isDenied && platform === 'win32');
}

function* pausesOfAMinute(): Generator<number, undefined> {
  let left = PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; left > 0; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const next = Math.min(pause, left);
    left -= next;
    yield next;
  }
}

/** Stops this thread, and all that it would do, for so long. */
export function blockThread(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
