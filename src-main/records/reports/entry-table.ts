/** @file Reads what a report says, by line, from its database: page by page, filtered, searched. */

import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { unpacked } from '../../../src-shared/languages/fact.ts';
import { inEnglish } from '../../../src-shared/languages/message.ts';
import type { Finding } from '../../check/findings/finding.ts';
import { findingSchema } from '../../check/findings/finding-schema.ts';
import { type IdClaim, idKinds, type ServiceMessage } from './reading/entry.ts';
import { type ReadingFacts, readingFactsSchema } from './reading-facts.ts';

export type FoundBy = 'check' | 'service' | 'both' | 'unmatched';

/** Which rows are shown; an absent property lets all pass. */
export interface RowFilter {
  foundBy?: readonly FoundBy[];
  /** Something that stands in a message or an identifier, in any case; or the number of a line of the file. */
  text?: string;
}

/** What the service says in one entry. */
export interface ServiceEntry {
  messages: ServiceMessage[];
  /** By what it was tied to the line; undefined for an entry that matches no line. */
  tiedBy?: 'number' | 'modification' | 'transaction' | 'request';
  /** The number that the report gives, where it means another line than the identifier. */
  contradicts?: number;
  /** What the entry names. */
  numbers: number[];
  ids: IdClaim[];
  /** The beginning of the entry as it stands in the report. */
  excerpt: string;
}

/** What was found on one line, or an entry that matches none. */
export interface ReportRow {
  foundBy: FoundBy;
  /** Of the batch, from 1. */
  batchLine?: number;
  modificationId?: string;
  service: ServiceEntry[];
  check: Pick<Finding, 'rule' | 'severity' | 'path' | 'message'>[];
  /** Why the entry matches no line. */
  reason?: 'no-reference' | 'beyond' | 'unknown-id';
}

const storedRow = z.object({
  position: z.int(),
  line: z.int().nullable(),
  entry: z.int().nullable(),
  found_by: z.enum(['check', 'service', 'both', 'unmatched']),
  modification: z.string().nullable(),
});
const storedEntry = z.object({
  claims: z.string(),
  messages: z.string(),
  excerpt: z.string(),
  found_as: z.enum(['number', 'modification', 'transaction', 'request']).nullable(),
  contradicts: z.int().nullable(),
  reason: z.enum(['no-reference', 'beyond', 'unknown-id']).nullable(),
});
const namesSchema = z.object({
  numbers: z.array(z.object({ number: z.number() })),
  ids: z.array(z.object({ kind: z.enum(idKinds), id: z.string() })),
});
const messagesSchema = z.array(
  z.object({ text: z.string(), field: z.string().optional(), code: z.string().optional() }),
);
const positionRow = z.object({ position: z.int() });
const lineRow = z.object({ line: z.int().positive() });
const document = z.object({ document: z.string() });
const foundOnLine = findingSchema.omit({ line: true });

/** On one line; more are the same mistake again. */
const MOST_ON_LINE = 100;
const SEARCHED_AT_ONCE = 2000;
const PAGE = 500;

export class EntryTable {
  readonly #database: DatabaseSync;
  readonly facts: ReadingFacts;

  /** @throws what SQLite and zod throw, for a database that is not complete */
  constructor(path: string) {
    this.#database = new DatabaseSync(path, { readOnly: true });
    this.#database.function('in_english', { deterministic: true }, (said) => inEnglish(unpacked(String(said))));
    try {
      const facts = this.#database.prepare('SELECT document FROM facts').get();
      this.facts = readingFactsSchema.parse(JSON.parse(document.parse(facts).document));
    } catch (thrown) {
      this.#database.close();
      throw thrown;
    }
  }

  close(): void {
    this.#database.close();
  }

  /** The rows from an index on, without a search. */
  rows(offset: number, limit: number, foundBy: readonly FoundBy[] = []): ReportRow[] {
    const { where, values } = among(foundBy);
    const sql = `SELECT * FROM rows WHERE ${where} ORDER BY position LIMIT ? OFFSET ?`;
    return this.#database
      .prepare(sql)
      .all(...values, limit, offset)
      .map((row) => this.#complete(storedRow.parse(row)));
  }

  /** The rows at these positions, as `search` found them. */
  at(positions: readonly number[]): ReportRow[] {
    const get = this.#database.prepare('SELECT * FROM rows WHERE position = ?');
    return positions.map((position) => this.#complete(storedRow.parse(get.get(position))));
  }

  /** All rows in order, read page by page. */
  *iterate(foundBy: readonly FoundBy[] = []): Generator<ReportRow> {
    const { where, values } = among(foundBy);
    const next = this.#database.prepare(`SELECT * FROM rows WHERE ${where} AND position > ? ORDER BY position LIMIT ?`);
    for (let after = 0; ; ) {
      const rows = next.all(...values, after, PAGE).map((row) => storedRow.parse(row));
      for (const row of rows) yield this.#complete(row);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.position;
    }
  }

  /** The lines of the batch, from 1, that the service names, in any order. */
  *linesByService(): Generator<number> {
    for (const row of this.#database.prepare('SELECT DISTINCT line FROM places').iterate())
      yield lineRow.parse(row).line;
  }

  /** Whether the service says something of a line that the batch does not have, or of none that it names. */
  hasStrangers(): boolean {
    const sql = `SELECT 1 FROM unplaced JOIN entries ON id = entry
      WHERE reason <> 'no-reference' OR messages <> '[]' LIMIT 1`;
    return this.#database.prepare(sql).get() !== undefined;
  }

  /**
   * The positions of the rows that pass the filter. Yields to other work every few milliseconds.
   * @param firstLine of the batch in its file
   */
  async search({ foundBy = [], text = '' }: RowFilter, firstLine: number, signal: AbortSignal): Promise<number[]> {
    const { where, values } = among(foundBy);
    const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
    const line = /^\d{1,15}$/.test(text) ? Number(text) - firstLine + 1 : -1;
    const like = (column: string) => `${column} LIKE :pattern ESCAPE '\\'`;
    const entry = `(${like('messages')} OR ${like('claims')} OR ${like('excerpt')})`;
    const find = this.#database.prepare(`
      SELECT position FROM rows WHERE ${where} AND position > ? AND position <= ? AND (
        line = :line OR ${like('modification')}
        OR EXISTS (SELECT 1 FROM findings WHERE findings.line = rows.line AND (${like('in_english(message)')} OR ${like('path')}))
        OR EXISTS (SELECT 1 FROM entries WHERE id = rows.entry AND ${entry})
        OR EXISTS (SELECT 1 FROM places JOIN entries ON id = places.entry WHERE places.line = rows.line AND ${entry})
      ) ORDER BY position`);
    const { check, service, both, unmatched } = this.facts.rows;
    const found: number[] = [];
    for (let from = 0; from < check + service + both + unmatched; from += SEARCHED_AT_ONCE) {
      const rows = find.all({ pattern, line }, ...values, from, from + SEARCHED_AT_ONCE);
      found.push(...rows.map((row) => positionRow.parse(row).position));
      await setImmediate(undefined, { signal });
    }
    return found;
  }

  #complete({ line, entry, found_by: foundBy, modification }: z.infer<typeof storedRow>): ReportRow {
    const entries = (entry === null ? this.#entriesOf(line) : this.#unplaced(entry)).map((row) =>
      storedEntry.parse(row),
    );
    const reason = entries[0]?.reason;
    return {
      foundBy,
      ...(line !== null && { batchLine: line }),
      ...(modification !== null && { modificationId: modification }),
      service: entries.map(serviceEntry),
      check: line === null ? [] : this.#findingsOf(line),
      ...(reason != null && { reason }),
    };
  }

  #entriesOf(line: number | null): unknown[] {
    const sql = `SELECT claims, messages, excerpt, found_as, contradicts, NULL AS reason FROM places
      JOIN entries ON entries.id = places.entry WHERE places.line = ? ORDER BY places.entry LIMIT ${MOST_ON_LINE}`;
    return this.#database.prepare(sql).all(line);
  }

  #unplaced(entry: number): unknown[] {
    const sql = `SELECT claims, messages, excerpt, NULL AS found_as, NULL AS contradicts, reason FROM entries
      JOIN unplaced ON unplaced.entry = entries.id WHERE entries.id = ?`;
    return this.#database.prepare(sql).all(entry);
  }

  #findingsOf(line: number): ReportRow['check'] {
    const sql = `SELECT rule, severity, path, message FROM findings WHERE line = ? LIMIT ${MOST_ON_LINE}`;
    return this.#database
      .prepare(sql)
      .all(line)
      .map((row) => foundOnLine.parse(row));
  }
}

function serviceEntry({
  claims,
  messages,
  excerpt,
  found_as: tiedBy,
  contradicts,
}: z.infer<typeof storedEntry>): ServiceEntry {
  const { numbers, ids } = namesSchema.parse(JSON.parse(claims));
  return {
    messages: messagesSchema.parse(JSON.parse(messages)).map(({ text, field, code }) => ({
      text,
      ...(field !== undefined && { field }),
      ...(code !== undefined && { code }),
    })),
    ...(tiedBy !== null && { tiedBy }),
    ...(contradicts !== null && { contradicts }),
    numbers: numbers.map(({ number }) => number),
    ids,
    excerpt,
  };
}

function among(foundBy: readonly FoundBy[]): { where: string; values: SQLInputValue[] } {
  if (foundBy.length === 0) return { where: 'true', values: [] };
  return { where: `found_by IN (${foundBy.map(() => '?').join(', ')})`, values: [...foundBy] };
}
