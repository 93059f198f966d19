/**
 * @file A damaged queue is set aside under a new name, and what can be read of it goes into a new one.
 *
 * [Note: Killed in the middle] The new queue is built as `queue.recovering.db`. Once it is complete it becomes
 * `queue.recovered.db`, and that name is the decision: it says in its history where the damaged file goes. Then that file
 * is moved there and the new one takes its place. A start that finds the second name does the rest of this, a start that
 * finds the first one begins again, so that it does not matter where the process was killed.
 */

import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../src-shared/errors.ts';
import { isFileSystemError, toFolderError } from '../../file-errors.ts';
import { blockThread, blockWhileLocked } from '../../file-locks.ts';
import { syncFolder } from '../../folders.ts';
import { damageIn, databaseName, inTransaction, withDatabase } from '../storage/database.ts';
import { appendEvent } from '../storage/history.ts';
import { clearSuspicion } from '../storage/suspicion.ts';
import { examine } from './examination.ts';
import { type Recovery, recoverySchema, salvage, WHOLE_QUEUE } from './salvage.ts';

export type { Recovery } from './salvage.ts';

const UNFINISHED = 'queue.recovering.db';
const COMPLETE = 'queue.recovered.db';
/** SQLite finds the companions of a database by its name. The log goes first: it must never meet another database. */
const companions = ['-wal', '-shm', ''] as const;

/**
 * Opens the queue of a folder by `open`. Where it is damaged, or `open` throws queue.damaged, it is recovered first.
 * The caller holds the lock of the folder; `open` closes what it opened when it throws.
 * @param now ms since the epoch
 * @returns `recovery`: what a person must be told; at every start, until `confirmRecovery`
 * @throws AppError queue.newer, folder.unusable, disk.full, and what `open` throws
 */
export function openRecovered<Opened>(
  folder: string,
  now: () => number,
  open: () => Opened,
): { opened: Opened; recovery: Recovery | undefined } {
  const path = join(folder, databaseName);
  onDisk(folder, () => prepare(folder, now));
  try {
    return { opened: open(), recovery: untoldRecovery(path) };
  } catch (thrown) {
    const reason = damageIn(thrown);
    if (reason === undefined) throw thrown;
    onDisk(folder, () => recover(folder, reason, now()));
    return { opened: open(), recovery: untoldRecovery(path) };
  }
}

/** Leaves a database in its place that the examination found sound. */
function prepare(folder: string, now: () => number): void {
  removeDatabase(join(folder, UNFINISHED));
  if (existsSync(join(folder, COMPLETE))) putInPlace(folder);
  const damage = examine(folder);
  if (damage !== undefined) recover(folder, damage, now());
  else if (!existsSync(join(folder, databaseName))) createDatabase(folder);
  clearSuspicion(folder);
}

/** A person has been told of the recovery: later starts do not return it again. */
export function confirmRecovery(folder: string, at: number): void {
  withDatabase(join(folder, databaseName), {}, (database) => {
    inTransaction(database, () => appendEvent(database, { at, submission: WHOLE_QUEUE, kind: 'recovery-told' }));
  });
}

/** What is told of a recovery, as the catalogue words it. */
export function recoveryNotice({ setAside, recovered, lost }: Recovery): AppError<'queue.recovered'> {
  return new AppError('queue.recovered', {
    path: setAside,
    submissions: recovered.submissions,
    lost: lost.submissions,
  });
}

function untoldRecovery(path: string): Recovery | undefined {
  return withDatabase(path, { readOnly: true }, (database) => {
    const line = database
      .prepare('SELECT kind, detail FROM events WHERE submission = ? ORDER BY position DESC LIMIT 1')
      .get(WHOLE_QUEUE);
    return line?.kind === 'recovered' ? recoverySchema.parse(JSON.parse(String(line.detail))) : undefined;
  });
}

/** Built aside, so that a file of no bytes under the final name can only be damage. */
function createDatabase(folder: string): void {
  build(join(folder, UNFINISHED), () => {});
  rename(join(folder, UNFINISHED), join(folder, databaseName));
}

function recover(folder: string, reason: string, at: number): void {
  const occasion = { at, reason, setAside: freePath(folder, at) };
  build(join(folder, UNFINISHED), (database) => salvage(join(folder, databaseName), database, occasion));
  rename(join(folder, UNFINISHED), join(folder, COMPLETE));
  syncFolder(folder);
  putInPlace(folder);
  clearSuspicion(folder);
}

/** Makes a database that is complete in its one file. */
function build(path: string, fill: (database: DatabaseSync) => void): void {
  removeDatabase(path);
  withDatabase(path, {}, (database) => {
    fill(database);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  });
}

function putInPlace(folder: string): void {
  const complete = join(folder, COMPLETE);
  const setAside = untoldRecovery(complete)?.setAside ?? freePath(folder, statSync(complete).mtimeMs);
  for (const companion of companions) moveAside(join(folder, `${databaseName}${companion}`), `${setAside}${companion}`);
  // What was just read of it left companions of its own, without content.
  for (const companion of ['-wal', '-shm']) rmSync(`${complete}${companion}`, { force: true });
  rename(complete, join(folder, databaseName));
  syncFolder(folder);
}

/** A file that is already there was moved by the start that was killed; a second one can only hold nothing. */
function moveAside(from: string, to: string): void {
  if (!existsSync(from)) return;
  if (existsSync(to)) rmSync(from);
  else rename(from, to);
}

/** A name that sorts by time, and that no earlier recovery took. */
function freePath(folder: string, at: number): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');
  for (let copy = 1; ; copy++) {
    const path = join(folder, `queue.damaged-${time}${copy === 1 ? '' : `-${copy}`}.db`);
    if (companions.every((companion) => !existsSync(`${path}${companion}`))) return path;
  }
}

function removeDatabase(path: string): void {
  for (const companion of companions) rmSync(`${path}${companion}`, { force: true });
}

/**
 * Renames, and waits up to a minute for an antivirus, a backup or a reader to let go of the file. It blocks on purpose:
 * this happens while the app starts, before it does anything else, and nothing may come between its steps.
 */
function rename(from: string, to: string): void {
  blockWhileLocked(() => renameSync(from, to), blockThread);
}

/** What node:fs throws leaves as an AppError about the folder. */
function onDisk(folder: string, work: () => void): void {
  try {
    work();
  } catch (thrown) {
    if (!isFileSystemError(thrown)) throw thrown;
    throw toFolderError(thrown, folder);
  }
}
