/** @file Opens the queue's database: durability, transactions, and the errors of SQLite as AppErrors. */

import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../src-shared/errors.ts';
import { databaseName } from '../../ground/files/database-name.ts';
import { diskFull, isDiskFull } from '../../ground/files/disk-space.ts';
import { isFileSystemError, toFolderError } from '../../ground/files/file-errors.ts';
import { prepareDatabase } from '../../ground/files/own-folder.ts';
import { sqliteInWords } from '../../ground/files/sqlite-words.ts';
import { Statements } from '../../ground/prepared-statements.ts';
import { refuseForeign } from './foreign-schema.ts';
import { migrate, refuseNewer } from './migrations.ts';
import { markSuspect } from './suspicion.ts';

export { databaseName };

/** How long a process waits for another that writes or makes a checkpoint, in milliseconds. */
const BUSY_TIMEOUT = 5000;

export interface DatabaseOptions {
  readOnly?: boolean;
  /** The size, in SQLite pages, at which the database behaves as on a full disk. */
  maxPages?: number;
}

/**
 * Opens the database at `path`, and creates or migrates it if necessary. A commit is on the disk when it returns.
 * @throws AppError queue.damaged, queue.newer, queue.foreign-schema, folder.unusable, disk.full
 */
export function openDatabase(path: string, { readOnly = false, maxPages }: DatabaseOptions = {}): DatabaseSync {
  return guarded(path, () => {
    prepare(path, readOnly);
    const database = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT });
    try {
      refuseNewer(database, path);
      refuseForeign(database, path);
      if (readOnly) return database;
      // What is deleted is overwritten with zeros, so that it cannot be read in the bytes of the file.
      // On a Mac, fsync leaves the data in the drive's cache; the two “fullfsync” pragmas do not. They have no effect
      // elsewhere.
      database.exec(`
        PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
        PRAGMA secure_delete = ON;
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

function prepare(path: string, readOnly: boolean): void {
  try {
    prepareDatabase(path, { mayCreate: !readOnly });
  } catch (thrown) {
    throw isFileSystemError(thrown) ? toFolderError(thrown, dirname(path)) : thrown;
  }
}

/** Opens the database at `path`, runs `work` and closes it. @throws as `openDatabase`, and what `work` throws */
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
 * Runs `work` in one transaction: all of it is stored, or nothing. Inside another transaction it becomes a part of it:
 * a failure undoes only this part, and it reaches the disk with the outer commit.
 */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  const isPart = database.isTransaction;
  const [begin, end, undo] = isPart
    ? ['SAVEPOINT part', 'RELEASE part', 'ROLLBACK TO part; RELEASE part']
    : ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'];
  // A transaction may have thousands of parts.
  const run = (sql: string) => (isPart ? Statements.of(database).get(sql).run() : database.exec(sql));
  run(begin);
  try {
    const result = work();
    run(end);
    return result;
  } catch (thrown) {
    // After a full disk, SQLite may have rolled back already.
    if (database.isTransaction) database.exec(undo);
    throw thrown;
  }
}

/** Runs `work` and turns what SQLite throws into an AppError about the file at `path`. */
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
  266, // SQLITE_IOERR_READ: the disk can no longer read a block
  522, // SQLITE_IOERR_SHORT_READ
  8202, // SQLITE_IOERR_DATA
  8458, // SQLITE_IOERR_CORRUPTFS
]);

/**
 * Turns what SQLite threw into an AppError about the file at `path`, and notes damage in the folder. Returns any other
 * value unchanged.
 */
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

/** The damage that an error reports; undefined for any other error. */
export function damageIn(thrown: unknown): string | undefined {
  if (!(thrown instanceof AppError) || thrown.code !== 'queue.damaged') return undefined;
  return String(thrown.toRecord().params.reason);
}
