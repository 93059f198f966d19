/** @file Examines the queue's database for damage at every start, within milliseconds. Changes nothing. */

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { toFolderError } from '../../ground/files/file-errors.ts';
import { damageIn, databaseName, withDatabase } from '../storage/database.ts';
import { migrate, tablesOfQueue, versionOf } from '../storage/migrations.ts';
import { isSuspect } from '../storage/suspicion.ts';
import { readWriteAheadLog } from './write-ahead-log.ts';

/** A history of up to this many events is examined in a few milliseconds. */
const SHORT_HISTORY = 20_000;
const LATEST_LINES = 1000;
const lastSchema = z.object({ last: z.int().nullable() });
const countSchema = z.object({ broken: z.int() });

/**
 * How the database in the folder is damaged; undefined when it is sound or does not exist. Examines the findings, and
 * the older part of a long history, only after `markSuspect`: there may be millions of them.
 * @throws AppError queue.newer, folder.unusable
 */
export function examine(folder: string): string | undefined {
  const path = join(folder, databaseName);
  const log = `${path}-wal`;
  const bytes = sizeOf(path);
  const logBytes = sizeOf(log);
  if (bytes === undefined) return logBytes ? 'only its write-ahead log is left' : undefined;
  // SQLite would take it for a new database, and delete the log beside it.
  if (bytes === 0) return 'it is empty';
  try {
    const lost = logBytes ? readWriteAheadLog(log).damage : undefined;
    return lost ?? withDatabase(path, { readOnly: true }, (database) => complaint(database, isSuspect(folder)));
  } catch (thrown) {
    const damage = damageIn(thrown);
    if (damage === undefined) throw thrown;
    return damage;
  }
}

function complaint(database: DatabaseSync, thoroughly: boolean): string | undefined {
  const version = versionOf(database);
  if (version < 1) return 'its version is missing';
  if (!hasSchemaOf(database, version)) return 'its tables are not those of a queue';
  for (const table of ['submissions', 'batches']) {
    // A migration or an index that reads a broken document would fail without reporting damage.
    const { broken } = countSchema.parse(
      database.prepare(`SELECT count(*) AS broken FROM ${table} WHERE NOT json_valid(document)`).get(),
    );
    if (broken > 0) return `${broken} of its ${table} cannot be read`;
  }
  const checks = thoroughly ? [''] : tablesToCheck(database).map((table) => `(${table})`);
  return checks.map((which) => complaintOf(database, which)).find((one) => one !== undefined);
}

/**
 * The start reads all the other tables anyway. Of a long history, it reads only the end that the next event is chained
 * to.
 */
function tablesToCheck(database: DatabaseSync): readonly string[] {
  const { last } = lastSchema.parse(database.prepare('SELECT max(position) AS last FROM events').get());
  if ((last ?? 0) <= SHORT_HISTORY) return tablesOfQueue;
  database.prepare('SELECT sum(length(detail)) FROM events WHERE position > ?').get((last ?? 0) - LATEST_LINES);
  return tablesOfQueue.filter((table) => table !== 'events');
}

/** Whether the schema of this version is complete, word for word. */
function hasSchemaOf(database: DatabaseSync, version: number): boolean {
  const fresh = new DatabaseSync(':memory:');
  try {
    migrate(fresh, version);
    const found = schemaOf(database);
    return [...schemaOf(fresh)].every(([name, sql]) => found.get(name) === sql);
  } finally {
    fresh.close();
  }
}

function schemaOf(database: DatabaseSync): Map<unknown, unknown> {
  return new Map(
    database
      .prepare('SELECT name, sql FROM sqlite_schema')
      .all()
      .map(({ name, sql }) => [name, sql]),
  );
}

function complaintOf(database: DatabaseSync, which: string): string | undefined {
  const answer = database.prepare(`PRAGMA quick_check${which}`).get()?.quick_check;
  return answer === 'ok' ? undefined : String(answer);
}

/** Undefined when there is no such file. */
function sizeOf(path: string): number | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) throw new Error(`${path} is a folder`);
    return found?.size;
  } catch (thrown) {
    throw toFolderError(thrown, dirname(path));
  }
}
