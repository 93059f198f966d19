/**
 * @file Stores findings in SQLite: any number, in line order, without holding them in memory.
 * Works on the queue's database as well as on a temporary one (`new DatabaseSync('')`, which SQLite spills to disk).
 *
 * The findings of one owner form a list. Deleting them only detaches the list, which takes no time however long it is;
 * its rows are removed in small portions later, whenever findings are added, or by `sweep`.
 */

import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type Finding, type RuleId, ruleIds, type Severity } from './finding.ts';
import { FindingPlaces, type FindingPosition, type Stretch } from './finding-places.ts';
import { findingSchema } from './finding-schema.ts';

/** The owner of the findings: a submission's id. */
export type FindingOwner = number | string;

/** Selects findings; an absent property selects all. */
export interface FindingFilter {
  rules?: readonly RuleId[];
  severity?: Severity;
  fromLine?: number;
  /** The last line to include. */
  toLine?: number;
}

export interface FindingPage {
  findings: Finding[];
  /** Where the next page starts; undefined after the last finding. */
  next: FindingPosition | undefined;
}

const PAGE_SIZE = 1000;
/** Rows removed at once: about ten milliseconds. */
const SWEPT_AT_ONCE = 1000;
const MOST_LINE = Number.MAX_SAFE_INTEGER;
const severities: readonly Severity[] = ['error', 'warning'];

const storedFinding = findingSchema.extend({ id: z.int() });
type StoredFinding = z.infer<typeof storedFinding>;
const ruleCount = z.object({ rule: z.enum(ruleIds), count: z.int() });
const listId = z.object({ id: z.int() });
const lineRow = z.object({ line: z.int() });

export class FindingStore {
  readonly #database: DatabaseSync;
  readonly #places: FindingPlaces;

  /** Creates missing tables. */
  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#places = new FindingPlaces(database);
    database.exec(`
      CREATE TABLE IF NOT EXISTS finding_lists (id INTEGER PRIMARY KEY, owner ANY UNIQUE) STRICT;
      CREATE TABLE IF NOT EXISTS listed_findings (
        id INTEGER PRIMARY KEY,
        list INTEGER NOT NULL,
        line INTEGER NOT NULL,
        rule TEXT NOT NULL,
        severity TEXT NOT NULL,
        path TEXT NOT NULL,
        message TEXT NOT NULL
      ) STRICT;
      CREATE INDEX IF NOT EXISTS findings_by_line ON listed_findings (list, line);
      CREATE INDEX IF NOT EXISTS findings_by_rule ON listed_findings (list, severity, rule, line);
    `);
  }

  /** Adds all findings or none. May be called within a transaction. */
  add(owner: FindingOwner, findings: readonly Finding[]): void {
    this.#atomically(() => {
      this.#sweepSome();
      const list = this.#listOf(owner) ?? this.#newList(owner);
      this.#places.forget(list);
      const insert = this.#database.prepare(
        'INSERT INTO listed_findings (list, line, rule, severity, path, message) VALUES (?, ?, ?, ?, ?, ?)',
      );
      for (const { line, rule, severity, path, message } of findings) {
        insert.run(list, line, rule, severity, path, message);
      }
    });
  }

  /** The findings after a position, or from the start, in line order; those of one line in the order found. */
  page(
    owner: FindingOwner,
    after: FindingPosition = { line: -1, id: 0 },
    limit = PAGE_SIZE,
    filter: FindingFilter = {},
  ): FindingPage {
    const list = this.#listOf(owner);
    const stored = list === undefined ? [] : this.#select(list, after, limit, filter);
    const last = stored.length < limit ? undefined : stored.at(-1);
    return {
      findings: stored.map(({ id: _, ...finding }) => finding),
      next: last === undefined ? undefined : { line: last.line, id: last.id },
    };
  }

  /** The selected findings from an index on, counted from 0: as fast at the end of a million as at the start. */
  slice(
    owner: FindingOwner,
    offset: number,
    limit: number,
    filter: Pick<FindingFilter, 'rules' | 'severity'>,
  ): Finding[] {
    const list = this.#listOf(owner);
    if (list === undefined) return [];
    const from = offset === 0 ? undefined : this.#places.after(list, offset, this.#stretches(list, filter));
    if (offset > 0 && from === undefined) return [];
    return this.page(owner, from, limit, filter).findings;
  }

  /** The stretches that contain findings; undefined when all are selected. */
  #stretches(list: number, { rules, severity }: FindingFilter): Stretch[] | undefined {
    if (rules === undefined && severity === undefined) return undefined;
    const any = this.#database.prepare(
      'SELECT 1 FROM listed_findings INDEXED BY findings_by_rule WHERE list = ? AND severity = ? AND rule = ? LIMIT 1',
    );
    return (severity === undefined ? severities : [severity])
      .flatMap((one) => (rules ?? ruleIds).map((rule) => ({ severity: one, rule })))
      .filter((stretch) => any.get(list, stretch.severity, stretch.rule) !== undefined);
  }

  /** The nearest line before or after this one that has a finding of this severity; never the file itself. */
  nearestLine(
    owner: FindingOwner,
    line: number,
    direction: 'previous' | 'next',
    severity: Severity,
  ): number | undefined {
    const list = this.#listOf(owner);
    if (list === undefined) return undefined;
    const [from, to, order] = direction === 'next' ? [line + 1, MOST_LINE, 'ASC'] : [1, line - 1, 'DESC'];
    const nearest = this.#database.prepare(
      `SELECT line FROM listed_findings INDEXED BY findings_by_rule
       WHERE list = ? AND severity = ? AND rule = ? AND line BETWEEN ? AND ? ORDER BY line ${order} LIMIT 1`,
    );
    const lines = ruleIds.flatMap((rule) => {
      const row = nearest.get(list, severity, rule, from, to);
      return row === undefined ? [] : [lineRow.parse(row).line];
    });
    if (lines.length === 0) return undefined;
    return direction === 'next' ? Math.min(...lines) : Math.max(...lines);
  }

  /** All selected findings in line order, read page by page, so that the database can be used in between. */
  *iterate(owner: FindingOwner, filter: FindingFilter = {}): Generator<Finding> {
    let after: FindingPosition | undefined;
    do {
      const { findings, next } = this.page(owner, after, PAGE_SIZE, filter);
      yield* findings;
      after = next;
    } while (after !== undefined);
  }

  /**
   * The number of findings for each rule that has any. Counts rows; the summary of a check already has these counts.
   */
  countByRule(owner: FindingOwner): Partial<Record<RuleId, number>> {
    const rows = this.#database
      .prepare('SELECT rule, count(*) AS count FROM listed_findings WHERE list = ? GROUP BY severity, rule')
      .all(this.#listOf(owner) ?? null);
    return Object.fromEntries(
      z
        .array(ruleCount)
        .parse(rows)
        .map(({ rule, count }) => [rule, count]),
    );
  }

  /** Takes no time: the rows are removed later. */
  delete(owner: FindingOwner): void {
    const list = this.#listOf(owner);
    if (list !== undefined) this.#places.forget(list);
    this.#database.prepare('UPDATE finding_lists SET owner = NULL WHERE owner = ?').run(owner);
  }

  /** Removes the rows of all deleted lists, and yields to other work every few milliseconds. */
  async sweep(signal?: AbortSignal): Promise<void> {
    while (this.#atomically(() => this.#sweepSome())) {
      await setImmediate(undefined, signal === undefined ? {} : { signal });
    }
  }

  /** Returns true while more rows may remain. */
  #sweepSome(): boolean {
    const abandoned = this.#database.prepare('SELECT id FROM finding_lists WHERE owner IS NULL LIMIT 1').get();
    if (abandoned === undefined) return false;
    const { id } = listId.parse(abandoned);
    const { changes } = this.#database
      .prepare(
        'DELETE FROM listed_findings WHERE id IN (SELECT id FROM listed_findings WHERE list = ? ORDER BY line LIMIT ?)',
      )
      .run(id, SWEPT_AT_ONCE);
    if (Number(changes) < SWEPT_AT_ONCE) this.#database.prepare('DELETE FROM finding_lists WHERE id = ?').run(id);
    return true;
  }

  #listOf(owner: FindingOwner): number | undefined {
    const row = this.#database.prepare('SELECT id FROM finding_lists WHERE owner = ?').get(owner);
    return row === undefined ? undefined : listId.parse(row).id;
  }

  #newList(owner: FindingOwner): number {
    return Number(this.#database.prepare('INSERT INTO finding_lists (owner) VALUES (?)').run(owner).lastInsertRowid);
  }

  #select(list: number, after: FindingPosition, limit: number, filter: FindingFilter): StoredFinding[] {
    const { rules, severity, fromLine = 0, toLine = MOST_LINE } = filter;
    const where = 'list = ? AND (line, id) > (?, ?) AND line BETWEEN ? AND ?';
    const values = [list, after.line, after.id, Math.max(fromLine, after.line), toLine];
    if (rules === undefined && severity === undefined) return this.#rows('findings_by_line', where, values, limit);
    // One index walk for each rule: a single query over all rules would have to sort all their rows.
    const found = (severity === undefined ? severities : [severity]).flatMap((one) =>
      (rules ?? ruleIds).flatMap((rule) =>
        this.#rows('findings_by_rule', `${where} AND severity = ? AND rule = ?`, [...values, one, rule], limit),
      ),
    );
    return found.sort((a, b) => a.line - b.line || a.id - b.id).slice(0, limit);
  }

  #rows(index: string, where: string, values: readonly SQLInputValue[], limit: number): StoredFinding[] {
    const rows = this.#database
      .prepare(
        `SELECT id, line, rule, severity, path, message FROM listed_findings INDEXED BY ${index}
         WHERE ${where} ORDER BY line, id LIMIT ?`,
      )
      .all(...values, limit);
    return z.array(storedFinding).parse(rows);
  }

  #atomically<Result>(action: () => Result): Result {
    this.#database.exec('SAVEPOINT findings');
    let result: Result;
    try {
      result = action();
    } catch (thrown) {
      // On a full disk, SQLite may have taken all of the transaction back by itself.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK TO findings; RELEASE findings');
      throw thrown;
    }
    this.#database.exec('RELEASE findings');
    return result;
  }
}
