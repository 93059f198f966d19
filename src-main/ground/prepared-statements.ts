/** @file Statements of a database, prepared once: preparing takes longer than most of them. */

import type { DatabaseSync, StatementSync } from 'node:sqlite';

const known = new WeakMap<DatabaseSync, Statements>();

export class Statements {
  /** The same ones for a database each time. */
  static of(database: DatabaseSync): Statements {
    const statements = known.get(database) ?? new Statements(database);
    known.set(database, statements);
    return statements;
  }

  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** @param sql a constant: each is kept */
  get(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const prepared = this.#database.prepare(sql);
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
