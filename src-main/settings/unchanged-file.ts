/**
 * @file Tells whether a file is certainly as it was when it was last read, so that it need not be read again. Another
 * process may change it at any time, and a change within the same tick of the disk's clock may leave size, times and even
 * the number of the file as they were. So a file that was changed a moment ago always counts as changed.
 */

import { type BigIntStats, statSync } from 'node:fs';

/** More than any disk's clock takes for a tick: FAT notes times in steps of two seconds. */
const SETTLED_AFTER_MS = 3000n;

/** What is different once a file was written, replaced, or made to look older. */
export type FileStamp = string;

/**
 * The stamp of a file that has not changed for a while; undefined where it has, where its times lie ahead of the clock, and
 * where there is none.
 * @param now ms since the epoch
 */
export function settledStamp(path: string, now: number): FileStamp | undefined {
  const found = statsOf(path);
  if (found === undefined) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = found;
  const changedAt = mtimeMs > ctimeMs ? mtimeMs : ctimeMs;
  if (BigInt(now) - changedAt < SETTLED_AFTER_MS) return undefined;
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

/** What keeps it from being looked at, reading it will tell. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
