/**
 * @file Findings of some lines as bytes: they pass through two threads and are stored as they are. Lines mostly have their
 * faults in common, so each different finding is there once, and so is each pattern, the findings that a line has; of a
 * line there are only its number and its pattern.
 *
 * | words              | what                                                                |
 * |--------------------|---------------------------------------------------------------------|
 * | 4                  | the number of rows, of patterns, of the findings in all patterns; of all findings |
 * | one a pattern      | where its findings end in the next part                             |
 * | one a finding      | its kind, by the place in the list of kinds                         |
 * | two a row          | a line, ascending, and its pattern                                  |
 * | the other bytes    | the kinds, as JSON: deserialising with node:v8 takes several times the memory |
 */

import { Buffer } from 'node:buffer';
import { keyOfSaid } from '../../../src-shared/languages/fact.ts';
import type { Finding, FindingKind } from './finding.ts';

const HEADER_WORDS = 4;
const WORDS_PER_ROW = 2;
const WORD = Uint32Array.BYTES_PER_ELEMENT;

/** The findings that a line has, as places in a list of kinds. */
type Pattern = readonly number[];

/** Findings without their kinds, which are in a list elsewhere. Word by word as in the table above. */
export class FindingRows {
  readonly words: Uint32Array<ArrayBuffer>;
  readonly count: number;
  /** Findings, not lines. */
  readonly findings: number;
  readonly #patterns: number;
  readonly #kinds: number;
  readonly #rows: number;

  constructor(words: Uint32Array<ArrayBuffer>) {
    const [rows = 0, patterns = 0, kinds = 0, findings = 0] = words;
    this.count = rows;
    this.findings = findings;
    this.#patterns = patterns;
    this.#kinds = HEADER_WORDS + patterns;
    this.#rows = this.#kinds + kinds;
    this.words = words.subarray(0, this.#rows + rows * WORDS_PER_ROW);
  }

  static of(patterns: readonly Pattern[], rows: Uint32Array, findings: number): FindingRows {
    const kinds = patterns.flat();
    const head = [rows.length / WORDS_PER_ROW, patterns.length, kinds.length, findings];
    let end = 0;
    const ends = patterns.map((pattern) => {
      end += pattern.length;
      return end;
    });
    const words = new Uint32Array(HEADER_WORDS + ends.length + kinds.length + rows.length);
    words.set(head);
    words.set(ends, HEADER_WORDS);
    words.set(kinds, HEADER_WORDS + ends.length);
    words.set(rows, HEADER_WORDS + ends.length + kinds.length);
    return new FindingRows(words);
  }

  /** The rows in bytes that may be damaged; undefined if they are. */
  static read(bytes: Uint8Array): FindingRows | undefined {
    const words = new Uint32Array(bytes.slice().buffer, 0, Math.floor(bytes.length / WORD));
    const [rows = 0, patterns = 0, kinds = 0] = words;
    if (bytes.length !== (HEADER_WORDS + patterns + kinds + rows * WORDS_PER_ROW) * WORD) return undefined;
    const ends = [0, ...words.subarray(HEADER_WORDS, HEADER_WORDS + patterns)];
    const found = new FindingRows(words);
    let line = 0;
    for (let row = 0; row < rows; row++) {
      if (found.patternOf(row) >= patterns || found.line(row) < line) return undefined;
      line = found.line(row);
    }
    return ends.every((end, at) => end <= kinds && end >= (ends[at - 1] ?? 0)) ? found : undefined;
  }

  /** The line of a row, counted from 0. */
  line(row: number): number {
    return this.words[this.#rows + row * WORDS_PER_ROW] ?? 0;
  }

  /** The pattern of a row, by its number. */
  patternOf(row: number): number {
    return this.words[this.#rows + row * WORDS_PER_ROW + 1] ?? 0;
  }

  /** The kinds of each pattern. */
  patterns(): Uint32Array[] {
    return Array.from({ length: this.#patterns }, (_, index) => {
      const start = index === 0 ? 0 : (this.words[HEADER_WORDS + index - 1] ?? 0);
      return this.words.subarray(this.#kinds + start, this.#kinds + (this.words[HEADER_WORDS + index] ?? 0));
    });
  }

  /** How many rows have each pattern. */
  rowsByPattern(): Uint32Array {
    const counted = new Uint32Array(this.#patterns);
    for (let at = this.#rows + 1; at < this.words.length; at += WORDS_PER_ROW) {
      const pattern = this.words[at] ?? 0;
      counted[pattern] = (counted[pattern] ?? 0) + 1;
    }
    return counted;
  }

  /** The first few lines that have each pattern. */
  firstLines(most: number): number[][] {
    const found: number[][] = Array.from({ length: this.#patterns }, () => []);
    for (let at = this.#rows; at < this.words.length; at += WORDS_PER_ROW) {
      const lines = found[this.words[at + 1] ?? 0];
      if (lines !== undefined && lines.length < most) lines.push(this.words[at] ?? 0);
    }
    return found;
  }

  /** The first row of this line or a later one. */
  rowFrom(line: number): number {
    let [from, to] = [0, this.count];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.line(middle) < line) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** In parts of so many rows at most. */
  *inParts(most: number): Generator<FindingRows> {
    if (this.count <= most) return yield this;
    const patterns = this.patterns();
    for (let from = 0; from < this.count; from += most) {
      const to = Math.min(this.count, from + most);
      const numbers = new Map<number, number>();
      const rows = this.words.slice(this.#rows + from * WORDS_PER_ROW, this.#rows + to * WORDS_PER_ROW);
      let findings = 0;
      for (let at = 1; at < rows.length; at += WORDS_PER_ROW) {
        const pattern = rows[at] ?? 0;
        const number = numbers.get(pattern) ?? numbers.size;
        numbers.set(pattern, number);
        rows[at] = number;
        findings += patterns[pattern]?.length ?? 0;
      }
      const used = [...numbers.keys()].map((pattern) => [...(patterns[pattern] ?? [])]);
      yield FindingRows.of(used, rows, findings);
    }
  }

  /** Without the findings of some kinds. */
  without(isGone: (kind: number) => boolean): FindingRows {
    const patterns = this.patterns().map((pattern) => [...pattern].filter((kind) => !isGone(kind)));
    const findings = this.rowsByPattern().reduce((sum, times, at) => sum + times * (patterns[at]?.length ?? 0), 0);
    return FindingRows.of(patterns, this.words.subarray(this.#rows), findings);
  }

  /** The same with other numbers for the kinds, and of later lines. */
  moved(kindOf: (kind: number) => number, lines: number): FindingRows {
    const words = this.words.slice();
    for (let at = this.#kinds; at < this.#rows; at++) words[at] = kindOf(words[at] ?? 0);
    if (lines !== 0) {
      for (let at = this.#rows; at < words.length; at += WORDS_PER_ROW) words[at] = (words[at] ?? 0) + lines;
    }
    return new FindingRows(words);
  }
}

/** Findings in line order; those of one line in the order found. */
export class PackedFindings implements Iterable<Finding> {
  readonly kinds: readonly FindingKind[];
  readonly rows: FindingRows;
  readonly linesBefore: number;

  /** @param linesBefore added to the line of each row */
  constructor(kinds: readonly FindingKind[], rows: FindingRows, linesBefore = 0) {
    this.kinds = kinds;
    this.rows = rows;
    this.linesBefore = linesBefore;
  }

  /** Packs findings that were not packed before. */
  static of(findings: Iterable<Finding>): PackedFindings {
    const kinds: FindingKind[] = [];
    const numbers = new Map<string, number>();
    const sorted = [...findings].sort((a, b) => a.line - b.line);
    const patterns: number[][] = [];
    const rows: number[] = [];
    for (const [index, { line, ...kind }] of sorted.entries()) {
      const key = keyOf(kind);
      const number = numbers.get(key) ?? kinds.length;
      if (number === kinds.length) {
        numbers.set(key, number);
        kinds.push(kind);
      }
      if (index > 0 && sorted[index - 1]?.line === line) patterns.at(-1)?.push(number);
      else {
        rows.push(line, patterns.length);
        patterns.push([number]);
      }
    }
    return new PackedFindings(kinds, FindingRows.of(patterns, Uint32Array.from(rows), sorted.length));
  }

  get length(): number {
    return this.rows.findings;
  }

  /** The rows with the numbers that these kinds have elsewhere. */
  rowsWith(kinds: readonly number[]): FindingRows {
    return this.rows.moved((kind) => kinds[kind] ?? 0, this.linesBefore);
  }

  /** The first few findings. */
  first(most: number): Finding[] {
    return most <= 0 ? [] : [...this.#each(most)];
  }

  *[Symbol.iterator](): Generator<Finding> {
    yield* this.#each(Number.POSITIVE_INFINITY);
  }

  *#each(most: number): Generator<Finding> {
    const patterns = this.rows.patterns();
    let left = most;
    for (let row = 0; row < this.rows.count; row++) {
      for (const number of patterns[this.rows.patternOf(row)] ?? []) {
        const kind = this.kinds[number];
        if (kind === undefined) continue;
        yield findingOf(this.rows.line(row) + this.linesBefore, kind);
        if (--left === 0) return;
      }
    }
  }
}

/** A finding of a kind. */
export function findingOf(line: number, { rule, severity, path, message }: FindingKind): Finding {
  return { line, rule, severity, path, message };
}

/** Differs for kinds that differ. */
export function keyOf({ rule, severity, path, message: said, value }: FindingKind): string {
  const message = keyOfSaid(said);
  return `${rule}\n${severity}\n${path.length}\n${path}${message.length}\n${message}${value ?? '\n'}`;
}

/** Transferred between threads, not copied. */
export type SealedFindings = ArrayBuffer;

export function seal({ kinds, rows }: PackedFindings): SealedFindings {
  const text = JSON.stringify(kinds);
  const { byteLength } = rows.words;
  const bytes = Buffer.allocUnsafeSlow(byteLength + Math.ceil(Buffer.byteLength(text) / WORD) * WORD);
  bytes.set(new Uint8Array(rows.words.buffer, rows.words.byteOffset, byteLength));
  // JSON may end with blanks.
  bytes.fill(' ', byteLength);
  bytes.write(text, byteLength);
  return bytes.buffer;
}

/** Restores sealed findings, adding `linesBefore` to each line number. */
export function unseal(sealed: SealedFindings, linesBefore: number): PackedFindings {
  const rows = new FindingRows(new Uint32Array(sealed));
  // Only `seal` makes such bytes.
  const kinds: FindingKind[] = JSON.parse(Buffer.from(sealed, rows.words.byteLength).toString());
  return new PackedFindings(kinds, rows, linesBefore);
}
