/** @file A file with control figures that a person has named, as an action takes it. */

import { readFile } from 'node:fs/promises';
import { toFileError } from '../../ground/files/file-errors.ts';

/** @throws AppError file.* */
export async function controlFile(path: string): Promise<{ text: string; name: string }> {
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    throw toFileError(thrown, path);
  });
  return { text, name: path };
}
