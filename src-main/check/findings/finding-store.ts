/**
 * @file Stores findings in SQLite: any number, in line order, without holding them in memory.
 * Works on the queue's database as well as on a temporary one (`new DatabaseSync('')`, which SQLite spills to disk).
 *
 * The findings of one owner form a list. Deleting them only detaches the list, which takes no time however long it is;
 * its rows are removed in small portions later, whenever findings are added, or by `sweep`.
 */

import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { Statements } from '../../ground/prepared-statements.ts';
import type { Finding, FindingKind, RuleId, Severity } from './finding.ts';
import { FindingGroups, type GroupPage } from './finding-groups.ts';
import { FindingKinds } from './finding-kinds.ts';
import { type FindingFilter, FindingReader, keyOfCount } from './finding-reader.ts';
import { carryOver, createFindingTables } from './finding-tables.ts';
import { type FindingRows, PackedFindings } from './packed-findings.ts';

export type { FindingFilter } from './finding-reader.ts';

/** The owner of the findings: a submission's id. */
export type FindingOwner = number | string;

/** Kinds and blocks that are removed at once: about ten milliseconds, each. */
const KINDS_SWEPT_AT_ONCE = 1000;
const BLOCKS_SWEPT_AT_ONCE = 500;
/** A block that mostly fits into a page of the database: damage to one costs no more findings. */
const ROWS_PER_BLOCK = 400;

const listId = z.object({ id: z.int() });
const nothing: GroupPage = { groups: [], total: 0, findings: 0 };

export class FindingStore {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #kinds: FindingKinds;
  readonly #reader: FindingReader;
  readonly #groups: FindingGroups;

  /** Creates missing tables. */
  constructor(database: DatabaseSync) {
    this.#database = database;
    createFindingTables(database);
    this.#statements = Statements.of(database);
    this.#kinds = new FindingKinds(this.#statements);
    this.#reader = new FindingReader(this.#statements, this.#kinds);
    this.#groups = new FindingGroups(this.#statements);
  }

  /** Adds all findings or none. May be called within a transaction. */
  add(owner: FindingOwner, findings: PackedFindings | Iterable<Finding>): void {
    const mayBeUndone = this.#database.isTransaction;
    this.#atomically(() => {
      this.#sweepSome();
      this.addToList(this.#listOf(owner) ?? this.#newList(owner), findings);
    });
    if (mayBeUndone) this.#forget();
  }

  /** Adds findings to a list by its number. */
  addToList(list: number, findings: PackedFindings | Iterable<Finding>): void {
    const packed = findings instanceof PackedFindings ? findings : PackedFindings.of(findings);
    if (packed.rows.count === 0) return;
    const kinds = this.#kinds.add(list, packed);
    const kindOf = new Map(kinds.map((id, at) => [id, packed.kinds[at]]));
    const insert = this.#statements.get(
      'INSERT INTO finding_blocks (list, first_line, last_line, findings, by_rule, content) VALUES (?, ?, ?, ?, ?, ?)',
    );
    for (const rows of packed.rowsWith(kinds).inParts(ROWS_PER_BLOCK)) {
      const { buffer, byteOffset, byteLength } = rows.words;
      const content = new Uint8Array(buffer, byteOffset, byteLength);
      const last = rows.line(rows.count - 1);
      insert.run(list, rows.line(0), last, rows.findings, JSON.stringify(countByRule(rows, kindOf)), content);
    }
  }

  /** Takes over the findings that an earlier version has stored in this database. */
  carryOver(): void {
    carryOver(this.#database, (list, findings) => this.addToList(list, findings));
    this.#forget();
  }

  /** The selected findings from an index on, counted from 0: as fast at the end of a million as at the start. */
  slice(owner: FindingOwner, offset: number, limit: number, filter: FindingFilter): Finding[] {
    const list = this.#listOf(owner);
    return list === undefined ? [] : this.#reader.slice(list, offset, limit, filter);
  }

  /** How many of the selected findings there are in lines before this one. */
  countBefore(owner: FindingOwner, line: number, filter: FindingFilter): number {
    const list = this.#listOf(owner);
    return list === undefined ? 0 : this.#reader.countBefore(list, line, filter);
  }

  /** The selected findings on the lines from `first` to `last`, in line order. */
  *between(owner: FindingOwner, first: number, last: number, filter: FindingFilter = {}): Generator<Finding> {
    const list = this.#listOf(owner);
    if (list !== undefined) yield* this.#reader.from(list, first, filter, last);
  }

  /** The nearest line before or after this one that has a finding of this severity; never the file itself. */
  nearestLine(
    owner: FindingOwner,
    line: number,
    direction: 'previous' | 'next',
    severity: Severity,
  ): number | undefined {
    const filter = { severity };
    const place =
      direction === 'next' ? this.countBefore(owner, line + 1, filter) : this.countBefore(owner, line, filter) - 1;
    const [nearest] = place < 0 ? [] : this.slice(owner, place, 1, filter);
    return nearest === undefined || nearest.line === 0 ? undefined : nearest.line;
  }

  /** Counts in advance, a little at a time, what `slice` and `countBefore` need for a text or a group. */
  async prepare(owner: FindingOwner, filter: FindingFilter, signal?: AbortSignal): Promise<void> {
    const list = this.#listOf(owner);
    if (list !== undefined) await this.#reader.prepare(list, filter, signal);
  }

  /** The selected findings in line order, read bit by bit, so that the database can be used in between. */
  *iterate(owner: FindingOwner, filter: FindingFilter = {}): Generator<Finding> {
    const list = this.#listOf(owner);
    if (list !== undefined) yield* this.#reader.from(list, 0, filter);
  }

  /** A page of the groups of selected findings, the most frequent first. Rejects with the signal's reason. */
  async groups(
    owner: FindingOwner,
    filter: FindingFilter,
    part: { offset: number; limit: number },
    signal?: AbortSignal,
  ): Promise<GroupPage> {
    const list = this.#listOf(owner);
    return list === undefined ? nothing : await this.#groups.page(list, filter, part, signal);
  }

  /** The number of findings for each rule that has any; the summary of a check has these counts as well. */
  countByRule(owner: FindingOwner): Partial<Record<RuleId, number>> {
    const list = this.#listOf(owner);
    const counts: Record<string, number> = {};
    for (const [key, count] of list === undefined ? [] : this.#reader.countByRule(list)) {
      const [, rule = ''] = key.split(' ');
      counts[rule] = (counts[rule] ?? 0) + count;
    }
    return counts;
  }

  /** Takes no time: the rows are removed later. */
  delete(owner: FindingOwner): void {
    this.#statements.get('UPDATE finding_lists SET owner = NULL WHERE owner = ?').run(owner);
  }

  /** Removes the rows of all deleted lists, and yields to other work every few milliseconds. */
  async sweep(signal?: AbortSignal): Promise<void> {
    while (this.#atomically(() => this.#sweepSome())) {
      await setImmediate(undefined, signal === undefined ? {} : { signal });
    }
  }

  /** Returns true while more rows may remain. */
  #sweepSome(): boolean {
    const abandoned = this.#statements.get('SELECT id FROM finding_lists WHERE owner IS NULL LIMIT 1').get();
    if (abandoned === undefined) return false;
    const { id } = listId.parse(abandoned);
    this.#forget();
    const isLeft = [
      ['finding_blocks', BLOCKS_SWEPT_AT_ONCE] as const,
      ['finding_kinds', KINDS_SWEPT_AT_ONCE] as const,
    ].some(([table, most]) => {
      const rows = `SELECT id FROM ${table} WHERE list = ? LIMIT ?`;
      const { changes } = this.#statements.get(`DELETE FROM ${table} WHERE id IN (${rows})`).run(id, most);
      return Number(changes) === most;
    });
    if (!isLeft) this.#statements.get('DELETE FROM finding_lists WHERE id = ?').run(id);
    return true;
  }

  #listOf(owner: FindingOwner): number | undefined {
    const row = this.#statements.get('SELECT id FROM finding_lists WHERE owner = ?').get(owner);
    return row === undefined ? undefined : listId.parse(row).id;
  }

  #newList(owner: FindingOwner): number {
    return Number(this.#statements.get('INSERT INTO finding_lists (owner) VALUES (?)').run(owner).lastInsertRowid);
  }

  /** Numbers of what is gone may be given again. */
  #forget(): void {
    this.#kinds.forget();
    this.#reader.forget();
  }

  #atomically<Result>(action: () => Result): Result {
    this.#database.exec('SAVEPOINT findings');
    let result: Result;
    try {
      result = action();
    } catch (thrown) {
      this.#forget();
      // On a full disk, SQLite may have taken all of the transaction back by itself.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK TO findings; RELEASE findings');
      throw thrown;
    }
    this.#database.exec('RELEASE findings');
    return result;
  }
}

function countByRule(rows: FindingRows, kinds: ReadonlyMap<number, FindingKind | undefined>): Record<string, number> {
  const counts: Record<string, number> = {};
  const times = rows.rowsByPattern();
  for (const [index, pattern] of rows.patterns().entries()) {
    for (const number of pattern) {
      const kind = kinds.get(number);
      if (kind === undefined) continue;
      const key = keyOfCount(kind.severity, kind.rule);
      counts[key] = (counts[key] ?? 0) + (times[index] ?? 0);
    }
  }
  return counts;
}
