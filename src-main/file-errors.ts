/** @file What a failing file operation means to a person: an errno becomes one of the `file.*` errors. */

import { stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { AppError, toAppError } from '../src-shared/errors.ts';
import { diskFull, isDiskFull } from './disk-space.ts';
import { codeOf } from './error-codes.ts';

/** True for what node:fs throws: an error with an errno code such as ENOENT. */
export function isFileSystemError(thrown: unknown): thrown is Error & { code: string } {
  return thrown instanceof Error && codeOf(thrown) !== undefined && 'syscall' in thrown;
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
      return new AppError('file.unreadable', { path, reason: reasonInWords(thrown) }, options);
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
  if (isDiskFull(thrown)) return diskFull(path, { cause: thrown });
  if (isFileSystemError(thrown) && thrown.code === 'EBUSY')
    return new AppError('file.locked', { path }, { cause: thrown });
  return new AppError('file.cannot-write', { path, reason: reasonInWords(thrown) }, { cause: thrown });
}

/** Why the data folder, or a file in it, cannot be used. What is an AppError already stays as it is. */
export function toFolderError(thrown: unknown, folder: string): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDiskFull(thrown)) return diskFull(folder, { cause: thrown });
  return new AppError('folder.unusable', { folder, reason: reasonInWords(thrown) }, { cause: thrown });
}

/** What the system answers, as a person says it. The code itself stays with the cause, for the log. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you do not have permission',
  EPERM: 'the system does not allow it',
  EROFS: 'the drive is read-only',
  ENOENT: 'a parent folder is missing and cannot be created',
  ENOTDIR: 'there is a file where a folder is needed',
  EISDIR: 'there is a folder where a file is needed',
  EEXIST: 'something else already has this name',
  ELOOP: 'the links in the path form a circle',
  ENAMETOOLONG: 'the name is too long',
  EINVAL: 'the system does not take this name or this operation',
  EMFILE: 'Tranship has too many files open',
  ENFILE: 'this computer has too many files open',
  EDQUOT: 'your disk quota is used up',
  EFBIG: 'the file would be larger than the drive or the system allows',
  EIO: 'the drive reports an error',
  EBUSY: 'another program is using it',
  ETXTBSY: 'it is a program that is running',
  EXDEV: 'it is on another drive',
  ENOTEMPTY: 'it is not empty',
  ENODEV: 'the drive is not connected',
  ENXIO: 'the device is not connected',
  EBADF: 'it is not open for this',
  EPIPE: 'its reader has closed it',
  ENOMEM: 'this computer is out of memory',
  ENOTSUP: 'the drive cannot do this',
  ETIMEDOUT: 'the drive does not answer',
};

/** Why an operation on files failed, without the system's own code for it where there are words. */
export function reasonInWords(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  // Libraries pass a failure on in a text of their own, or as the cause of another.
  const code = isFileSystemError(thrown) ? thrown.code : /^(E[A-Z]{3,})\b/.exec(thrown.message)?.[1];
  if (code === undefined) return thrown.message;
  return reasons[code] ?? `the system answers ${code}`;
}
