/** @file Opening the queue's database: durability, transactions, and SQLite's troubles as AppErrors. */

import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../src-shared/errors.ts';
import { diskFull, isDiskFull } from '../../disk-space.ts';
import { migrate, refuseNewer } from './migrations.ts';
import { sqliteInWords } from './sqlite-words.ts';
import { markSuspect } from './suspicion.ts';

/** In the data folder. */
export const databaseName = 'queue.db';

/** How long one process waits for another that writes or checkpoints, in milliseconds. */
const BUSY_TIMEOUT = 5000;

export interface DatabaseOptions {
  readOnly?: boolean;
  /** The size, in SQLite pages, beyond which it behaves as on a full disk. */
  maxPages?: number;
}

/**
 * Opens (and creates or migrates) the database at `path`; a commit is on the disk when it returns.
 * @throws AppError queue.damaged, queue.newer, folder.unusable, disk.full
 */
export function openDatabase(path: string, { readOnly = false, maxPages }: DatabaseOptions = {}): DatabaseSync {
  return guarded(path, () => {
    const database = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT });
    try {
      refuseNewer(database, path);
      if (readOnly) return database;
      // On a Mac, fsync leaves the data in the drive's cache; the two with “fullfsync” do not. Elsewhere they do nothing.
      database.exec(`
        PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
        PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;`);
      migrate(database);
      if (maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${maxPages}`);
      return database;
    } catch (thrown) {
      database.close();
      throw thrown;
    }
  });
}

/** Opens the database at `path` for the time of `work`. @throws as `openDatabase`, and what `work` throws */
export function withDatabase<Result>(
  path: string,
  options: DatabaseOptions,
  work: (database: DatabaseSync) => Result,
): Result {
  const database = openDatabase(path, options);
  try {
    return guarded(path, () => work(database));
  } finally {
    database.close();
  }
}

/**
 * Runs `work` in one transaction: all of it is stored, or nothing. Within another transaction it is a part of that one:
 * undone by itself when it fails, and on the disk when all of it is.
 */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  const [begin, end, undo] = database.isTransaction
    ? ['SAVEPOINT part', 'RELEASE part', 'ROLLBACK TO part; RELEASE part']
    : ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'];
  database.exec(begin);
  try {
    const result = work();
    database.exec(end);
    return result;
  } catch (thrown) {
    // A full disk may have undone all of it already.
    if (database.isTransaction) database.exec(undo);
    throw thrown;
  }
}

/** Runs `work`; what SQLite throws leaves as an AppError about the file at `path`. */
export function guarded<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (thrown) {
    throw toStorageError(path, thrown);
  }
}

/** https://sqlite.org/rescode.html */
const DAMAGED: ReadonlySet<number> = new Set([
  11, // SQLITE_CORRUPT
  26, // SQLITE_NOTADB
  266, // SQLITE_IOERR_READ: the disk does not give a block any more
  522, // SQLITE_IOERR_SHORT_READ
  8202, // SQLITE_IOERR_DATA
  8458, // SQLITE_IOERR_CORRUPTFS
]);

/** What SQLite threw as an AppError about the file at `path`; anything else as it is. Damage is noted in the folder. */
export function toStorageError(path: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || !('errcode' in thrown)) return thrown;
  const code = Number(thrown.errcode);
  const primary = code & 0xff;
  const options = { cause: thrown };
  if (isDiskFull(thrown)) return diskFull(path, options);
  if (DAMAGED.has(code) || DAMAGED.has(primary)) {
    markSuspect(dirname(path));
    return new AppError('queue.damaged', { path, reason: thrown.message }, options);
  }
  return new AppError('folder.unusable', { folder: path, reason: sqliteInWords(thrown) ?? '' }, options);
}

/** What is damaged, if that is what an error says. */
export function damageIn(thrown: unknown): string | undefined {
  if (!(thrown instanceof AppError) || thrown.code !== 'queue.damaged') return undefined;
  return String(thrown.toRecord().params.reason);
}
