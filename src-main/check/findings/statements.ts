/** @file Statements of a database, prepared once: preparing takes longer than most of them. */

import type { DatabaseSync, StatementSync } from 'node:sqlite';

export class Statements {
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

const ofDatabases = new WeakMap<DatabaseSync, Statements>();

/** Those that are shared by all who use this connection to a database, for what reads at once all that it selects. */
export function statementsOf(database: DatabaseSync): Statements {
  const known = ofDatabases.get(database) ?? new Statements(database);
  ofDatabases.set(database, known);
  return known;
}
