/** @file The exports that a call names: files, folders with all that is in them, and standard input. */

import { createWriteStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../src-shared/errors.ts';
import { toFileError, toWriteError } from '../files/file-errors.ts';
import { PRIVATE_FILE } from '../files/own-folder.ts';
import { MANIFEST, STATE } from './output-folder.ts';
import type { PreparationSource } from './preparation.ts';

/** More is a wrong folder, such as a whole drive. */
const MOST_FILES = 10_000;
const DEEPEST = 16;

/**
 * The files of the exports in the order of the call, those of a folder in the order of their names. Hidden files and links
 * are passed over. Rejects with AppError `file.*`.
 */
export async function findSources(paths: readonly string[]): Promise<PreparationSource[]> {
  const sources: PreparationSource[] = [];
  for (const path of paths) {
    const absolute = resolve(path);
    const isFolder = await stat(absolute).then(
      (found) => found.isDirectory(),
      (thrown: unknown) => {
        throw toFileError(thrown, absolute);
      },
    );
    if (isFolder) await addFolder(absolute, '', absolute, sources);
    else sources.push({ path: absolute, name: basename(absolute) });
  }
  return sources;
}

/** Keeps what comes from a pipe, since it is read more than once. Rejects with AppError `file.*`, `disk.full`. */
export async function keepInput(
  input: NodeJS.ReadableStream,
  workFolder: string,
  signal: AbortSignal,
): Promise<PreparationSource> {
  const path = join(workFolder, 'standard-input');
  try {
    await pipeline(input, createWriteStream(path, { flags: 'wx', mode: PRIVATE_FILE }), { signal });
  } catch (thrown) {
    signal.throwIfAborted();
    throw toWriteError(thrown, path);
  }
  return { path, name: 'standard-input' };
}

async function addFolder(root: string, within: string, folder: string, sources: PreparationSource[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((thrown: unknown) => {
    throw toFileError(thrown, folder);
  });
  const shown = entries.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1));
  // What was prepared is no export.
  if (shown.some(({ name }) => name === MANIFEST || name === STATE)) return;
  for (const entry of shown) {
    const path = join(folder, entry.name);
    const name = within === '' ? entry.name : `${within}/${entry.name}`;
    if (entry.isFile()) sources.push({ path, name });
    else if (entry.isDirectory() && name.split('/').length < DEEPEST) await addFolder(root, name, path, sources);
    if (sources.length > MOST_FILES) throw new AppError('file.folder-too-large', { path: root, limit: MOST_FILES });
  }
}
