/** @file Turns the errno of a failed file operation into one of the `file.*` errors. */

import { stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { AppError, toAppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { SaidError } from '../said-error.ts';
import { diskFull, isDiskFull } from './disk-space.ts';
import { codeOf } from './error-codes.ts';

/** True for what node:fs throws: an error with an errno code such as ENOENT. */
export function isFileSystemError(thrown: unknown): thrown is Error & { code: string } {
  return thrown instanceof Error && codeOf(thrown) !== undefined && 'syscall' in thrown;
}

/**
 * Whether another program has the file open, which is no lack of permission. On Windows a file that cannot be replaced is such
 * a one as well: what replaces it could be written beside it.
 */
export function isInUse(thrown: unknown, platform: NodeJS.Platform = process.platform): boolean {
  if (!isFileSystemError(thrown)) return false;
  const isReplacing = 'syscall' in thrown && thrown.syscall === 'rename';
  const isDenied = thrown.code === 'EPERM' || thrown.code === 'EACCES';
  return thrown.code === 'EBUSY' || (isDenied && isReplacing && platform === 'win32');
}

/** What the system reports for a network share or a drive that is gone. */
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

/** The AppError for an error thrown while reading the file at `path`; a defect of the app stays recognisable as one. */
export function toFileError(thrown: unknown, path: Said, platform: NodeJS.Platform = process.platform): AppError {
  if (!isFileSystemError(thrown)) return toAppError(thrown);
  const options = { cause: thrown };
  if (isUnreachable(thrown, platform)) return new AppError('file.unreachable', { path }, options);
  if (isInUse(thrown, platform)) return new AppError('file.locked', { path }, options);
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
      return new AppError('file.unreadable', { path, reason: reasonInWords(thrown) }, options);
  }
}

/**
 * As toFileError, for a file that existed. When its folder is missing too, the drive or share is gone and may come
 * back; when only the file is missing, it was deleted or moved.
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
  // libuv has no name for ESTALE, nor for the codes by which Windows reports a lost share (“bad net path” and others).
  const isStale = 'errno' in thrown && thrown.errno === -constants.errno.ESTALE;
  return UNREACHABLE.has(thrown.code) || isStale || (thrown.code === 'UNKNOWN' && platform === 'win32');
}

/** The AppError for an error thrown while writing the file at `path`. An AppError is returned unchanged. */
export function toWriteError(thrown: unknown, path: string): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDiskFull(thrown)) return diskFull(path, { cause: thrown });
  if (isInUse(thrown)) return new AppError('file.locked', { path }, { cause: thrown });
  return new AppError('file.cannot-write', { path, reason: reasonInWords(thrown) }, { cause: thrown });
}

/** The AppError for a data folder, or a file in it, that cannot be used. An AppError is returned unchanged. */
export function toFolderError(thrown: unknown, folder: string): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDiskFull(thrown)) return diskFull(folder, { cause: thrown });
  if (isInUse(thrown)) return new AppError('folder.in-use', { path: pathIn(thrown) ?? folder }, { cause: thrown });
  return new AppError('folder.unusable', { folder, reason: reasonInWords(thrown) }, { cause: thrown });
}

/** The file that an operation was about; of a renaming, what was to be replaced. */
function pathIn(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if ('dest' in thrown && typeof thrown.dest === 'string') return thrown.dest;
  return 'path' in thrown && typeof thrown.path === 'string' ? thrown.path : undefined;
}

/** The system's codes in plain words. The code itself stays in the cause, for the log. */
const reasons: Readonly<Record<string, Said>> = {
  EACCES: fact('you do not have permission'),
  EPERM: fact('the system does not allow it'),
  EROFS: fact('the drive is read-only'),
  ENOENT: fact('a parent folder is missing and cannot be created'),
  ENOTDIR: fact('there is a file where a folder is needed'),
  EISDIR: fact('there is a folder where a file is needed'),
  EEXIST: fact('something else already has this name'),
  ELOOP: fact('the links in the path form a circle'),
  ENAMETOOLONG: fact('the name is too long'),
  EINVAL: fact('the system does not take this name or this operation'),
  EMFILE: fact('Tranship has too many files open'),
  ENFILE: fact('this computer has too many files open'),
  EDQUOT: fact('your disk quota is used up'),
  EFBIG: fact('the file would be larger than the drive or the system allows'),
  EIO: fact('the drive reports an error'),
  EBUSY: fact('another program is using it'),
  ETXTBSY: fact('it is a program that is running'),
  EXDEV: fact('it is on another drive'),
  ENOTEMPTY: fact('it is not empty'),
  ENODEV: fact('the drive is not connected'),
  ENXIO: fact('the device is not connected'),
  EBADF: fact('it is not open for this'),
  EPIPE: fact('its reader has closed it'),
  ENOMEM: fact('this computer is out of memory'),
  ENOTSUP: fact('the drive cannot do this'),
  ETIMEDOUT: fact('the drive does not answer'),
};

/** The code that names a failure: Windows says “access denied” of a file that is in use. */
function codeInWords(thrown: Error & { code: string }): string {
  return isInUse(thrown) ? 'EBUSY' : thrown.code;
}

/** Why a file operation failed: in plain words where there are any, else the system's message. */
export function reasonInWords(thrown: unknown): Said {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown instanceof SaidError) return thrown.said;
  // Libraries wrap the failure in a message of their own, or pass it as a cause.
  const code = isFileSystemError(thrown) ? codeInWords(thrown) : /^(E[A-Z]{3,})\b/.exec(thrown.message)?.[1];
  if (code === undefined) return thrown.message;
  return reasons[code] ?? fact('the system answers {code}', { code });
}
