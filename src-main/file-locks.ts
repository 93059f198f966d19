/**
 * @file Patience with files that are locked: antivirus and indexers hold a file for seconds, and what failed meanwhile
 * succeeds a moment later.
 */

import { isMainThread } from 'node:worker_threads';
import { type Clock, SECOND, systemClock } from './clock.ts';
import { isFileSystemError } from './file-errors.ts';

/** Less than the minute after which an upload counts as stalled: a locked file is to be named as such. */
const PATIENCE_MS = 55 * SECOND;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5 * SECOND;

export interface LockOptions {
  clock?: Clock | undefined;
  /** Ends the waiting at once, with its reason. */
  signal?: AbortSignal | undefined;
  platform?: NodeJS.Platform | undefined;
}

/**
 * Does the work, and does it again as long as a lock is what it fails on, for up to a minute. Then, as with any other
 * failure, throws what the work threw; toFileError makes `file.locked` of it.
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
