/** @file What a failing file operation means to a person: an errno becomes one of the `file.*` errors. */

import { AppError, toAppError } from '../src-preload/errors.ts';

/** True for what node:fs throws: an error with an errno code such as ENOENT. */
export function isFileSystemError(thrown: unknown): thrown is Error & { code: string } {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && 'syscall' in thrown;
}

/** The AppError for what reading the file at `path` threw; a mistake of ours stays recognisable as one. */
export function toFileError(thrown: unknown, path: string): AppError {
  if (!isFileSystemError(thrown)) return toAppError(thrown);
  const options = { cause: thrown };
  switch (thrown.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new AppError('file.not-found', { path }, options);
    case 'EISDIR':
      return new AppError('file.not-a-file', { path }, options);
    case 'EACCES':
    case 'EPERM':
      return new AppError('file.no-permission', { path }, options);
    default:
      return new AppError('file.unreadable', { path, reason: thrown.message }, options);
  }
}

/** The AppError for what writing the file at `path` threw. What is an AppError already stays as it is. */
export function toWriteError(thrown: unknown, path: string): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isFileSystemError(thrown) && thrown.code === 'ENOSPC')
    return new AppError('disk.full', { folder: path }, { cause: thrown });
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError('file.cannot-write', { path, reason }, { cause: thrown });
}
