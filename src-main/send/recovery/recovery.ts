/**
 * @file Sets a damaged queue aside under a new name and builds a new one from what can be read of it.
 * [Note: Killed in the middle] The new queue is built as `queue.recovering.db`. Once it is complete it becomes
 * `queue.recovered.db`, and that name is the decision: its history says where the damaged file goes. Then the damaged
 * file is moved there and the new one takes its place. A start that finds the second name completes these steps; a
 * start that finds the first one builds again. The process may therefore be killed at any point.
 */

import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../src-shared/errors.ts';
import type { Author } from '../../audit/chain.ts';
import { wasFoundSound } from '../../ground/files/early-examination.ts';
import { isFileSystemError, toFolderError } from '../../ground/files/file-errors.ts';
import { blockForAMinute } from '../../ground/files/file-locks.ts';
import { syncFolder } from '../../ground/files/folders.ts';
import { blockingReplaceFile } from '../../ground/files/replace-file.ts';
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
 * Opens the queue of a folder with `open`. If the queue is damaged, or `open` throws queue.damaged, it is recovered
 * first. The caller holds the lock of the folder; `open` closes what it opened when it throws.
 * @param now ms since the epoch
 * @param author who records that it was recovered
 * @returns `recovery`: what a person must know, returned at every start until `confirmRecovery`
 * @throws AppError queue.newer, folder.unusable, disk.full, and what `open` throws
 */
export function openRecovered<Opened>(
  folder: string,
  now: () => number,
  open: () => Opened,
  author?: Author,
): { opened: Opened; recovery: Recovery | undefined } {
  const path = join(folder, databaseName);
  onDisk(folder, () => prepare(folder, now, author));
  try {
    return { opened: open(), recovery: untoldRecovery(path) };
  } catch (thrown) {
    const reason = damageIn(thrown);
    if (reason === undefined) throw thrown;
    onDisk(folder, () => recover(folder, reason, now(), author));
    return { opened: open(), recovery: untoldRecovery(path) };
  }
}

/** Makes sure that the folder holds a database which the examination finds sound. */
function prepare(folder: string, now: () => number, author: Author | undefined): void {
  removeDatabase(join(folder, UNFINISHED));
  if (existsSync(join(folder, COMPLETE))) putInPlace(folder);
  const damage = wasFoundSound(folder) ? undefined : examine(folder);
  if (damage !== undefined) recover(folder, damage, now(), author);
  else if (!existsSync(join(folder, databaseName))) createDatabase(folder);
  clearSuspicion(folder);
}

/** Records that a person has read about the recovery, so that later starts do not return it again. */
export function confirmRecovery(folder: string, at: number, author?: Author): void {
  const told = { at, submission: WHOLE_QUEUE, kind: 'recovery-told' };
  withDatabase(join(folder, databaseName), {}, (database) => {
    inTransaction(database, () => appendEvent(database, told, author));
  });
}

/** The message about a recovery, for the catalogue. */
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
      .prepare(`SELECT kind, detail FROM events WHERE submission = ? AND kind IN ('recovered', 'recovery-told')
         ORDER BY position DESC LIMIT 1`)
      .get(WHOLE_QUEUE);
    return line?.kind === 'recovered' ? recoverySchema.parse(JSON.parse(String(line.detail))) : undefined;
  });
}

/** Builds it under another name first: an empty file under the final name can then only be damage. */
function createDatabase(folder: string): void {
  build(join(folder, UNFINISHED), () => {});
  rename(join(folder, UNFINISHED), join(folder, databaseName));
}

function recover(folder: string, reason: string, at: number, author: Author | undefined): void {
  const occasion = { at, reason, setAside: freePath(folder, at) };
  build(join(folder, UNFINISHED), (database) => salvage(join(folder, databaseName), database, occasion, author));
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
  // Reading it has left companions without content.
  for (const companion of ['-wal', '-shm']) rmSync(`${complete}${companion}`, { force: true });
  rename(complete, join(folder, databaseName));
  syncFolder(folder);
}

/** If `to` exists, the killed start has moved the file already, and `from` holds nothing. */
function moveAside(from: string, to: string): void {
  if (!existsSync(from)) return;
  if (existsSync(to)) rmSync(from);
  else rename(from, to);
}

/** A name that sorts by time and that no earlier recovery has used. */
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
 * Renames, and waits up to a minute for an antivirus, a backup or a reader to release the file. Blocks on purpose: the
 * app is starting, and nothing may come between these steps.
 */
function rename(from: string, to: string): void {
  blockingReplaceFile(from, to, blockForAMinute);
}

/** Turns what node:fs throws into an AppError about the folder. */
function onDisk(folder: string, work: () => void): void {
  try {
    work();
  } catch (thrown) {
    if (!isFileSystemError(thrown)) throw thrown;
    throw toFolderError(thrown, folder);
  }
}
