/** @file What the readers of structured formats are given, and how they say that an export cannot be read. Pure. */

import { AppError } from '../../src-shared/errors.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';

/** An export in a format that needs random access, unpacked on the disk. */
export interface SourceOnDisk {
  /** Where it lies. */
  path: string;
  /** What errors call it: the path of what the person chose, which may be an archive that has been unpacked. */
  shownPath: Said;
}

/** An export that is read from its beginning. */
export interface SourceInOrder {
  /** What errors call it. */
  shownPath: Said;
  /** Its text in UTF-8, whatever it is in on the disk, without a byte order mark; can be called again. */
  openBytes(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

const EXPORT_AGAIN = fact('Export it again from the source system. If it was copied or sent, compare its size first.');

export const DECRYPT = fact('Decrypt it with the program and the key that it was made for, then choose what is in it.');

/** AppError `file.export-unreadable`: one full sentence about the problem, and one about what to do. */
export function unreadable(
  shownPath: Said,
  problem: Said | readonly Said[],
  { remedy = EXPORT_AGAIN, cause }: { remedy?: Said; cause?: unknown } = {},
): AppError<'file.export-unreadable'> {
  return new AppError('file.export-unreadable', { path: shownPath, problem, remedy }, { cause });
}
