/** @file A text that is written to a file in pieces. */

import { Buffer } from 'node:buffer';
import { open } from 'node:fs/promises';
import { toWriteError } from './file-errors.ts';
import { PRIVATE_FILE } from './own-folder.ts';

/**
 * Writes a text in pieces. When the disk is full, what is there ends with a whole piece, so that no reader meets half a line.
 * @param flags as of `open`: `w` for a new file, `a` to add to one
 * @throws AppError file.cannot-write, file.locked, disk.full, what `pieces` throws, and the signal's reason
 */
export async function writePieces(
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
  flags: 'w' | 'a',
  signal?: AbortSignal,
): Promise<void> {
  const guarded = <Result>(step: Promise<Result>): Promise<Result> =>
    step.catch((thrown: unknown) => {
      throw toWriteError(thrown, path);
    });
  const file = await guarded(open(path, flags, PRIVATE_FILE));
  try {
    let { size } = await guarded(file.stat());
    for await (const piece of pieces) {
      signal?.throwIfAborted();
      try {
        await file.appendFile(piece);
      } catch (thrown) {
        // A device cannot be shortened, and the first error is the one to tell.
        await file.truncate(size).catch(() => {});
        throw toWriteError(thrown, path);
      }
      size += Buffer.byteLength(piece);
    }
  } finally {
    await file.close();
  }
}
