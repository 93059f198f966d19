/**
 * @file Moves files within a watched folder: a claimed one to a hidden name, later to `done` or `refused`. Nothing is
 * overwritten or deleted, and of several watchers exactly one gets a file.
 *
 * [Note: A border] Others may write to the folder at any moment. So all is done in opened folders, no mode of what was there is
 * changed, and of a claimed file only the copy in the data folder counts: what others put in its place is moved in its stead,
 * and never read.
 */

import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { codeOf } from '../../ground/files/error-codes.ts';
import { isInUse, reasonInWords, toFileError } from '../../ground/files/file-errors.ts';
import { NoPlainFile, OpenedFolder } from '../../ground/files/opened-folder.ts';
import { user } from '../../ground/files/own-folder.ts';
import { SaidError } from '../../ground/said-error.ts';
import type { Entry } from './journal-entry.ts';
import { IN_WORK } from './landing.ts';
import { besideName, claimIn, markerInWork, nameInWork } from './names.ts';
import { isOfTheHouse, whyNotTaken } from './others.ts';
import { type Companion, reserve, writeNew } from './reservation.ts';

/** What a new folder takes over of the mode of the watched one; the group's bit is taken over by the system. */
const FOLDER_MODE = 0o1777n;
const FILE_MODE = 0o666n;

type Claimed = Pick<Entry, 'claim' | 'folder' | 'name' | 'marker'>;

/**
 * Moves a file out of the way of all others, with its marker. Returns whether it is claimed now: another watcher may have been
 * faster, or its sender may have taken it back.
 * @param shared whether files of others are taken
 * @throws AppError watch.cannot-move, watch.not-taken
 */
export async function claim(entry: Claimed, { shared }: { shared: boolean }): Promise<boolean> {
  return await inFolder(entry, async (folder) => {
    const facts = await folder.factsOf(entry.name);
    if (facts?.isFile() !== true) return false;
    const problem = whyNotTaken(facts, { shared, user });
    if (problem !== undefined)
      throw new AppError('watch.not-taken', { name: entry.name, folder: folder.path, problem });
    try {
      await folder.move(entry.name, folder, nameInWork(entry));
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return false;
      throw thrown;
    }
    await folder.sync();
    await claimMarker(folder, entry);
    return true;
  });
}

/**
 * Whether the file is where a claim moves it, also one that an earlier version has moved elsewhere.
 * @throws AppError watch.cannot-move
 */
export async function isInWork(entry: Claimed): Promise<boolean> {
  return await inFolder(entry, async (folder) => {
    if (!(await isThere(folder, entry)) && !(await takeOver(folder, entry))) return false;
    await claimMarker(folder, entry);
    return true;
  });
}

/** Opens a claimed file to be read. Others may have put anything in its place. @throws AppError watch.cannot-move, NoPlainFile */
export async function openInWork(entry: Claimed): Promise<FileHandle> {
  return await inFolder(entry, async (folder) => await folder.openFile(nameInWork(entry)));
}

/** What is there in its place now; undefined where there is nothing. @throws AppError watch.cannot-move */
export async function factsInWork(entry: Claimed): Promise<BigIntStats | undefined> {
  return await inFolder(entry, async (folder) => await folder.factsOf(nameInWork(entry)));
}

async function isThere(folder: OpenedFolder, entry: Claimed): Promise<boolean> {
  return (await folder.factsOf(nameInWork(entry))) !== undefined;
}

/** One that is gone, or cannot be moved, stays as it is: without a file it means nothing. */
async function claimMarker(folder: OpenedFolder, entry: Claimed): Promise<void> {
  if (entry.marker !== undefined) await folder.move(entry.marker, folder, markerInWork(entry)).catch(() => {});
}

/**
 * Earlier versions moved claimed files to a folder of each claim, which lies within one that others may have replaced since.
 * Returns whether the file was there.
 */
async function takeOver(watched: OpenedFolder, entry: Claimed): Promise<boolean> {
  if ((await watched.factsOf(IN_WORK)) === undefined) return false;
  await using all = await ownFolder(watched, watched, IN_WORK);
  if ((await all.factsOf(entry.claim)) === undefined) return false;
  const wasThere = await emptyFormer(watched, all, entry);
  // Unless something else is in it, too.
  await all.removeFolder(entry.claim).catch(() => {});
  return wasThere;
}

async function emptyFormer(watched: OpenedFolder, all: OpenedFolder, entry: Claimed): Promise<boolean> {
  await using former = await ownFolder(all, watched, entry.claim);
  await former.remove('.reservation');
  if (entry.marker !== undefined) await former.move(entry.marker, watched, markerInWork(entry)).catch(() => {});
  // As the last: once it is in its new place, nothing is looked for here.
  if ((await former.factsOf(entry.name)) === undefined) return false;
  await former.move(entry.name, watched, nameInWork(entry));
  await watched.sync();
  return true;
}

/** How many files are in work for none of these claims since before this time, also as earlier versions did it. */
export async function leftInWork(folder: string, claims: ReadonlySet<string>, before: number): Promise<number> {
  await using watched = await OpenedFolder.open(folder);
  const names = (await watched.names()).filter((name) => !claims.has(claimIn(name) ?? name));
  const inWork = await Promise.all(
    names.filter((name) => claimIn(name) !== undefined).map((name) => watched.factsOf(name)),
  );
  // A rename changes this time alone.
  const times = inWork.map((facts) => facts?.ctimeMs);
  if ((await watched.factsOf(IN_WORK))?.isDirectory() === true) {
    await using former = await watched.folder(IN_WORK);
    const others = (await former.names()).filter((name) => !claims.has(name));
    for (const name of others) times.push((await former.factsOf(name))?.mtimeMs);
  }
  return times.filter((time) => time !== undefined && Number(time) < before).length;
}

/**
 * Moves a file that has been worked on to a folder of the watched one, under its own name or, where that is taken, a numbered
 * one. What is to stand beside it is there first.
 * @param into the folders to it, such as `done` and `2026-11-22`
 * @param announce hears the place before the file is moved there, relative to the watched folder
 * @throws AppError watch.cannot-move, and what `announce` throws
 */
export async function moveOut(
  entry: Claimed,
  into: readonly [string, string],
  companions: readonly Companion[],
  announce: (to: string) => void,
): Promise<string> {
  return await inFolder(entry, async (watched) => {
    await using kind = await ownFolder(watched, watched, into[0], { isMade: true });
    await using day = await ownFolder(kind, watched, into[1], { isMade: true });
    const endings = [
      ...companions.map(({ ending }) => ending),
      ...(entry.marker === undefined ? [] : [markerEnding(entry)]),
    ];
    const name = await reserve(day, watched, entry, endings);
    const to = [...into, name].join('/');
    const mode = Number(watched.facts.mode & FILE_MODE);
    for (const { ending, content } of companions) {
      const beside = besideName(name, ending);
      // What an earlier attempt began.
      await day.remove(beside);
      await writeNew(day, beside, { content, mode });
    }
    announce(to);
    await watched.move(nameInWork(entry), day, name);
    await day.sync();
    await moveMarker(watched, day, entry, name);
    return to;
  });
}

/** Whether a file that was to be moved there is: the process may have ended just after that. @throws AppError watch.cannot-move */
export async function hasArrived(entry: Claimed, to: string): Promise<boolean> {
  return await inFolder(entry, async (watched) => {
    const [kind = '', day = '', name = ''] = to.split('/');
    if ((await isThere(watched, entry)) || (await takeOver(watched, entry))) return false;
    if ((await watched.factsOf(kind)) === undefined) return false;
    await using outer = await ownFolder(watched, watched, kind);
    if ((await outer.factsOf(day)) === undefined) return false;
    await using inner = await ownFolder(outer, watched, day);
    if ((await inner.factsOf(name)) === undefined) return false;
    // What a crash left half done after the file itself was moved.
    await moveMarker(watched, inner, entry, name);
    return true;
  });
}

const markerEnding = ({ marker = '', name }: Claimed): string => marker.slice(name.length);

async function moveMarker(watched: OpenedFolder, day: OpenedFolder, entry: Claimed, name: string): Promise<void> {
  if (entry.marker === undefined || (await watched.factsOf(markerInWork(entry))) === undefined) return;
  const free = await reserve(day, watched, { ...entry, name: besideName(name, markerEnding(entry)) }, []);
  await watched.move(markerInWork(entry), day, free);
}

/**
 * Opens a folder in which Tranship puts files; not one of a stranger, who could take them away.
 * @param isMade whether it is made if there is none, as open to others as the watched folder, which a person has made
 * @throws AppError watch.cannot-move
 */
async function ownFolder(
  within: OpenedFolder,
  { facts }: OpenedFolder,
  name: string,
  { isMade = false } = {},
): Promise<OpenedFolder> {
  const path = join(within.path, name);
  try {
    const folder = isMade ? await within.makeFolder(name, Number(facts.mode & FOLDER_MODE)) : await within.folder(name);
    if (isOfTheHouse(folder.facts, facts, user)) return folder;
    await folder[Symbol.asyncDispose]();
    throw new SaidError(fact('it belongs to another user'));
  } catch (thrown) {
    throw cannotMove('', path, thrown);
  }
}

async function inFolder<Result>(
  { folder: path, name }: Claimed,
  work: (folder: OpenedFolder) => Promise<Result>,
): Promise<Result> {
  try {
    await using folder = await OpenedFolder.open(path);
    return await work(folder);
  } catch (thrown) {
    throw thrown instanceof NoPlainFile ? thrown : cannotMove(name, path, thrown);
  }
}

function cannotMove(name: string, folder: string, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isInUse(thrown)) return toFileError(thrown, join(folder, name));
  return new AppError('watch.cannot-move', { name, folder, reason: reasonInWords(thrown) }, { cause: thrown });
}
