/**
 * @file Finds the n-th finding of a long list at once. On the way to it every thousandth place is noted, so that nobody
 * counts the same findings twice.
 */

import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import type { RuleId, Severity } from './finding.ts';
import type { FindingPosition } from './finding-store.ts';

/** The findings of one rule and severity stand in one stretch of the index. */
export interface Stretch {
  rule: RuleId;
  severity: Severity;
}

const NOTED_EVERY = 1000;
const START: FindingPosition = { line: -1, id: 0 };
const position = z.object({ line: z.int(), id: z.int() });

export class FindingPlaces {
  readonly #database: DatabaseSync;
  /** By list, then by which stretches are wanted: the places behind the first 1000, 2000, 3000 … findings. */
  readonly #notes = new Map<number, Map<string, FindingPosition[]>>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** The list has changed. */
  forget(list: number): void {
    this.#notes.delete(list);
  }

  /**
   * The place behind the first `count` findings; undefined when there are fewer.
   * @param stretches of which the findings are wanted; undefined for all
   */
  after(list: number, count: number, stretches: readonly Stretch[] | undefined): FindingPosition | undefined {
    const notes = this.#notesOf(list, stretches);
    const wanted = Math.floor(count / NOTED_EVERY);
    while (notes.length < wanted) {
      const next = this.#walk(list, notes.at(-1) ?? START, NOTED_EVERY, stretches);
      if (next === undefined) return undefined;
      notes.push(next);
    }
    const from = notes[wanted - 1] ?? START;
    const left = count % NOTED_EVERY;
    return left === 0 ? from : this.#walk(list, from, left, stretches);
  }

  #notesOf(list: number, stretches: readonly Stretch[] | undefined): FindingPosition[] {
    const lists = this.#notes.get(list) ?? new Map<string, FindingPosition[]>();
    this.#notes.set(list, lists);
    const key = JSON.stringify(stretches ?? 'all');
    const notes = lists.get(key) ?? [];
    lists.set(key, notes);
    return notes;
  }

  /** The place that many findings further on. */
  #walk(
    list: number,
    from: FindingPosition,
    steps: number,
    stretches: readonly Stretch[] | undefined,
  ): FindingPosition | undefined {
    const part = (index: string, condition: string) =>
      `SELECT line, id FROM listed_findings INDEXED BY ${index}
       WHERE list = ? AND line >= ? AND (line > ? OR id > ?)${condition}`;
    const begin = [list, from.line, from.line, from.id];
    const values: SQLInputValue[] = [];
    const parts: string[] = [];
    if (stretches === undefined) {
      parts.push(part('findings_by_line', ''));
      values.push(...begin);
    }
    for (const { severity, rule } of stretches ?? []) {
      parts.push(part('findings_by_rule', ' AND severity = ? AND rule = ?'));
      values.push(...begin, severity, rule);
    }
    if (parts.length === 0) return undefined;
    // Each part is in order already, so SQLite merges them as it goes.
    const row = this.#database
      .prepare(`${parts.join(' UNION ALL ')} ORDER BY line, id LIMIT 1 OFFSET ?`)
      .get(...values, steps - 1);
    return row === undefined ? undefined : position.parse(row);
  }
}
