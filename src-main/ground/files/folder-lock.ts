/**
 * @file Allows one writing process per data folder, by a lock that the operating system releases at once even after
 * `kill -9`.
 */

import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said, unpacked } from '../../../src-shared/languages/fact.ts';
import { isDiskFull } from './disk-space.ts';
import { codeOf } from './error-codes.ts';
import { toFolderError } from './file-errors.ts';
import { blockThread } from './file-locks.ts';
import { makeFolder } from './folders.ts';
import { PRIVATE_FILE, prepareDatabase } from './own-folder.ts';
import { sqliteInWords } from './sqlite-words.ts';

export interface FolderLock {
  release(): void;
}

/** Names the process that holds the folder, for messages only: the operating system enforces the lock. */
const holderSchema = z.object({
  holder: z.string().transform((text) => unpacked(text.trim())),
  process: z.int(),
  machine: z.string(),
});

/** A database that is collected as garbage closes, and its lock with it: a lock lasts until it is released. */
const heldLocks = new Set<DatabaseSync>();

const HOLDER_FILE = 'lock-holder.txt';
const LONGEST_NAME = 200;
const nobodyKnown = fact('another process');
/** How long a new holder may take to write its name, in milliseconds. */
const NAMING_MS = 500;
const PAUSE_MS = 20;
/** Primary result codes, https://sqlite.org/rescode.html */
const BUSY: readonly number[] = [5, 6];
const DAMAGED: readonly number[] = [11, 26];

/**
 * Locks the data folder for this process. Uses SQLite's file lock because it behaves alike on all systems.
 * @param holder the name that other processes show, for example `tranship send (process 4711)`; or a packed fact
 * @throws AppError queue.locked when another process holds it; folder.unusable when the folder cannot be written;
 * disk.full
 */
export function lockFolder(folder: string, holder: string): FolderLock {
  const holderFile = join(folder, HOLDER_FILE);
  const held = take(folder, holderFile);
  heldLocks.add(held);
  try {
    // A killed process leaves its name behind. A new file is no link to another one.
    rmSync(holderFile, { force: true });
    const name = JSON.stringify({ holder, process: process.pid, machine: hostname() });
    writeFileSync(holderFile, name, { flag: 'wx', mode: PRIVATE_FILE });
  } catch {
    // On a full disk the lock still holds; other processes only cannot show our name.
  }
  return {
    release: () => {
      heldLocks.delete(held);
      try {
        rmSync(holderFile, { force: true, recursive: true });
      } catch {
        // The name of a process that has ended is believed by no other; what went wrong before is the sentence to read.
      } finally {
        held.close();
      }
    },
  };
}

/** The name of the process that uses the folder, as far as it is known. May block for half a second. */
export function holderOf(folder: string): Said {
  return nameOfHolder(join(folder, HOLDER_FILE));
}

/** Whether another process that runs has the folder, as far as it has said so; blocks nothing. */
export function isInUse(folder: string): boolean {
  const written = writtenHolder(join(folder, HOLDER_FILE));
  return written !== undefined && (written.isElsewhere || written.process !== process.pid);
}

function take(folder: string, holderFile: string): DatabaseSync {
  const path = join(folder, 'lock.db');
  try {
    makeFolder(folder);
    // Somebody who could open the lock file could hold the lock, and keep Tranship out.
    prepareDatabase(path, { mayCreate: true });
    try {
      return lock(path);
    } catch (thrown) {
      if (!isResult(thrown, DAMAGED)) throw thrown;
      // No process holds the lock, so the content of the file is out of date.
      truncateSync(path);
      return lock(path);
    }
  } catch (thrown) {
    if (isResult(thrown, BUSY)) throw new AppError('queue.locked', { folder, holder: nameOfHolder(holderFile) });
    const reason = isDiskFull(thrown) ? undefined : sqliteInWords(thrown);
    if (reason !== undefined) throw new AppError('folder.unusable', { folder, reason }, { cause: thrown });
    throw toFolderError(thrown, folder);
  }
}

function lock(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function isResult(thrown: unknown, primaryCodes: readonly number[]): boolean {
  return thrown instanceof Error && 'errcode' in thrown && primaryCodes.includes(Number(thrown.errcode) & 0xff);
}

/** A killed process leaves its name behind. Then the present holder is about to write its own, so wait for it. */
function nameOfHolder(file: string): Said {
  for (let waited = 0; waited < NAMING_MS; waited += PAUSE_MS) {
    const name = writtenName(file);
    if (name !== undefined) return name;
    blockThread(PAUSE_MS);
  }
  return nobodyKnown;
}

function writtenName(file: string): Said | undefined {
  const written = writtenHolder(file);
  if (written === undefined) return undefined;
  const holder = shortened(written.holder);
  return written.isElsewhere ? fact('{holder} on {machine}', { holder, machine: written.machine }) : holder;
}

/** What a command has written as its name may be of any length. */
function shortened(holder: Said): Said {
  if (typeof holder !== 'string') return holder;
  return holder.length > LONGEST_NAME ? `${holder.slice(0, LONGEST_NAME - 1)}…` : holder || nobodyKnown;
}

/** Undefined when the file holds no valid name, or the name of a process that has ended. */
function writtenHolder(file: string): (z.infer<typeof holderSchema> & { isElsewhere: boolean }) | undefined {
  try {
    const written = holderSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const isElsewhere = written.machine !== hostname();
    return isElsewhere || isRunning(written.process) ? { ...written, isElsewhere } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process of this computer has this id. */
export function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (thrown) {
    // EPERM: it runs, but belongs to somebody else.
    return codeOf(thrown) === 'EPERM';
  }
}
