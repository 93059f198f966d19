/** @file The folder that a preparation writes to: what is where in it, and that nothing of others is in it. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { codeOf } from '../ground/files/error-codes.ts';
import { toWriteError } from '../ground/files/file-errors.ts';
import { makeFolder } from '../ground/files/folders.ts';

export const MANIFEST = 'manifest.json';
export const STATE = 'preparation.partial.json';
export const FINDINGS = 'findings.jsonl';
/** Holds the maps of the rows. */
export const ROWS = 'rows';
/** Holds the rows that were refused. */
export const REFUSED = 'refused-rows';

/** Where a file of a preparation is, and the map of its rows. */
export interface FilePlace {
  /** Within the folder, with `/` on every system. */
  name: string;
  path: string;
  rows: string;
  rowsPath: string;
}

export function placeIn(folder: string, name: string): FilePlace {
  const rows = `${name.replace(/\.jsonl$/, '')}.txt`;
  return { name, path: join(folder, name), rows: `${ROWS}/${rows}`, rowsPath: join(folder, ROWS, rows) };
}

/** What is in the folder; undefined where there is no such folder. @throws AppError file.cannot-write */
export function namesIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder).sort();
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw toWriteError(thrown, folder);
  }
}

/** Makes the folder with those in it. @throws AppError file.cannot-write, disk.full */
export function makeOutputFolder(folder: string): void {
  try {
    makeFolder(folder);
    makeFolder(join(folder, ROWS));
  } catch (thrown) {
    throw toWriteError(thrown, folder);
  }
}

export function folderInUse(path: string, name: string): AppError {
  return new AppError('preparation.folder-in-use', { path, name });
}
