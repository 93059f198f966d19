/**
 * @file Refuses a queue with triggers or views that Tranship has not made: a trigger could change what is stored, after it was
 * compared with the history, and a view could show what is stored nowhere.
 */

import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../src-shared/errors.ts';
import { migrate } from './migrations.ts';

let own: ReadonlySet<string> | undefined;

/** Before anything is written. @throws AppError queue.foreign-schema for the database at `path` */
export function refuseForeign(database: DatabaseSync, path: string): void {
  const found = activeParts(database);
  if (found.length === 0) return;
  own ??= ownParts();
  const foreign = found.filter((part) => own?.has(textOf(part)) !== true).map(({ name }) => String(name));
  if (foreign.length > 0) throw new AppError('queue.foreign-schema', { path, names: foreign.join(', ') });
}

/** None that an earlier version had is gone since. */
function ownParts(): ReadonlySet<string> {
  const fresh = new DatabaseSync(':memory:');
  try {
    migrate(fresh);
    return new Set(activeParts(fresh).map(textOf));
  } finally {
    fresh.close();
  }
}

function activeParts(database: DatabaseSync) {
  return database.prepare("SELECT name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')").all();
}

function textOf({ name, sql }: Record<string, unknown>): string {
  return JSON.stringify([name, sql]);
}
