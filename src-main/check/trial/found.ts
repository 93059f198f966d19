/**
 * @file The findings of one check in little memory, so that two checks of the same file can be compared: of each finding its
 * line and a number for what it is. Pure.
 */

import { keyOfSaid, type Said } from '../../../src-shared/languages/fact.ts';
import type { Finding, RuleId, Severity } from '../findings/finding.ts';

/** What a finding is, apart from its line and its words. */
export interface Sort {
  rule: RuleId;
  severity: Severity;
  path: string;
}

/** Enough for every field there is; beyond that, findings differ by their rule alone. */
const MOST_SORTS = 100_000;
/** Of a million findings: 12 MB. */
export const MOST_FINDINGS = 1_000_000;
/** Different sentences that are kept for examples. */
const MOST_MESSAGES = 20_000;
const FIRST_ROOM = 1024;
/** A line and a sort in one number; exact up to line 2^32. */
const SORTS_IN_A_LINE = 2 ** 20;

/** The numbers of sorts and of sentences, which two checks share. */
export class Sorts {
  readonly #numbers = new Map<string, number>();
  readonly #sorts: Sort[] = [];
  readonly #messages = new Map<string, number>();
  readonly #texts: Said[] = [''];

  /** Whether a sort is the same apart from its severity follows from its name. */
  numberOf({ rule, severity, path }: Sort): number {
    const isFull = this.#sorts.length >= MOST_SORTS;
    const sort = { rule, severity, path: isFull ? '' : path };
    const key = `${rule}\n${severity}\n${sort.path}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#sorts.length);
    return this.#sorts.push(sort) - 1;
  }

  sort(number: number): Sort | undefined {
    return this.#sorts[number];
  }

  /** 0 for a sentence that is no longer kept. */
  messageNumber(message: Said): number {
    const key = keyOfSaid(message);
    const known = this.#messages.get(key);
    if (known !== undefined) return known;
    if (this.#texts.length > MOST_MESSAGES) return 0;
    this.#messages.set(key, this.#texts.length);
    return this.#texts.push(message) - 1;
  }

  message(number: number): Said {
    return this.#texts[number] ?? '';
  }
}

/** The findings of one check. */
export class Found {
  readonly #sorts: Sorts;
  readonly #most: number;
  #places = new Float64Array(FIRST_ROOM);
  #messages = new Uint32Array(FIRST_ROOM);
  #count = 0;
  #lastWhole = Number.POSITIVE_INFINITY;

  constructor(sorts: Sorts, most = MOST_FINDINGS) {
    this.#sorts = sorts;
    this.#most = most;
  }

  /** All findings up to this line are there; without end unless there were too many. */
  get lastWhole(): number {
    return this.#lastWhole;
  }

  /** Takes findings in line order; those that depend on the whole file may come after all others, in line order again. */
  add(findings: Iterable<Finding>): void {
    for (const finding of findings) {
      // The line at which there were too many may be incomplete.
      if (this.#count >= this.#most) this.#lastWhole = Math.min(this.#lastWhole, Math.max(0, finding.line - 1));
      if (finding.line > this.#lastWhole) continue;
      if (this.#count === this.#places.length) this.#grow();
      this.#places[this.#count] = finding.line * SORTS_IN_A_LINE + this.#sorts.numberOf(finding);
      this.#messages[this.#count] = this.#sorts.messageNumber(finding.message);
      this.#count += 1;
    }
  }

  /** The sorts of each line that has findings, by line, up to `last`. */
  *lines(last: number): Generator<{ line: number; sorts: Sort[] }> {
    const places = this.#places.slice(0, this.#count).sort();
    let line = -1;
    let sorts: Sort[] = [];
    for (const place of places) {
      const next = Math.floor(place / SORTS_IN_A_LINE);
      if (next > last) break;
      if (next !== line) {
        if (sorts.length > 0) yield { line, sorts };
        [line, sorts] = [next, []];
      }
      const sort = this.#sorts.sort(place % SORTS_IN_A_LINE);
      if (sort !== undefined) sorts.push(sort);
    }
    if (sorts.length > 0) yield { line, sorts };
  }

  /** The sentences of some findings, by line and sort as `placeOf` makes them. */
  messagesAt(wanted: ReadonlySet<number>): Map<number, Said> {
    const messages = new Map<number, Said>();
    for (let at = 0; at < this.#count; at += 1) {
      const place = this.#places[at] ?? 0;
      if (wanted.has(place) && !messages.has(place)) messages.set(place, this.#sorts.message(this.#messages[at] ?? 0));
    }
    return messages;
  }

  placeOf(line: number, sort: Sort): number {
    return line * SORTS_IN_A_LINE + this.#sorts.numberOf(sort);
  }

  #grow(): void {
    const [places, messages] = [this.#places, this.#messages];
    this.#places = new Float64Array(2 * places.length);
    this.#places.set(places);
    this.#messages = new Uint32Array(2 * messages.length);
    this.#messages.set(messages);
  }
}
