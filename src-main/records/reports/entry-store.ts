/**
 * @file Stores what a report says, by the lines of its batch, in a database of its own: any number of entries, without
 * holding them in memory. It is made from the report at any time, so it is written without a journal, and thrown away
 * where it is not complete.
 */

import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { packed } from '../../../src-shared/languages/fact.ts';
import type { Finding } from '../../check/findings/finding.ts';
import { type FoundId, MOST_SHARING, type Placement } from './numbering.ts';
import type { ReadEntry } from './reading/entries.ts';
import { type IdClaim, type IdKind, idKinds, type NumberClaim } from './reading/entry.ts';
import type { ReadingFacts } from './reading-facts.ts';

const claimsSchema = z.object({
  numbers: z.array(z.object({ number: z.number(), basis: z.enum(['line', 'index']) })),
  ids: z.array(z.object({ kind: z.enum(idKinds), id: z.string() })),
});
const claimedRow = z.object({ id: z.int(), claims: z.string() });
const foundRow = z.object({ kind: z.enum(['modification', 'transaction', 'request']), line: z.int() });
const lineRow = z.object({ line: z.int() });
const countRow = z.object({ found_by: z.enum(['check', 'service', 'both', 'unmatched']), count: z.int() });

const PAGE_BYTES = 4096;

export interface Claims {
  entry: number;
  numbers: NumberClaim[];
  ids: IdClaim[];
}

const tables = `
  CREATE TABLE facts (document TEXT NOT NULL) STRICT;
  CREATE TABLE findings (
    line INTEGER NOT NULL, rule TEXT NOT NULL, severity TEXT NOT NULL, path TEXT NOT NULL, message TEXT NOT NULL
  ) STRICT;
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY, claims TEXT NOT NULL, messages TEXT NOT NULL, excerpt TEXT NOT NULL
  ) STRICT;
  CREATE TABLE found (
    id TEXT NOT NULL, kind TEXT NOT NULL, line INTEGER NOT NULL, PRIMARY KEY (id, kind, line)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE line_ids (line INTEGER PRIMARY KEY, modification TEXT NOT NULL) STRICT;
  CREATE TABLE places (
    line INTEGER NOT NULL, entry INTEGER NOT NULL, found_as TEXT NOT NULL, contradicts INTEGER,
    PRIMARY KEY (line, entry)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE unplaced (entry INTEGER PRIMARY KEY, reason TEXT NOT NULL) STRICT;
  CREATE TABLE rows (
    position INTEGER PRIMARY KEY, line INTEGER, entry INTEGER, found_by TEXT NOT NULL, modification TEXT
  ) STRICT;`;

const arrangement = `
  CREATE INDEX findings_by_line ON findings (line);
  DELETE FROM findings WHERE severity = 'warning' AND line NOT IN (SELECT line FROM places);
  INSERT INTO rows (line, found_by, modification)
    SELECT named.line, CASE
      WHEN NOT EXISTS (SELECT 1 FROM findings WHERE findings.line = named.line) THEN 'service'
      WHEN EXISTS (SELECT 1 FROM places WHERE places.line = named.line) THEN 'both'
      ELSE 'check' END, line_ids.modification
    FROM (SELECT line FROM places UNION SELECT line FROM findings) AS named
    LEFT JOIN line_ids ON line_ids.line = named.line ORDER BY named.line;
  INSERT INTO rows (entry, found_by) SELECT entry, 'unmatched' FROM unplaced ORDER BY entry;
  CREATE INDEX rows_by_found ON rows (found_by);
  DROP TABLE found;
  DROP TABLE line_ids;`;

/** Writes the database of one report, step by step; all of it is one transaction. */
export class EntryWriter {
  readonly #database: DatabaseSync;
  readonly #insertFinding: StatementSync;
  readonly #insertEntry: StatementSync;
  readonly #insertFound: StatementSync;
  readonly #insertLine: StatementSync;
  readonly #insertPlace: StatementSync;
  readonly #insertUnplaced: StatementSync;
  readonly #selectFound: StatementSync;
  readonly #selectMeant: StatementSync;

  /** @param path of a file that is there and empty, or has only findings @param mostBytes the file becomes no larger */
  constructor(path: string, mostBytes: number) {
    const database = new DatabaseSync(path);
    this.#database = database;
    const pages = Math.max(1, Math.floor(mostBytes / PAGE_BYTES));
    database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA max_page_count = ${pages};`);
    if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'rows'").get() === undefined) database.exec(tables);
    database.exec('BEGIN');
    this.#insertFinding = database.prepare('INSERT INTO findings VALUES (?, ?, ?, ?, ?)');
    this.#insertEntry = database.prepare('INSERT INTO entries (claims, messages, excerpt) VALUES (?, ?, ?)');
    this.#insertFound = database.prepare('INSERT OR IGNORE INTO found VALUES (?, ?, ?)');
    this.#insertLine = database.prepare('INSERT OR IGNORE INTO line_ids VALUES (?, ?)');
    this.#insertPlace = database.prepare('INSERT OR IGNORE INTO places VALUES (?, ?, ?, ?)');
    this.#insertUnplaced = database.prepare('INSERT INTO unplaced VALUES (?, ?)');
    this.#selectFound = database.prepare(
      `SELECT kind, line FROM found WHERE id = ? ORDER BY line LIMIT ${MOST_SHARING}`,
    );
    this.#selectMeant = database.prepare(
      'SELECT kind, line FROM found WHERE id = ? AND line IN (SELECT value FROM json_each(?)) ORDER BY line',
    );
  }

  /** Lines here and below are those of the batch, from 1. */
  addFinding({ line, rule, severity, path, message }: Finding): void {
    this.#insertFinding.run(line, rule, severity, path, packed(message));
  }

  addEntry({ numbers, ids, messages, excerpt }: ReadEntry): void {
    this.#insertEntry.run(JSON.stringify({ numbers, ids }), JSON.stringify(messages), excerpt);
  }

  addFound(id: string, kind: FoundId['kind'], line: number): void {
    this.#insertFound.run(id, kind, line);
  }

  addLine(line: number, modificationId: string): void {
    this.#insertLine.run(line, modificationId);
  }

  /** The search was in vain: these are other bytes. */
  forgetLines(): void {
    this.#database.exec('DELETE FROM found; DELETE FROM line_ids');
  }

  /** What the entries claim, in the order of the report. */
  *claims(): Generator<Claims> {
    for (const row of this.#database.prepare('SELECT id, claims FROM entries ORDER BY id').iterate()) {
      const { id, claims } = claimedRow.parse(row);
      yield { entry: id, ...claimsSchema.parse(JSON.parse(claims)) };
    }
  }

  /** The lines with errors that our check found. */
  *linesWithErrors(): Generator<number> {
    const lines = this.#database.prepare("SELECT line FROM findings WHERE severity = 'error'");
    for (const row of lines.iterate()) yield lineRow.parse(row).line;
  }

  /** The first lines that have an identifier, or those of them that are meant. @param id as it is compared */
  found(id: string, claimed: IdKind, meant?: readonly number[]): FoundId[] {
    const rows = meant === undefined ? this.#selectFound.all(id) : this.#selectMeant.all(id, JSON.stringify(meant));
    return rows.map((row) => ({ ...foundRow.parse(row), claimed }));
  }

  place(entry: number, placement: Placement): void {
    if (placement.kind === 'unplaced') {
      this.#insertUnplaced.run(entry, placement.reason);
      return;
    }
    for (const { line, by, contradicts } of placement.places) {
      this.#insertPlace.run(line, entry, by, contradicts ?? null);
    }
  }

  /** Puts everything in the order of the lines; returns how many rows of each sort there are. */
  arrange(): ReadingFacts['rows'] {
    this.#database.exec(arrangement);
    const rows = { check: 0, service: 0, both: 0, unmatched: 0 };
    for (const row of this.#database.prepare('SELECT found_by, count(*) AS count FROM rows GROUP BY found_by').all()) {
      const { found_by: foundBy, count } = countRow.parse(row);
      rows[foundBy] = count;
    }
    return rows;
  }

  /** Notes what is known besides; with it the database is complete. */
  conclude(facts: ReadingFacts): void {
    this.#database.prepare('INSERT INTO facts VALUES (?)').run(JSON.stringify(facts));
  }

  /** Stores what was added. */
  commit(): void {
    this.#database.exec('COMMIT');
    this.#database.close();
  }

  /** What was added is lost, and so is the file. */
  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}
