/** @file A person says where the file of a submission is now, which was moved or renamed. Only the bytes that were checked go on. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { AppError } from '../../src-shared/errors.ts';
import { toFileError } from '../ground/files/file-errors.ts';
import { findSourceFile } from './source-file.ts';
import { recheck, type Submission } from './submission.ts';

/** A file as it was read. */
export interface FoundFile {
  path: string;
  bytes: number;
  modifiedAt: number;
  sha256: string;
}

/** Reads all of it. @throws AppError file.*, and the signal's reason */
export async function readFound(path: string, signal: AbortSignal): Promise<FoundFile> {
  const absolute = await findSourceFile(path);
  const hash = createHash('sha256');
  try {
    for await (const block of createReadStream(absolute, { signal, highWaterMark: 1024 * 1024 })) hash.update(block);
    const { size, mtimeMs } = await stat(absolute);
    return { path: absolute, bytes: size, modifiedAt: Math.floor(mtimeMs), sha256: hash.digest('hex') };
  } catch (thrown) {
    signal.throwIfAborted();
    throw toFileError(thrown, absolute);
  }
}

/**
 * The submission with its file at another place: nothing else of it changes. One of which the check never ended is checked there.
 * @throws AppError file.other-content
 */
export function atNewPlace(submission: Submission, { path, bytes, modifiedAt, sha256 }: FoundFile): Submission {
  const { name, content, check } = submission;
  // What a browser has streamed here keeps the name that it had there.
  const moved = { name: name === content ? path : name, content: path };
  if (check === undefined) return recheck({ ...submission, ...moved });
  if (check.sha256 !== sha256 || check.bytes !== bytes) throw new AppError('file.other-content', { path, name });
  return { ...submission, ...moved, check: { ...check, modifiedAt } };
}
