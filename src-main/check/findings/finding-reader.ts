/**
 * @file Reads stored findings in line order, from any place of a long list. The blocks of a list are sequences: within one
 * the lines ascend from block to block. What was found later about earlier lines, such as duplicates, is another sequence;
 * reading merges them.
 */

import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { inEnglish } from '../../../src-shared/languages/message.ts';
import type { Statements } from '../../ground/prepared-statements.ts';
import { type Finding, type RuleId, ruleIds, type Severity } from './finding.ts';
import type { FindingKinds, StoredKind } from './finding-kinds.ts';
import { FindingRows, findingOf } from './packed-findings.ts';

/** Selects findings; an absent property selects all. */
export interface FindingFilter {
  rules?: readonly RuleId[];
  severity?: Severity;
  /** Of this group, by its number. */
  group?: number;
  /** What field, value or message contain, in upper or lower case. */
  text?: string;
}

/** A block without its rows. */
interface Block {
  id: number;
  firstLine: number;
  lastLine: number;
  findings: number;
  /** By severity and rule, with a blank between. */
  byRule: Readonly<Record<string, number>>;
}

/** The blocks of a list. */
interface Index {
  /** The number of the last block. */
  last: number;
  sequences: Block[][];
  /** How many findings of a block are selected, by block, by filter. */
  counted: Map<string, Map<number, number>>;
}

/** A block with its rows. */
interface OpenBlock {
  rows: FindingRows;
  patterns: Uint32Array[];
}

/** Lists whose blocks are remembered, filters of each, and blocks that are kept open. */
const MOST_LISTS = 4;
const MOST_FILTERS = 20;
const MOST_OPEN = 8;

const blockRow = z.object({
  id: z.int(),
  firstLine: z.int(),
  lastLine: z.int(),
  findings: z.int(),
  byRule: z.string(),
});
const byRuleSchema = z.record(z.string(), z.int());
const contentRow = z.object({ content: z.instanceof(Uint8Array) });
const lastRow = z.object({ last: z.int().nullable() });

export class FindingReader {
  readonly #statements: Statements;
  readonly #kinds: FindingKinds;
  readonly #indexes = new Map<number, Index>();
  readonly #open = new Map<number, OpenBlock>();

  constructor(statements: Statements, kinds: FindingKinds) {
    this.#statements = statements;
    this.#kinds = kinds;
  }

  /** Forgets all that was read, some of which may be gone. */
  forget(): void {
    this.#indexes.clear();
    this.#open.clear();
  }

  /** The number of findings by severity and rule. */
  countByRule(list: number): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { byRule } of this.#indexOf(list).sequences.flat()) {
      for (const [key, count] of Object.entries(byRule)) counts.set(key, (counts.get(key) ?? 0) + count);
    }
    return counts;
  }

  /** The selected findings from a line on, up to another. The database may be used in between. */
  *from(list: number, line: number, filter: FindingFilter, last = Number.POSITIVE_INFINITY): Generator<Finding> {
    const accepts = acceptance(filter);
    const { sequences } = this.#indexOf(list);
    const cursors = sequences.map((blocks) => {
      const wanted = isByRule(filter) ? blocks.filter((block) => countByRules(block, filter) > 0) : blocks;
      return new Cursor(wanted, line, (block) => this.#read(block));
    });
    for (;;) {
      let first: Cursor | undefined;
      for (const cursor of cursors) {
        if (cursor.line !== undefined && (first?.line === undefined || cursor.line < first.line)) first = cursor;
      }
      if (first?.line === undefined || first.line > last) return;
      for (const number of first.kinds) {
        const kind = this.#kinds.get(number);
        if (kind !== undefined && accepts(kind)) yield findingOf(first.line, kind);
      }
      first.next();
    }
  }

  /** The selected findings from an index on, counted from 0: as fast at the end of a million as at the start. */
  slice(list: number, offset: number, limit: number, filter: FindingFilter): Finding[] {
    const { line, before } = this.#placeOf(list, offset, filter);
    const found: Finding[] = [];
    let at = before;
    for (const finding of this.from(list, line, filter)) {
      if (found.length === limit) break;
      if (at++ >= offset) found.push(finding);
    }
    return found;
  }

  /** How many selected findings there are in lines before this one. */
  countBefore(list: number, line: number, filter: FindingFilter): number {
    return this.#indexOf(list).sequences.reduce((sum, blocks) => sum + this.#countIn(list, blocks, line, filter), 0);
  }

  /** Counts in advance what a slice needs, a few blocks at a time. Rejects with the signal's reason. */
  async prepare(list: number, filter: FindingFilter, signal: AbortSignal | undefined): Promise<void> {
    if (isByRule(filter)) return;
    for (const block of this.#indexOf(list).sequences.flat()) {
      signal?.throwIfAborted();
      if (this.#countsOf(list, filter).has(block.id)) continue;
      this.#countOf(list, block, filter);
      await setImmediate();
    }
  }

  /** A line before which there are at most `offset` selected findings, and how many there are. */
  #placeOf(list: number, offset: number, filter: FindingFilter): { line: number; before: number } {
    const lines = [
      ...new Set(this.#indexOf(list).sequences.flatMap((blocks) => blocks.map(({ firstLine }) => firstLine))),
    ];
    lines.sort((a, b) => a - b);
    let found = { line: 0, before: 0 };
    for (let [from, to] = [0, lines.length]; from < to; ) {
      const middle = (from + to) >> 1;
      const line = lines[middle] ?? 0;
      const before = this.countBefore(list, line, filter);
      if (before <= offset) {
        found = { line, before };
        from = middle + 1;
      } else to = middle;
    }
    return found;
  }

  #countIn(list: number, blocks: readonly Block[], line: number, filter: FindingFilter): number {
    let sum = 0;
    for (const block of blocks) {
      if (block.lastLine < line) sum += this.#countOf(list, block, filter);
      else if (block.firstLine < line) sum += this.#countRows(block, filter, line);
    }
    return sum;
  }

  #countOf(list: number, block: Block, filter: FindingFilter): number {
    if (isByRule(filter)) return countByRules(block, filter);
    const counts = this.#countsOf(list, filter);
    const known = counts.get(block.id);
    if (known !== undefined) return known;
    const counted = this.#countRows(block, filter, Number.POSITIVE_INFINITY);
    counts.set(block.id, counted);
    return counted;
  }

  #countsOf(list: number, filter: FindingFilter): Map<number, number> {
    const { counted } = this.#indexOf(list);
    const key = JSON.stringify([filter.rules, filter.severity, filter.group, filter.text]);
    const known = counted.get(key);
    if (known !== undefined) return known;
    if (counted.size >= MOST_FILTERS) counted.clear();
    const fresh = new Map<number, number>();
    counted.set(key, fresh);
    return fresh;
  }

  /** The selected findings of a block in lines before this one. */
  #countRows(block: Block, filter: FindingFilter, line: number): number {
    const open = this.#read(block);
    if (open === undefined) return 0;
    const accepts = acceptance(filter);
    const isSelected = (number: number) => {
      const kind = this.#kinds.get(number);
      return kind !== undefined && accepts(kind);
    };
    const selected = Uint32Array.from(open.patterns, (pattern) => pattern.filter(isSelected).length);
    const end = open.rows.rowFrom(line);
    let sum = 0;
    for (let row = 0; row < end; row++) sum += selected[open.rows.patternOf(row)] ?? 0;
    return sum;
  }

  #indexOf(list: number): Index {
    const row = this.#statements.get('SELECT max(id) AS last FROM finding_blocks WHERE list = ?').get(list);
    const last = lastRow.parse(row).last ?? 0;
    const known = this.#indexes.get(list);
    if (known?.last === last) return known;
    const rows = this.#statements
      .get(
        `SELECT id, first_line AS firstLine, last_line AS lastLine, findings, by_rule AS byRule
         FROM finding_blocks WHERE list = ? ORDER BY id`,
      )
      .all(list);
    const blocks = z
      .array(blockRow)
      .parse(rows)
      .map(({ byRule, ...block }) => ({ ...block, byRule: byRuleSchema.parse(JSON.parse(byRule)) }));
    if (this.#indexes.size >= MOST_LISTS) this.#indexes.clear();
    const index = { last, sequences: inSequences(blocks), counted: new Map() };
    this.#indexes.set(list, index);
    return index;
  }

  /** Undefined once the block was removed. */
  #read({ id }: Block): OpenBlock | undefined {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const row = this.#statements.get('SELECT content FROM finding_blocks WHERE id = ?').get(id);
    if (row === undefined) return undefined;
    const rows = new FindingRows(new Uint32Array(contentRow.parse(row).content.slice().buffer));
    const open = { rows, patterns: rows.patterns() };
    if (this.#open.size >= MOST_OPEN) this.#open.delete(this.#open.keys().next().value ?? 0);
    this.#open.set(id, open);
    return open;
  }
}

/** A place in a sequence. */
class Cursor {
  readonly #blocks: readonly Block[];
  readonly #read: (block: Block) => OpenBlock | undefined;
  #next: number;
  #block: OpenBlock | undefined;
  #row = 0;

  constructor(blocks: readonly Block[], line: number, read: (block: Block) => OpenBlock | undefined) {
    this.#blocks = blocks;
    this.#read = read;
    const first = blocks.findIndex(({ lastLine }) => lastLine >= line);
    this.#next = first === -1 ? blocks.length : first;
    this.#openNext();
    this.#row = this.#block?.rows.rowFrom(line) ?? 0;
  }

  /** Undefined at the end. */
  get line(): number | undefined {
    return this.#block?.rows.line(this.#row);
  }

  /** The kinds of the findings in the line. */
  get kinds(): Uint32Array {
    return this.#block?.patterns[this.#block.rows.patternOf(this.#row)] ?? new Uint32Array();
  }

  next(): void {
    this.#row++;
    if (this.#row < (this.#block?.rows.count ?? 0)) return;
    this.#openNext();
    this.#row = 0;
  }

  #openNext(): void {
    const block = this.#blocks[this.#next++];
    this.#block = block === undefined ? undefined : this.#read(block);
  }
}

/** A block goes behind the one before it unless it begins with an earlier line. */
function inSequences(blocks: readonly Block[]): Block[][] {
  const sequences: Block[][] = [];
  for (const block of blocks) {
    const current = sequences.at(-1);
    const last = current?.at(-1);
    if (current !== undefined && last !== undefined && block.firstLine >= last.lastLine) current.push(block);
    else sequences.push([block]);
  }
  return sequences;
}

const isByRule = ({ group, text }: FindingFilter): boolean => group === undefined && text === undefined;

function countByRules({ findings, byRule }: Block, { rules, severity }: FindingFilter): number {
  if (rules === undefined && severity === undefined) return findings;
  const severities = severity === undefined ? (['error', 'warning'] as const) : [severity];
  const keys = severities.flatMap((one) => (rules ?? ruleIds).map((rule) => keyOfCount(one, rule)));
  return keys.reduce((sum, key) => sum + (byRule[key] ?? 0), 0);
}

/** The key under which a block counts findings. */
export const keyOfCount = (severity: Severity, rule: RuleId): string => `${severity} ${rule}`;

/** Which kinds a filter selects. */
export function acceptance({ rules, severity, group, text }: FindingFilter): (kind: StoredKind) => boolean {
  const wanted = rules && new Set<RuleId>(rules);
  const sought = text?.toLowerCase();
  return (kind) =>
    (wanted === undefined || wanted.has(kind.rule)) &&
    (severity === undefined || severity === kind.severity) &&
    (group === undefined || group === kind.group) &&
    (sought === undefined ||
      `${kind.path}\n${kind.value ?? ''}\n${inEnglish(kind.message)}`.toLowerCase().includes(sought));
}
