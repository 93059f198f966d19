/** @file Which submissions have changed, for what is kept in memory of them: each write about one is noticed by the database itself. */

import type { DatabaseSync } from 'node:sqlite';
import { Statements } from '../../ground/prepared-statements.ts';
import { batchSchema, type SubmissionId } from '../batch.ts';
import { guarded } from './database.ts';

const rowSchema = batchSchema.pick({ submission: true });
let watches = 0;

/** Notices changes from the moment on at which it is made, of its own connection to the database. */
export class ChangedSubmissions {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #table: string;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
    watches += 1;
    this.#table = `changed_submissions_${watches}`;
    const note = (table: string, change: string, whose: string) =>
      `CREATE TEMP TRIGGER ${this.#table}_${table}_${change} AFTER ${change} ON main.${table} BEGIN
         INSERT OR IGNORE INTO ${this.#table} ${whose};
       END;`;
    guarded(path, () =>
      database.exec(
        [
          `CREATE TEMP TABLE ${this.#table} (submission INTEGER PRIMARY KEY) STRICT;`,
          note('submissions', 'INSERT', 'VALUES (NEW.id)'),
          note('submissions', 'UPDATE', 'VALUES (NEW.id)'),
          note('submissions', 'DELETE', 'VALUES (OLD.id)'),
          note('batches', 'INSERT', 'VALUES (NEW.submission)'),
          note('batches', 'UPDATE', 'VALUES (OLD.submission), (NEW.submission)'),
          note('batches', 'DELETE', 'VALUES (OLD.submission)'),
          note('named_lines', 'INSERT', 'SELECT submission FROM batches WHERE number = NEW.batch'),
          note('named_lines', 'UPDATE', 'SELECT submission FROM batches WHERE number = NEW.batch'),
          note('named_lines', 'DELETE', 'SELECT submission FROM batches WHERE number = OLD.batch'),
        ].join('\n'),
      ),
    );
  }

  /** Those that have changed since this was last asked: they, a batch of theirs, or what a report names in it. */
  take(): SubmissionId[] {
    const rows = guarded(this.#path, () =>
      Statements.of(this.#database).get(`DELETE FROM ${this.#table} RETURNING submission`).all(),
    );
    return rows.map((row) => rowSchema.parse(row).submission);
  }
}
