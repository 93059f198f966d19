/** @file Opening the queue's database: schema by version, durability, and SQLite's troubles as AppErrors. */

import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../src-preload/errors.ts';

/** Step n brings a database from `user_version` n to n + 1. Steps are never edited once released, only added. */
const migrations: readonly string[] = [
  `CREATE TABLE submissions (id INTEGER PRIMARY KEY AUTOINCREMENT, document TEXT NOT NULL) STRICT;
   CREATE TABLE batches (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     submission INTEGER NOT NULL REFERENCES submissions (id),
     batch_id TEXT UNIQUE,
     document TEXT NOT NULL
   ) STRICT;
   CREATE INDEX batches_by_submission ON batches (submission);
   CREATE TABLE events (
     position INTEGER PRIMARY KEY AUTOINCREMENT,
     at INTEGER NOT NULL,
     submission INTEGER NOT NULL,
     batch INTEGER,
     kind TEXT NOT NULL,
     detail TEXT NOT NULL,
     previous_hash TEXT NOT NULL,
     hash TEXT NOT NULL
   ) STRICT;
   CREATE INDEX events_by_submission ON events (submission);
   CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'append-only'); END;
   CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'append-only'); END;
   CREATE TABLE requests (key TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
   CREATE INDEX requests_by_key ON requests (key, at);`,
];

export interface DatabaseOptions {
  readOnly?: boolean;
  /** The size, in SQLite pages, beyond which it behaves as on a full disk. */
  maxPages?: number;
}

/**
 * Opens (and creates or migrates) the database at `path`; a commit is on the disk when it returns.
 * @throws AppError queue.damaged, folder.unusable, disk.full
 */
export function openDatabase(path: string, { readOnly = false, maxPages }: DatabaseOptions = {}): DatabaseSync {
  return guarded(path, () => {
    const database = new DatabaseSync(path, { readOnly, timeout: 5000 });
    try {
      if (!readOnly) {
        database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
        migrate(database, path);
        if (maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${maxPages}`);
      }
      return database;
    } catch (thrown) {
      database.close();
      throw thrown;
    }
  });
}

function migrate(database: DatabaseSync, path: string): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  if (version > migrations.length) {
    throw new AppError('queue.damaged', {
      path,
      reason: `it has version ${version}, this app knows ${migrations.length}`,
    });
  }
  for (const [step, statements] of migrations.entries()) {
    if (step < version) continue;
    inTransaction(database, () => database.exec(`${statements} PRAGMA user_version = ${step + 1};`));
  }
}

/** Runs `work` in one transaction: all of it is stored, or nothing. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK');
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

/** Primary result codes of https://sqlite.org/rescode.html */
const SQLITE_FULL = 13;
const SQLITE_IOERR = 10;
const DAMAGED = new Set([11, 26]);

/** What SQLite threw as an AppError about the file at `path`; anything else as it is. */
export function toStorageError(path: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || !('errcode' in thrown)) return thrown;
  const primary = Number(thrown.errcode) & 0xff;
  const options = { cause: thrown };
  if (primary === SQLITE_FULL || primary === SQLITE_IOERR) return new AppError('disk.full', { folder: path }, options);
  if (DAMAGED.has(primary)) return new AppError('queue.damaged', { path, reason: thrown.message }, options);
  return new AppError('folder.unusable', { folder: path, reason: thrown.message }, options);
}
