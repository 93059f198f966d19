/** @file Where in the folder that a person has chosen the prepared files go. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { codeOf } from '../ground/files/error-codes.ts';
import { toWriteError } from '../ground/files/file-errors.ts';

/** A person who has more folders of one name does not find the right one again. */
const MOST_OF_A_NAME = 1000;

/**
 * The folder itself where nothing is in it, otherwise a new one in it: nothing of others is among the prepared files.
 * @param name of the new one
 * @param own the folder of an attempt that was broken off, which continues there
 * @throws AppError file.cannot-write
 */
export function placeToSave(chosen: string, name: string, own?: string): string {
  if (isFree(chosen, own)) return chosen;
  for (let number = 1; number <= MOST_OF_A_NAME; number++) {
    const place = join(chosen, number === 1 ? name : `${name} ${number}`);
    if (isFree(place, own)) return place;
  }
  throw new AppError('file.cannot-write', {
    path: chosen,
    reason: fact('it has too many folders called {name}', { name }),
  });
}

function isFree(folder: string, own: string | undefined): boolean {
  if (folder === own) return true;
  try {
    return readdirSync(folder).length === 0;
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return true;
    // A file has this name.
    if (codeOf(thrown) === 'ENOTDIR') return false;
    throw toWriteError(thrown, folder);
  }
}
