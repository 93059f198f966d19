/**
 * @file Turns complaints into findings, packs and counts them. It remembers what lines were found to have, so that a line
 * with the same faults as an earlier one costs no more than two numbers.
 */

import { type RuleSet, severityOf } from '../rules/rule-set.ts';
import type { Complaint, FindingKind, RuleId } from './finding.ts';
import { FindingRows, keyOf, PackedFindings } from './packed-findings.ts';

/** Different findings that are handed over at once, besides remembered ones: more would block the thread that stores them. */
export const KINDS_AT_ONCE = 500;
/** Faulty lines that are handed over at once. */
export const ROWS_AT_ONCE = 16_384;
/** Where more are different, remembering does not pay. */
const MOST_REMEMBERED = 4000;

export interface FindingCounts {
  errors: number;
  warnings: number;
  byRule: Partial<Record<RuleId, number>>;
}

/** What was found in some lines. */
export interface Collected {
  findings: PackedFindings;
  counts: FindingCounts;
  /** The patterns that the lines have. */
  patterns: number[];
  /** Patterns before this one are no longer known. */
  wereForgotten: boolean;
}

/** The findings that a line has. */
interface Pattern {
  kinds: readonly number[];
  isFaulty: boolean;
  counts: FindingCounts;
}

/** The pattern of a line without findings. */
export const NO_FINDINGS = 0;

export class FindingCollector {
  readonly #ruleSet: RuleSet;
  #kinds: FindingKind[] = [];
  readonly #kindNumbers = new Map<string, number>();
  /** By their numbers. */
  #patterns: Pattern[] = [];
  readonly #patternNumbers = new Map<string, number>();
  /** The kinds that were known when findings were handed over the last time. */
  #known = 0;

  constructor(ruleSet: RuleSet) {
    this.#ruleSet = ruleSet;
    this.#forget();
  }

  /** Whether there are so many different findings that they must be handed over. */
  get isFull(): boolean {
    return this.#kinds.length - this.#known >= KINDS_AT_ONCE;
  }

  /** The pattern of a line with these complaints. A rule that is off finds nothing. */
  patternOf(complaints: readonly Complaint[]): number {
    const kinds: number[] = [];
    for (const complaint of complaints) {
      const severity = severityOf(complaint.rule, this.#ruleSet);
      if (severity !== 'off') kinds.push(this.#numberOf({ ...complaint, severity }));
    }
    if (kinds.length === 0) return NO_FINDINGS;
    const key = kinds.join();
    const known = this.#patternNumbers.get(key);
    if (known !== undefined) return known;
    const counts = this.#countsOf(kinds);
    this.#patternNumbers.set(key, this.#patterns.length);
    this.#patterns.push({ kinds, counts, isFaulty: counts.errors > 0 });
    return this.#patterns.length - 1;
  }

  /** Whether one of the findings is an error. */
  isFaulty(pattern: number): boolean {
    return this.#patterns[pattern]?.isFaulty === true;
  }

  /** The findings of lines, each given as its number and its pattern. Changes the rows: there may be very many. */
  take(rows: Uint32Array): Collected {
    const places = new Uint32Array(this.#patterns.length);
    const times: number[] = [];
    const patterns: number[] = [];
    for (let at = 1; at < rows.length; at += 2) {
      const pattern = rows[at] ?? 0;
      let place = places[pattern] ?? 0;
      if (place === 0) {
        patterns.push(pattern);
        times.push(0);
        place = patterns.length;
        places[pattern] = place;
      }
      rows[at] = place - 1;
      times[place - 1] = (times[place - 1] ?? 0) + 1;
    }
    const counts = noFindings();
    const kinds = new Map<number, number>();
    const packed = patterns.map((pattern, place) => {
      const known = this.#patterns[pattern] ?? NONE;
      addCounts(counts, known.counts, times[place]);
      return known.kinds.map((kind) => {
        const own = kinds.get(kind) ?? kinds.size;
        kinds.set(kind, own);
        return own;
      });
    });
    const list = [...kinds.keys()].flatMap((number) => this.#kinds[number] ?? []);
    const findings = new PackedFindings(list, FindingRows.of(packed, rows, counts.errors + counts.warnings));
    const wereForgotten = this.#kinds.length >= MOST_REMEMBERED || this.#patterns.length >= MOST_REMEMBERED;
    if (wereForgotten) this.#forget();
    this.#known = this.#kinds.length;
    return { findings, counts, patterns, wereForgotten };
  }

  #numberOf(kind: FindingKind): number {
    const key = keyOf(kind);
    const known = this.#kindNumbers.get(key);
    if (known !== undefined) return known;
    this.#kindNumbers.set(key, this.#kinds.length);
    this.#kinds.push(kind);
    return this.#kinds.length - 1;
  }

  #countsOf(kinds: readonly number[]): FindingCounts {
    const counts = noFindings();
    for (const number of kinds) {
      const kind = this.#kinds[number];
      if (kind === undefined) continue;
      counts[kind.severity === 'error' ? 'errors' : 'warnings']++;
      counts.byRule[kind.rule] = (counts.byRule[kind.rule] ?? 0) + 1;
    }
    return counts;
  }

  #forget(): void {
    this.#kinds = [];
    this.#kindNumbers.clear();
    this.#patterns = [NONE];
    this.#patternNumbers.clear();
  }
}

const NONE: Pattern = { kinds: [], isFaulty: false, counts: noFindings() };

export function noFindings(): FindingCounts {
  return { errors: 0, warnings: 0, byRule: {} };
}

/** Adds the counts of further findings, each so many times, to a total. */
export function addCounts(total: FindingCounts, more: FindingCounts, times = 1): void {
  total.errors += more.errors * times;
  total.warnings += more.warnings * times;
  for (const [rule, count] of Object.entries(more.byRule)) {
    // The keys come from a collector, so they are rule ids.
    total.byRule[rule as RuleId] = (total.byRule[rule as RuleId] ?? 0) + count * times;
  }
}
