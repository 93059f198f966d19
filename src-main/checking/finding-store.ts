/**
 * @file Findings at rest, in SQLite: as many as there are, in line order, without holding them in memory.
 * Works on the queue's database as well as on a temporary one (`new DatabaseSync('')`, which spills to disk by itself).
 */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Finding, findingSchema, type RuleId, ruleIds } from './finding.ts';

/** Whose findings they are: a submission's id. */
export type FindingOwner = number | string;

/** A place in the list of findings: after this one. */
export interface FindingPosition {
  line: number;
  id: number;
}

export interface FindingPage {
  findings: Finding[];
  /** Where the next page starts; undefined after the last finding. */
  next: FindingPosition | undefined;
}

const PAGE_SIZE = 1000;

const storedFinding = findingSchema.extend({ id: z.int() });
const ruleCount = z.object({ rule: z.enum(ruleIds), count: z.int() });

export class FindingStore {
  readonly #database: DatabaseSync;

  /** Creates the table where it is missing. */
  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(`
      CREATE TABLE IF NOT EXISTS findings (
        id INTEGER PRIMARY KEY,
        owner ANY NOT NULL,
        line INTEGER NOT NULL,
        rule TEXT NOT NULL,
        severity TEXT NOT NULL,
        path TEXT NOT NULL,
        message TEXT NOT NULL
      ) STRICT;
      CREATE INDEX IF NOT EXISTS findings_by_line ON findings (owner, line, id);
    `);
  }

  /** Adds all of them or none. May be called within a transaction. */
  add(owner: FindingOwner, findings: readonly Finding[]): void {
    const insert = this.#database.prepare(
      'INSERT INTO findings (owner, line, rule, severity, path, message) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#database.exec('SAVEPOINT add_findings');
    try {
      for (const { line, rule, severity, path, message } of findings) {
        insert.run(owner, line, rule, severity, path, message);
      }
    } catch (thrown) {
      this.#database.exec('ROLLBACK TO add_findings; RELEASE add_findings');
      throw thrown;
    }
    this.#database.exec('RELEASE add_findings');
  }

  /** The findings after a position, or from the start, in line order and those of one line in the order found. */
  page(owner: FindingOwner, after: FindingPosition = { line: -1, id: 0 }, limit = PAGE_SIZE): FindingPage {
    const rows = this.#database
      .prepare(
        `SELECT id, line, rule, severity, path, message FROM findings
         WHERE owner = ? AND (line, id) > (?, ?) ORDER BY line, id LIMIT ?`,
      )
      .all(owner, after.line, after.id, limit);
    const stored = z.array(storedFinding).parse(rows);
    const last = stored.length < limit ? undefined : stored.at(-1);
    return {
      findings: stored.map(({ id: _, ...finding }) => finding),
      next: last === undefined ? undefined : { line: last.line, id: last.id },
    };
  }

  /** All findings in line order, read page by page: others may use the database in between. */
  *iterate(owner: FindingOwner): Generator<Finding> {
    let after: FindingPosition | undefined;
    do {
      const { findings, next } = this.page(owner, after);
      yield* findings;
      after = next;
    } while (after !== undefined);
  }

  /** How many findings there are of each rule that has any. */
  countByRule(owner: FindingOwner): Partial<Record<RuleId, number>> {
    const rows = this.#database
      .prepare('SELECT rule, count(*) AS count FROM findings WHERE owner = ? GROUP BY rule')
      .all(owner);
    return Object.fromEntries(
      z
        .array(ruleCount)
        .parse(rows)
        .map(({ rule, count }) => [rule, count]),
    );
  }

  delete(owner: FindingOwner): void {
    this.#database.prepare('DELETE FROM findings WHERE owner = ?').run(owner);
  }
}
