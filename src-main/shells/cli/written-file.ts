/** @file Files that a command writes because a person wants it. */

import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fact } from '../../../src-shared/languages/fact.ts';
import { toWriteError } from '../../ground/files/file-errors.ts';
import { makeFolder } from '../../ground/files/folders.ts';
import { isReplaced } from '../../ground/files/saved-file.ts';
import { usageError } from './output.ts';

export interface Overwriting {
  /** Whether a file that is there may be replaced. */
  force: boolean;
  /** Files that are read, which may not be replaced under any name that leads to them. */
  sources?: readonly string[];
}

/**
 * Fails before the work is done, not afterwards. Writes nothing.
 * @throws AppError usage.invalid, file.cannot-write
 */
export async function assertWritable(path: string, { force, sources = [] }: Overwriting): Promise<void> {
  await access(dirname(path), constants.W_OK).catch((thrown: unknown) => {
    throw toWriteError(thrown, path);
  });
  if (!(await isReplaced(path))) return;
  const there = await stat(path, { bigint: true });
  for (const source of sources) {
    // One that is not there is complained of where it is read.
    const read = await stat(source, { bigint: true }).catch(() => undefined);
    if (read?.ino === there.ino && read.dev === there.dev)
      throw usageError(fact('This would overwrite {source}. Choose another file to write to.', { source }));
  }
  if (!force)
    throw usageError(fact('{path} is there already. Choose another name, or replace it with --force.', { path }));
}

/** @throws AppError file.cannot-write, disk.full */
export async function makeFolderOf(path: string): Promise<void> {
  try {
    makeFolder(dirname(path));
  } catch (thrown) {
    throw toWriteError(thrown, path);
  }
}
