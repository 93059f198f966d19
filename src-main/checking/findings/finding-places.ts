/**
 * @file Finds the n-th finding of a long list quickly. On the way it notes, every few thousand findings, how many there
 * are up to a line, so that the same findings are never counted twice. Counting is several times faster than walking.
 */

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { RuleId, Severity } from './finding.ts';

/** A position in the list of findings: directly after this one. */
export interface FindingPosition {
  line: number;
  id: number;
}

/** The findings of one rule and severity form one stretch of the index. */
export interface Stretch {
  rule: RuleId;
  severity: Severity;
}

/** The number of findings in the lines up to this one. */
interface Note {
  line: number;
  findings: number;
}

/** The notes for some stretches, ascending. */
interface Notes {
  noted: Note[];
  /** How many lines ahead to place the next note. */
  step: number;
}

/**
 * Findings between two notes: at least FEW, so that counting pays; at most MANY, which are walked in some milliseconds.
 */
const FEW = 2000;
const MANY = 10_000;
const FIRST_STEP = 500;
/** After all findings of a line. */
const LAST_ID = Number.MAX_SAFE_INTEGER;
const position = z.object({ line: z.int(), id: z.int() });
const countRow = z.object({ count: z.int() });
const lastRow = z.object({ last: z.int().nullable() });

export class FindingPlaces {
  readonly #database: DatabaseSync;
  /** By list, then by the selected stretches. */
  readonly #notes = new Map<number, Map<string, Notes>>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Drops the notes of a list that has changed. */
  forget(list: number): void {
    this.#notes.delete(list);
  }

  /**
   * The position after the first `count` findings; undefined when there are fewer.
   * @param stretches of which the findings are wanted; undefined for all
   */
  after(list: number, count: number, stretches: readonly Stretch[] | undefined): FindingPosition | undefined {
    if (stretches?.length === 0) return undefined;
    const notes = this.#notesOf(list, stretches);
    this.#noteUpTo(list, count, stretches, notes);
    const before = notes.noted.findLast(({ findings }) => findings <= count) ?? { line: -1, findings: 0 };
    if (count === before.findings) return { line: before.line, id: LAST_ID };
    return this.#walk(list, before.line, count - before.findings, stretches);
  }

  #notesOf(list: number, stretches: readonly Stretch[] | undefined): Notes {
    const lists = this.#notes.get(list) ?? new Map<string, Notes>();
    this.#notes.set(list, lists);
    const key = JSON.stringify(stretches ?? 'all');
    const notes = lists.get(key) ?? { noted: [], step: FIRST_STEP };
    lists.set(key, notes);
    return notes;
  }

  /** Adds notes until the last one covers `wanted` findings, or all. */
  #noteUpTo(list: number, wanted: number, stretches: readonly Stretch[] | undefined, notes: Notes): void {
    let { line, findings } = notes.noted.at(-1) ?? { line: -1, findings: 0 };
    if (findings >= wanted) return;
    const lastLine = this.#lastLine(list);
    const counting = this.#counting(stretches);
    while (findings < wanted && line < lastLine) {
      const to = Math.min(lastLine, line + notes.step);
      const counted = counting(list, line, to);
      findings += counted;
      line = to;
      notes.noted.push({ line, findings });
      if (counted > MANY) notes.step = Math.max(1, Math.floor(notes.step / 4));
      else if (counted < FEW) notes.step *= 2;
    }
  }

  #lastLine(list: number): number {
    const row = this.#database.prepare('SELECT max(line) AS last FROM listed_findings WHERE list = ?').get(list);
    return lastRow.parse(row).last ?? -1;
  }

  /** Counts the selected findings after one line, up to another. */
  #counting(stretches: readonly Stretch[] | undefined): (list: number, behind: number, upTo: number) => number {
    const inLines = 'list = ? AND line > ? AND line <= ?';
    const count = (index: string, condition: string): StatementSync =>
      this.#database.prepare(
        `SELECT count(*) AS count FROM listed_findings INDEXED BY ${index} WHERE ${inLines}${condition}`,
      );
    const [statement, parts]: [StatementSync, string[][]] =
      stretches === undefined
        ? [count('findings_by_line', ''), [[]]]
        : [
            count('findings_by_rule', ' AND severity = ? AND rule = ?'),
            stretches.map(({ severity, rule }) => [severity, rule]),
          ];
    return (...lines) => parts.reduce((sum, part) => sum + countRow.parse(statement.get(...lines, ...part)).count, 0);
  }

  /** The position this many findings after a line. */
  #walk(
    list: number,
    line: number,
    steps: number,
    stretches: readonly Stretch[] | undefined,
  ): FindingPosition | undefined {
    const part = (index: string, condition: string) =>
      `SELECT line, id FROM listed_findings INDEXED BY ${index} WHERE list = ? AND line > ?${condition}`;
    const values: SQLInputValue[] = [];
    const parts: string[] = [];
    if (stretches === undefined) {
      parts.push(part('findings_by_line', ''));
      values.push(list, line);
    }
    for (const { severity, rule } of stretches ?? []) {
      parts.push(part('findings_by_rule', ' AND severity = ? AND rule = ?'));
      values.push(list, line, severity, rule);
    }
    // Each part is already in order, so SQLite merges them as it goes.
    const row = this.#database
      .prepare(`${parts.join(' UNION ALL ')} ORDER BY line, id LIMIT 1 OFFSET ?`)
      .get(...values, steps - 1);
    return row === undefined ? undefined : position.parse(row);
  }
}
