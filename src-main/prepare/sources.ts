/** @file The exports that a call names: files, folders with all that is in them, and standard input. */

import { Buffer } from 'node:buffer';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { AppError } from '../../src-shared/errors.ts';
import { assertLevel, most } from '../exports/bounds.ts';
import { isChosen } from '../exports/file-choice.ts';
import { MANIFEST, STATE } from '../exports/output-folder.ts';
import { recognise, START_BYTES } from '../exports/recognise.ts';
import type { WorkArea } from '../exports/work-area.ts';
import { toFileError } from '../ground/files/file-errors.ts';
import { untilAborted } from '../ground/until-aborted.ts';
import type { PreparationSource } from './preparation.ts';

export interface FoundSources {
  sources: PreparationSource[];
  /** Names of files in folders that are no exports. */
  leftOut: string[];
  /** Names of files that were named more than once; each is prepared once. */
  repeated: string[];
}

/**
 * The files of the exports in the order of the call, those of a folder in the order of their names. Hidden files and links
 * are passed over. Rejects with AppError `file.*`, or the signal's reason, also while a share does not answer.
 * @param only patterns for the names of the files in folders and archives; all are taken without it
 */
export async function findSources(
  paths: readonly string[],
  only?: readonly string[],
  signal?: AbortSignal,
): Promise<FoundSources> {
  const found = sourcesIn(paths, only, signal);
  return await (signal === undefined ? found : untilAborted(found, signal));
}

async function sourcesIn(
  paths: readonly string[],
  only?: readonly string[],
  signal?: AbortSignal,
): Promise<FoundSources> {
  const found: FoundSources = { sources: [], leftOut: [], repeated: [] };
  for (const path of paths) {
    const absolute = resolve(path);
    const isFolder = await stat(absolute).then(
      (status) => status.isDirectory(),
      (thrown: unknown) => {
        throw toFileError(thrown, absolute);
      },
    );
    if (isFolder) await addFolder(absolute, '', absolute, found, signal);
    else
      found.sources.push({ path: absolute, name: basename(absolute), ...(only !== undefined && { choice: { only } }) });
  }
  // A file that is named is meant; of a folder, those are taken that the patterns fit.
  const wanted = found.sources.filter(({ name, choice }) => choice !== undefined || isChosen({ only }, name));
  return { sources: distinct(wanted), leftOut: found.leftOut, repeated: repeatedIn(wanted) };
}

/** Standard input as a source, until it is kept; no other has such a path. */
const INPUT = { path: '-', name: 'standard-input' };

/** Standard input, of which nothing is read yet. */
export function inputSource(only?: readonly string[]): FoundSources {
  return { sources: [{ ...INPUT, ...(only !== undefined && { choice: { only } }) }], leftOut: [], repeated: [] };
}

/**
 * A source that can be read more than once: what comes from a pipe is kept.
 * Rejects with AppError `file.*`, `disk.full`, or when the signal aborts.
 */
export async function keptSource(
  source: PreparationSource,
  { input, workArea, signal }: { input: Readable; workArea: WorkArea; signal: AbortSignal },
): Promise<PreparationSource> {
  if (source.path !== INPUT.path) return source;
  // Where it ends before it is read, its error would be nobody's, and end the process.
  input.on('error', () => {});
  return { ...source, path: await workArea.add(addAbortSignal(signal, input)) };
}

async function addFolder(
  root: string,
  within: string,
  folder: string,
  found: FoundSources,
  signal?: AbortSignal,
): Promise<void> {
  const { sources, leftOut } = found;
  const entries = await readdir(folder, { withFileTypes: true }).catch((thrown: unknown) => {
    throw toFileError(thrown, folder);
  });
  const shown = entries.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1));
  // What was prepared is no export.
  if (shown.some(({ name }) => name === MANIFEST || name === STATE)) return;
  for (const entry of shown) {
    signal?.throwIfAborted();
    const path = join(folder, entry.name);
    const name = within === '' ? entry.name : `${within}/${entry.name}`;
    if (entry.isFile()) {
      if (await isExport(path)) sources.push({ path, name });
      else leftOut.push(name);
    } else if (entry.isDirectory()) {
      assertLevel(name.split('/').length, root);
      await addFolder(root, name, path, found, signal);
    }
    if (sources.length > most.filesOfFolder)
      throw new AppError('file.folder-too-large', { path: root, limit: most.filesOfFolder });
  }
}

/** Whether the content of a file among others may be an export. */
async function isExport(path: string): Promise<boolean> {
  const start = Buffer.alloc(START_BYTES);
  const file = await open(path).catch((thrown: unknown) => {
    throw toFileError(thrown, path);
  });
  try {
    const { bytesRead } = await file.read(start, 0, START_BYTES, 0);
    const { kind } = recognise(start.subarray(0, bytesRead));
    return kind === 'packed' || kind === 'format';
  } catch (thrown) {
    throw toFileError(thrown, path);
  } finally {
    await file.close();
  }
}

function repeatedIn(sources: readonly PreparationSource[]): string[] {
  const seen = new Set<string>();
  const repeated = new Map<string, string>();
  for (const { path, name } of sources) {
    if (seen.has(path)) repeated.set(path, name);
    seen.add(path);
  }
  return [...repeated.values()];
}

/** Each file once, and no two of the same name. */
function distinct(sources: readonly PreparationSource[]): PreparationSource[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const taken = new Set<string>();
  return [...byPath.values()].map(({ name, ...source }) => {
    let own = name;
    for (let number = 2; taken.has(own); number++) own = `${name} (${number})`;
    taken.add(own);
    return { ...source, name: own };
  });
}
