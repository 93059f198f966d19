/**
 * @file Retries while a file is locked: antivirus and indexers hold a file for seconds, after which the operation
 * succeeds.
 */

import { isMainThread } from 'node:worker_threads';
import { type Clock, SECOND, systemClock } from '../clock.ts';
import { isFileSystemError } from './file-errors.ts';

/** Below the one minute after which an upload counts as stalled, so that the error names the lock. */
const PATIENCE_MS = 55 * SECOND;
/** Where a person waits, or all that the main thread has to serve: a scanner lets go of a small file within seconds. */
export const BRIEF_PATIENCE_MS = 5 * SECOND;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5 * SECOND;

export interface LockOptions {
  clock?: Clock | undefined;
  /** Ends the wait at once with the signal's reason. */
  signal?: AbortSignal | undefined;
  platform?: NodeJS.Platform | undefined;
  /** How long to wait at most, in milliseconds. */
  patience?: number;
}

/**
 * Runs the work, and again as long as it fails on a lock, for up to a minute. Then, as for any other failure, throws
 * what the work threw; toFileError turns it into `file.locked`.
 */
export async function whileLocked<Result>(
  work: () => Promise<Result>,
  { clock = systemClock, signal, platform = process.platform, patience = PATIENCE_MS }: LockOptions = {},
): Promise<Result> {
  const pauses = pausesOf(patience);
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

export interface BlockOptions {
  sleep?: (milliseconds: number) => void;
  /** How long to wait at most, in milliseconds; 0: the work is done once. */
  patience?: number;
  platform?: NodeJS.Platform;
}

/** The same for what must block: on the main thread for seconds, elsewhere for up to a minute. */
export function blockWhileLocked<Result>(
  work: () => Result,
  {
    sleep = blockThread,
    patience = isMainThread ? BRIEF_PATIENCE_MS : PATIENCE_MS,
    platform = process.platform,
  }: BlockOptions = {},
): Result {
  let pauses: ReturnType<typeof pausesOf> | undefined;
  for (;;) {
    try {
      return work();
    } catch (thrown) {
      pauses ??= pausesOf(patience);
      const pause = isLock(thrown, platform) ? pauses.next().value : undefined;
      if (pause === undefined) throw thrown;
      sleep(pause);
    }
  }
}

/** For who may block the main thread, too: nothing else goes on. */
export const blockForAMinute: BlockOptions = { patience: PATIENCE_MS };

/** Windows says “access denied” of a locked file as often as not; elsewhere that is a permission, which stays as it is. */
function isLock(thrown: unknown, platform: NodeJS.Platform): boolean {
  if (!isFileSystemError(thrown)) return false;
  const isDenied = thrown.code === 'EPERM' || thrown.code === 'EACCES';
  return thrown.code === 'EBUSY' || (isDenied && platform === 'win32');
}

function* pausesOf(patience: number): Generator<number, undefined> {
  let left = patience;
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
