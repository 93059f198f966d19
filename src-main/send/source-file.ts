/** @file Whether there is a file to add at a path, asked before anything is stored. */

import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { addressIn } from '../ground/files/address.ts';
import { toFileError } from '../ground/files/file-errors.ts';

/** The absolute path of a readable file. @throws AppError file.is-address, file.not-found, file.not-a-file, file.no-permission … */
export async function findSourceFile(path: string): Promise<string> {
  const address = addressIn(path);
  if (address !== undefined) throw new AppError('file.is-address', { address });
  const absolute = resolve(path);
  try {
    const found = await stat(absolute);
    if (!found.isFile()) throw new AppError('file.not-a-file', { path: absolute });
    await access(absolute, constants.R_OK);
  } catch (thrown) {
    throw toFileError(thrown, absolute);
  }
  return absolute;
}
