/** @file A full disk: how the system and SQLite tell it, and the error that says how much is free and how much is needed. */

import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import { codeOf } from './error-codes.ts';

/** What must be free for the queue to continue, in bytes. */
export const SPARE_BYTES = 8 * 1024 * 1024;

/** https://sqlite.org/rescode.html. What SQLite answers without room, depending on what was to be written. */
const NO_ROOM: ReadonlySet<unknown> = new Set([
  13, // SQLITE_FULL
  778, // SQLITE_IOERR_WRITE
  1034, // SQLITE_IOERR_FSYNC: a network share tells only now
  1290, // SQLITE_IOERR_DIR_FSYNC
  1546, // SQLITE_IOERR_TRUNCATE
  4874, // SQLITE_IOERR_SHMSIZE: opening
  5386, // SQLITE_IOERR_SHMMAP
]);

/** Whether something failed because the disk is full, also where a library tells it in a text of its own. */
export function isDiskFull(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if ('errcode' in thrown) return NO_ROOM.has(thrown.errcode);
  return codeOf(thrown) === 'ENOSPC' || /\bENOSPC\b/.test(thrown.message);
}

/** The disk with this path is full: says how much is free and how much is needed, where the system tells. */
export function diskFull(path: string, options: { neededBytes?: number; cause?: unknown } = {}): AppError<'disk.full'> {
  const { neededBytes = SPARE_BYTES, cause } = options;
  return new AppError('disk.full', { folder: path, neededBytes, ...spaceAt(path) }, { cause });
}

/** What this person may still write to a folder, in bytes; unlimited where the system does not tell. */
export function freeBytesIn(folder: string): number {
  return spaceIn(folder)?.freeBytes ?? Number.POSITIVE_INFINITY;
}

/** Of the nearest place on the way to the path that is there. */
function spaceAt(path: string): Space | undefined {
  const parent = dirname(path);
  return spaceIn(path) ?? (parent === path ? undefined : spaceAt(parent));
}

interface Space {
  freeBytes: number;
  totalBytes: number;
}

function spaceIn(folder: string): Space | undefined {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}
