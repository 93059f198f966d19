/** @file Files that a command writes because a person wants it. */

import { open, stat } from 'node:fs/promises';
import { toWriteError } from '../../files/file-errors.ts';
import { PRIVATE_FILE } from '../../files/own-folder.ts';
import { usageError } from './output.ts';

/**
 * Fails before the work is done, not afterwards; and where the file is one of those that are read, under any name that leads to
 * it. @throws AppError usage.invalid, file.cannot-write, disk.full
 */
export async function assertWritable(path: string, sources: readonly string[]): Promise<void> {
  const file = await open(path, 'a', PRIVATE_FILE).catch((thrown: unknown) => {
    throw toWriteError(thrown, path);
  });
  try {
    const written = await file.stat({ bigint: true });
    for (const source of sources) {
      // One that is not there is complained of where it is read.
      const read = await stat(source, { bigint: true }).catch(() => undefined);
      if (read?.ino === written.ino && read.dev === written.dev)
        throw usageError(`This would overwrite ${source}. Choose another file to write to.`);
    }
  } finally {
    await file.close();
  }
}
