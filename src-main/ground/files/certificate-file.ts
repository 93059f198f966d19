/** @file Reads a file of certificates or keys that a person names. */

import { readFile, stat } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors.ts';
import { toFileError } from './file-errors.ts';

/** Certificates have some thousand bytes; the wrong file may have billions. */
const LARGEST_FILE = 1_000_000;

/** @throws AppError file.*, usage.invalid */
export async function certificateFile(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > LARGEST_FILE)
      throw new AppError('usage.invalid', { problem: `${path} is too large for a certificate.` });
    return await readFile(path);
  } catch (thrown) {
    throw toFileError(thrown, path);
  }
}
