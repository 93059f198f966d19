/**
 * @file The data folder belongs to one person: at each start it is made theirs alone. What is too open is narrowed; what
 * belongs to somebody else, or leads somewhere else, is refused, because writing there would give customer data away or
 * overwrite a file outside.
 * [Note: Windows] has no owner and mode of this kind. There the permissions of the profile protect the folder, and only
 * links are looked for.
 */

import { chmodSync, closeSync, constants, lstatSync, openSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import { codeOf } from './error-codes.ts';
import { blockWhileLocked } from './file-locks.ts';
import { makeFolder } from './folders.ts';

/** For everything that Tranship makes in its folder, and for customer data that it writes elsewhere. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Files of Tranship directly in the data folder; the names that conf gives to its temporary files are among them. */
const FILES = /^(queue[.-].*|lock\.db.*|lock-holder\.txt|settings\.json.*|history-head\.json.*|door\.json.*)$/;
/** Folders of Tranship, with all that is in them. */
const FOLDERS: ReadonlySet<string> = new Set([
  'reports',
  'report-entries',
  'posts',
  'logs',
  'inbox',
  'downloads',
  'practice',
  'ids',
  'ledger-authorities',
  'watched',
  'prepared',
  'templates',
]);
/** What is in it belongs to Chromium, which puts links there on purpose. */
const CHROMIUM = 'chromium';

/** Who this process is, as far as the system knows such a thing. */
export const user = process.geteuid?.();

/** Files that no other user reads, by whichever way they are made: as the first line of each shell. */
export function keepNewFilesPrivate(): void {
  process.umask(0o077);
}

/**
 * Makes the data folder if there is none, and makes sure that it is this person's alone.
 * @returns its path without links: a link that the person made to the folder as a whole is followed once, here
 * @throws AppError folder.untrusted, and what node:fs throws
 */
export function ownFolder(folder: string): string {
  makeFolder(folder);
  // In a folder that all may write to, such as /tmp, somebody else may have put a link where the folder is to be.
  const found = lstatSync(folder);
  if (found.isSymbolicLink() && !isTrusted(found)) throw untrusted(folder, 'link');
  const path = realpathSync(folder);
  const wasOpen = claimFolder(path);
  for (const name of readdirSync(path)) {
    const entry = join(path, name);
    if (FOLDERS.has(name)) claimTree(entry);
    else if (name === CHROMIUM) claimFolder(entry);
    else if (FILES.test(name)) claimEntry(entry);
    else if (wasOpen) refuseForeign(entry);
  }
  return path;
}

/**
 * Refuses what stands at this path, unless it is an ordinary file of this person with no other name, or nothing. For what is
 * then opened by something that would follow a link. @throws AppError folder.untrusted
 */
export function refuseDetour(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined) refuse(path, found);
}

/** Opens a file of the data folder to write at its end; makes it if there is none. @throws AppError folder.untrusted, … */
export function openAtEnd(path: string): number {
  refuseDetour(path);
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  // Windows knows no such flag.
  const noLink = constants.O_NOFOLLOW ?? 0;
  return openSync(path, O_WRONLY | O_APPEND | O_CREAT | noLink, PRIVATE_FILE);
}

/**
 * For a database that SQLite is to open, which follows links and makes files as the umask says: its companions get the mode
 * that it has itself. @throws AppError folder.untrusted, and what node:fs throws
 */
export function prepareDatabase(path: string, { mayCreate }: { mayCreate: boolean }): void {
  for (const companion of ['', '-wal', '-shm', '-journal']) refuseDetour(`${path}${companion}`);
  if (process.platform === 'win32') awaitOpening(path);
  if (!mayCreate) return;
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE));
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown;
  }
}

/**
 * Of a file that another program has open SQLite says only that it cannot open it. Not for other systems, where closing the file
 * would end the locks of SQLite.
 */
function awaitOpening(path: string): void {
  try {
    blockWhileLocked(() => closeSync(openSync(path, 'r')));
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown;
  }
}

/** Narrows a folder before anything in it is looked at, so that no other user can put more into it. Whether others could write. */
function claimFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  refuse(path, found);
  narrow(path, found);
  return (found.mode & 0o022) !== 0;
}

function claimTree(path: string): void {
  const found = claimEntry(path);
  if (found?.isDirectory() !== true) return;
  for (const name of namesIn(path)) claimTree(join(path, name));
}

/** Another Tranship may have removed the folder meanwhile. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}

function claimEntry(path: string): Stats | undefined {
  // Another Tranship may be removing it at this moment.
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  refuse(path, found);
  narrow(path, found);
  return found;
}

function refuse(path: string, found: Stats): void {
  if (found.isSymbolicLink()) throw untrusted(path, 'link');
  if (!found.isFile() && !found.isDirectory()) throw untrusted(path, 'special');
  if (user !== undefined && found.uid !== user) throw untrusted(path, 'owner');
  if (user !== undefined && found.isFile() && found.nlink > 1) throw untrusted(path, 'second-name');
}

/** What is not of Tranship may stay, unless somebody else has put it into a folder that was open to others. */
function refuseForeign(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !isTrusted(found)) throw untrusted(path, 'owner');
}

/** The administrator can do anything anyway. */
function isTrusted({ uid }: Stats): boolean {
  return user === undefined || uid === user || uid === 0;
}

/** Takes away what others may do, and gives nothing. The folder around it is ours, so it cannot become a link meanwhile. */
function narrow(path: string, { mode }: Stats): void {
  if (user === undefined || (mode & 0o7077) === 0) return;
  try {
    chmodSync(path, mode & PRIVATE_FOLDER);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return;
    throw thrown;
  }
  // Some drives take the change and ignore it.
  if (((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0) throw untrusted(path, 'open');
}

function untrusted(path: string, problem: 'link' | 'special' | 'owner' | 'second-name' | 'open'): AppError {
  return new AppError('folder.untrusted', { path, folder: dirname(path), problem });
}
