/**
 * @file Moves files within a watched folder: to `in-work`, then to `done` or `refused`. Nothing is copied, overwritten or
 * deleted, and of several watchers exactly one gets a file.
 *
 * [Note: Never over another] A rename replaces what has the name already. So a name is first made as a file that contains the
 * claim, which only one can make, and the rename replaces that. What a crash leaves behind is recognised by its content: it gets
 * its name only once that is on the disk.
 */

import { chmod, link, lstat, mkdir, open, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import { codeOf } from '../../ground/files/error-codes.ts';
import { reasonInWords } from '../../ground/files/file-errors.ts';
import { syncFolder } from '../../ground/files/folders.ts';
import type { Entry } from './journal-entry.ts';
import { IN_WORK } from './landing.ts';

/** The most bytes that a name may have on the usual drives. */
const LONGEST_NAME = 255;
/** In place of more: something else must be wrong. */
const MOST_NUMBERS = 10_000;
/** Hidden, as no file is that is taken. */
const RESERVATION = '.reservation';

type Claimed = Pick<Entry, 'claim' | 'folder' | 'name' | 'marker'>;

/** The folder of a claim. */
const folderOf = ({ folder, claim }: Claimed): string => join(folder, IN_WORK, claim);

/** Where a claimed file is while it is worked on. */
export const placeInWork = (entry: Claimed): string => join(folderOf(entry), entry.name);

/**
 * Moves a file out of the way of all others, with its marker. Returns whether it is there now: another watcher may have been
 * faster, or its sender may have taken it back.
 * @throws AppError watch.cannot-move
 */
export async function claim(entry: Claimed): Promise<boolean> {
  const place = placeInWork(entry);
  await makeFolders(entry.folder, [IN_WORK, entry.claim]);
  try {
    await rename(join(entry.folder, entry.name), place);
  } catch (thrown) {
    await rmdir(folderOf(entry)).catch(() => {});
    if (codeOf(thrown) === 'ENOENT') return false;
    throw cannotMove(entry.name, join(entry.folder, IN_WORK), thrown);
  }
  syncFolder(entry.folder);
  return true;
}

/** Whether the file is where a claim moves it. */
export async function isInWork(entry: Claimed): Promise<boolean> {
  return await isThere(placeInWork(entry));
}

/** Moves the marker to its file. One that is gone, or cannot be moved, stays as it is: without a file it means nothing. */
export async function claimMarker(entry: Claimed): Promise<void> {
  if (entry.marker === undefined) return;
  await rename(join(entry.folder, entry.marker), join(folderOf(entry), entry.marker)).catch(() => {});
}

/** A text that is to stand beside a moved file. */
export interface Companion {
  /** Behind the name of the file. */
  ending: string;
  content: string | AsyncIterable<string> | Iterable<string>;
}

/**
 * Moves a file that has been worked on to a folder of the watched one, under its own name or, where that is taken, a numbered
 * one. What is to stand beside it is there first.
 * @param into the folders to it, such as `done` and `2026-11-22`
 * @param announce is told the place before the file is moved there, relative to the watched folder
 * @throws AppError watch.cannot-move, and what `announce` throws
 */
export async function moveOut(
  entry: Claimed,
  into: readonly string[],
  companions: readonly Companion[],
  announce: (to: string) => void,
): Promise<string> {
  const source = placeInWork(entry);
  const folder = join(entry.folder, ...into);
  try {
    await makeFolders(entry.folder, into);
    const mode = (await stat(entry.folder)).mode & 0o666;
    const endings = [...companions.map(({ ending }) => ending), ...(entry.marker === undefined ? [] : [''])];
    const { name, isAgain } = await reserve(folder, entry, endings);
    const to = [...into, name].join('/');
    for (const { ending, content } of companions) {
      const path = join(folder, besideName(name, ending));
      // What an earlier attempt began is written again.
      await writeNew(path, content, isAgain ? 'w' : 'wx');
      await chmod(path, mode).catch(() => {});
    }
    announce(to);
    await rename(source, join(folder, name));
    syncFolder(folder);
    await moveMarker(entry, folder, name);
    await removeFolder(entry);
    return to;
  } catch (thrown) {
    throw cannotMove(entry.name, folder, thrown);
  }
}

/** Whether a file that was to be moved there is: the process may have ended just after that. */
export async function hasArrived(entry: Claimed, to: string): Promise<boolean> {
  return !(await isThere(placeInWork(entry))) && (await isThere(join(entry.folder, to)));
}

/** Ends what a crash left half done after the file itself was moved. */
export async function tidyUp(entry: Claimed, to: string): Promise<void> {
  const path = join(entry.folder, to);
  await moveMarker(entry, join(path, '..'), basename(path));
  await removeFolder(entry);
}

/** Unless something else is in it, too. */
async function removeFolder(entry: Claimed): Promise<void> {
  await rm(join(folderOf(entry), RESERVATION), { force: true }).catch(() => {});
  await rmdir(folderOf(entry)).catch(() => {});
}

async function moveMarker(entry: Claimed, folder: string, name: string): Promise<void> {
  if (entry.marker === undefined) return;
  const source = join(folderOf(entry), entry.marker);
  const ending = entry.marker.slice(entry.name.length);
  if (!(await isThere(source))) return;
  const free = await reserve(folder, { ...entry, name: besideName(name, ending) }, []);
  await rename(source, join(folder, free.name));
}

/**
 * Makes a file with the first free name, so that no other gets it. A name is free where the names beside it are, too.
 * Throws what node:fs throws.
 */
async function reserve(
  folder: string,
  entry: Claimed,
  endings: readonly string[],
): Promise<{ name: string; isAgain: boolean }> {
  for (let number = 1; number <= MOST_NUMBERS; number++) {
    const candidate = numbered(entry.name, number);
    const path = join(folder, candidate);
    const beside = endings
      .filter((ending) => ending !== '')
      .map((ending) => join(folder, besideName(candidate, ending)));
    const isOurs = await isReserved(path, entry.claim);
    if (!isOurs && (await areThere(beside))) continue;
    if (isOurs || (await makeReservation(path, entry))) return { name: candidate, isAgain: isOurs };
  }
  throw new Error('there are too many files with this name');
}

async function makeReservation(path: string, entry: Claimed): Promise<boolean> {
  const made = join(folderOf(entry), RESERVATION);
  const text = reservation(entry.claim);
  try {
    await writeNew(made, text, 'w');
    await link(made, path).catch(async (thrown: unknown) => {
      if (codeOf(thrown) === 'EEXIST') throw thrown;
      // A drive without such links: a crash may leave an empty file here, and the next attempt then takes another name.
      await writeNew(path, text, 'wx');
    });
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

const reservation = (claim: string): string => `Tranship moves a file here: ${claim}\n`;

/** Whether an earlier attempt of this very claim made the file. */
async function isReserved(path: string, claim: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  const text = reservation(claim);
  if (found?.isFile() !== true || found.size !== Buffer.byteLength(text)) return false;
  return (await readFile(path, 'utf8')) === text;
}

async function writeNew(path: string, content: Companion['content'], flags: 'w' | 'wx'): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The folders are as open to others as the one that a person made. Throws what node:fs throws; a link is not followed. */
async function makeFolders(watched: string, names: readonly string[]): Promise<void> {
  const { mode } = await stat(watched);
  for (let count = 1; count <= names.length; count++) {
    const path = join(watched, ...names.slice(0, count));
    try {
      await mkdir(path);
      await chmod(path, mode & 0o7777).catch(() => {});
      syncFolder(join(path, '..'));
    } catch (thrown) {
      if (codeOf(thrown) !== 'EEXIST') throw cannotMove('', path, thrown);
      if (!(await lstat(path)).isDirectory())
        throw cannotMove('', path, new Error('there is a file or a link where a folder is needed'));
    }
  }
}

/** `export.csv` as `export (2).csv`; the ending of a packed file stays whole. */
function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const [, stem = name, ending = ''] = /^(.+?)((?:\.[A-Za-z]{1,5})?\.[A-Za-z0-9]{1,9})$/.exec(name) ?? [];
  return `${shortened(stem, ` (${number})${ending}`)} (${number})${ending}`;
}

/** The name of a file beside another. */
export function besideName(name: string, ending: string): string {
  return `${shortened(name, ending)}${ending}`;
}

/** So much of a name that there is room for its ending. */
function shortened(stem: string, ending: string): string {
  const room = LONGEST_NAME - Buffer.byteLength(ending);
  let text = stem;
  while (Buffer.byteLength(text) > room) text = [...text].slice(0, -1).join('');
  return text;
}

async function isThere(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    (thrown: unknown) => {
      if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') return false;
      throw thrown;
    },
  );
}

async function areThere(paths: readonly string[]): Promise<boolean> {
  for (const path of paths) if (await isThere(path)) return true;
  return false;
}

function cannotMove(name: string, folder: string, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return new AppError('watch.cannot-move', { name, folder, reason: reasonInWords(thrown) }, { cause: thrown });
}
