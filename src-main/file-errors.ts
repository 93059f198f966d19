/** @file What a failing file operation means to a person: an errno becomes one of the `file.*` errors. */

import { stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { AppError, toAppError } from '../src-preload/errors.ts';

/** True for what node:fs throws: an error with an errno code such as ENOENT. */
export function isFileSystemError(thrown: unknown): thrown is Error & { code: string } {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && 'syscall' in thrown;
}

/** What a network share or a pulled-out drive answers, or does not. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENODEV',
  'ENOTCONN',
  'ENXIO',
  'EREMOTEIO',
  'ETIMEDOUT',
]);

/** The AppError for what reading the file at `path` threw; a mistake of ours stays recognisable as one. */
export function toFileError(thrown: unknown, path: string, platform: NodeJS.Platform = process.platform): AppError {
  if (!isFileSystemError(thrown)) return toAppError(thrown);
  const options = { cause: thrown };
  if (isUnreachable(thrown, platform)) return new AppError('file.unreachable', { path }, options);
  switch (thrown.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new AppError('file.not-found', { path }, options);
    case 'EISDIR':
      return new AppError('file.not-a-file', { path }, options);
    case 'EACCES':
    case 'EPERM':
      return new AppError('file.no-permission', { path }, options);
    case 'EBUSY':
      return new AppError('file.locked', { path }, options);
    default:
      return new AppError('file.unreadable', { path, reason: thrown.message }, options);
  }
}

/**
 * The same for a file that has been there: when its folder is missing too, it is the drive or the share that has gone,
 * and may come back; a file missing from its folder was deleted or moved.
 */
export async function explainFileError(thrown: unknown, path: string): Promise<AppError> {
  const error = toFileError(thrown, path);
  if (error.code !== 'file.not-found') return error;
  const hasFolder = await stat(dirname(path)).then(
    (folder) => folder.isDirectory(),
    () => false,
  );
  return hasFolder ? error : new AppError('file.unreachable', { path }, { cause: thrown });
}

function isUnreachable(thrown: Error & { code: string }, platform: NodeJS.Platform): boolean {
  // libuv has no name for ESTALE, and none for what Windows says of a share that is gone (“bad net path” and others).
  const isStale = 'errno' in thrown && thrown.errno === -constants.errno.ESTALE;
  return UNREACHABLE.has(thrown.code) || isStale || (thrown.code === 'UNKNOWN' && platform === 'win32');
}

/** The AppError for what writing the file at `path` threw. What is an AppError already stays as it is. */
export function toWriteError(thrown: unknown, path: string): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isFileSystemError(thrown) && thrown.code === 'ENOSPC')
    return new AppError('disk.full', { folder: path }, { cause: thrown });
  if (isFileSystemError(thrown) && thrown.code === 'EBUSY')
    return new AppError('file.locked', { path }, { cause: thrown });
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError('file.cannot-write', { path, reason }, { cause: thrown });
}
