/** @file Files that a command writes because a person wants it. */

import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import { toWriteError } from '../../ground/files/file-errors.ts';
import { makeFolder } from '../../ground/files/folders.ts';
import { PRIVATE_FILE } from '../../ground/files/own-folder.ts';
import { usageError } from './output.ts';

export { writePieces } from '../../ground/files/written-pieces.ts';

/**
 * Refuses what is there and is no file: a pipe holds the program that opens it until another one reads, and Ctrl-C does not end that.
 * @throws AppError file.cannot-write
 */
export async function refusePipe(path: string): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there === undefined || there.isFile() || there.isDirectory() || there.isCharacterDevice()) return;
  throw new AppError('file.cannot-write', { path, reason: 'it is a pipe or a device, and no file' });
}

/** @throws AppError file.cannot-write, disk.full */
export async function makeFolderOf(path: string): Promise<void> {
  try {
    makeFolder(dirname(path));
  } catch (thrown) {
    throw toWriteError(thrown, path);
  }
  await refusePipe(path);
}

/**
 * Fails before the work is done, not afterwards; and where the file is one of those that are read, under any name that leads to
 * it. @throws AppError usage.invalid, file.cannot-write, disk.full
 */
export async function assertWritable(path: string, sources: readonly string[]): Promise<void> {
  await refusePipe(path);
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
