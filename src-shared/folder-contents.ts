/** @file Which files of a folder are taken when a person adds the folder: the same on the desktop and in a browser. */

import { AppError, type ErrorRecord, toAppError } from './errors.ts';
import { preparableEndings } from './formats.ts';
import { namesInWords } from './names-in-words.ts';

/** The endings of exports. A file with another name can be added by itself, but not along with its folder. */
export const exportEndings: readonly string[] = ['jsonl', 'ndjson', 'jsonlines'];

/**
 * As many files as can be offered at once: as many submissions as the queue is measured with, and the daily files of 27 years.
 * More is a wrong folder, such as a whole drive.
 */
export const MOST_FILES = 10_000;
/** As many as one preparation can hold. */
export const MOST_PREPARED = 1000;
const MOST_ENTRIES = 100_000;
/** A path of 260 signs, which is as long as Windows usually allows, has no more folders. */
const DEEPEST = 130;
const MOST_NAMED = 3;

/** What may be in a folder. Links are `other`: they could lead in a circle, or out of the folder. */
export type FolderEntry<Handle> =
  | { kind: 'file'; name: string; handle: Handle }
  | { kind: 'folder'; name: string; list: () => Promise<FolderEntry<Handle>[]> }
  | { kind: 'other'; name: string };

export interface Refusal {
  fileName: string;
  error: ErrorRecord;
}

export interface FolderContents<Handle> {
  /** In the order of their names, those of a folder before those of its folders. */
  taken: Handle[];
  /** What was left out, and why. */
  refused: Refusal[];
}

export interface FolderReading {
  /** How many files can be taken. */
  room?: number;
  /** Hears how many more entries were found. */
  onFound?: (entries: number) => void;
  /** That of an `AbortController`. */
  signal?: { throwIfAborted(): void };
}

/**
 * Takes the exports of a folder and of the folders in it, and of what was prepared the manifest. Hidden files are passed over; the result names all else that it leaves out.
 * @throws the signal's reason
 */
export async function takeFromFolder<Handle>(
  folder: { name: string; list: () => Promise<FolderEntry<Handle>[]> },
  { room = MOST_FILES, onFound = () => {}, signal }: FolderReading = {},
): Promise<FolderContents<Handle>> {
  const taken: Handle[] = [];
  const preparable: { name: string; handle: Handle }[] = [];
  const leftOut: string[] = [];
  const refused: Refusal[] = [];
  let seen = 0;

  const walk = async (list: () => Promise<FolderEntry<Handle>[]>, depth: number): Promise<void> => {
    const entries = await list();
    signal?.throwIfAborted();
    seen += entries.length;
    onFound(entries.length);
    if (seen > MOST_ENTRIES) throw tooLarge();
    const shown = entries.filter((entry) => !isHidden(entry.name)).sort(byName);
    const manifest = manifestOfPrepared(shown);
    if (manifest !== undefined) {
      taken.push(manifest.handle);
      return;
    }
    for (const entry of shown) {
      if (entry.kind === 'file' && endsWith(entry.name, exportEndings)) taken.push(entry.handle);
      else if (entry.kind === 'file' && endsWith(entry.name, preparableEndings)) preparable.push(entry);
      else if (entry.kind !== 'folder') leftOut.push(entry.name);
    }
    if (taken.length > room) throw tooLarge();
    for (const entry of shown) {
      if (entry.kind !== 'folder') continue;
      if (depth === DEEPEST) leftOut.push(entry.name);
      else await walkInside(entry, depth + 1);
    }
  };
  const walkInside = async (entry: FolderEntry<Handle> & { kind: 'folder' }, depth: number) => {
    try {
      await walk(entry.list, depth);
    } catch (thrown) {
      signal?.throwIfAborted();
      if (thrown instanceof AppError && thrown.code === 'file.folder-too-large') throw thrown;
      // One that cannot be read does not keep the others out.
      refused.push({ fileName: entry.name, error: toAppError(thrown).toRecord() });
    }
  };
  const tooLarge = (limit = MOST_FILES) => new AppError('file.folder-too-large', { path: folder.name, limit });

  try {
    await walk(folder.list, 0);
    if (taken.length === 0 && preparable.length > Math.min(room, MOST_PREPARED)) throw tooLarge(MOST_PREPARED);
  } catch (thrown) {
    signal?.throwIfAborted();
    return { taken: [], refused: [{ fileName: folder.name, error: toAppError(thrown).toRecord() }] };
  }
  if (taken.length === 0) taken.push(...preparable.map(({ handle }) => handle));
  else leftOut.push(...preparable.map(({ name }) => name));
  const why = refusalOf(folder.name, taken.length, leftOut.sort(compareNames), refused.length);
  return { taken, refused: why === undefined ? refused : [...refused, { fileName: folder.name, error: why }] };
}

/** What Tranship has prepared is one thing: its manifest stands for all files in its folder. */
function manifestOfPrepared<Handle>(entries: readonly FolderEntry<Handle>[]) {
  const hasRows = entries.some(({ kind, name }) => kind === 'folder' && name === 'rows');
  const manifest = entries.find(({ name }) => name === 'manifest.json');
  return hasRows && manifest?.kind === 'file' ? manifest : undefined;
}

function refusalOf(path: string, taken: number, leftOut: readonly string[], others: number): ErrorRecord | undefined {
  if (taken === 0 && others === 0) return new AppError('file.folder-without-exports', { path }).toRecord();
  if (leftOut.length === 0) return undefined;
  return new AppError('file.left-out', { path, names: namesInWords(leftOut, MOST_NAMED) }).toRecord();
}

function endsWith(name: string, endings: readonly string[]): boolean {
  const ending = /[^.]\.([^.]+)$/.exec(name)?.[1];
  return ending !== undefined && endings.includes(ending.toLowerCase());
}

/** What systems and office programs put into folders without asking. */
function isHidden(name: string): boolean {
  return (
    name.startsWith('.') ||
    name.startsWith('~$') ||
    /^(thumbs\.db|desktop\.ini|\$recycle\.bin|system volume information)$/i.test(name)
  );
}

const order = new Intl.Collator('en', { numeric: true });

function compareNames(one: string, other: string): number {
  return order.compare(one, other);
}

function byName(one: { name: string }, other: { name: string }): number {
  return compareNames(one.name, other.name);
}
