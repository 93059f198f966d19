/**
 * @file The walk, loaded: one instance with results of its own. It accepts lines about which the judge has no complaint,
 * and reads their ids, amounts and days on the way.
 */

import { exactAmount, exactFrom } from '../../../src-shared/exact-amount.ts';
import { ROWS_AT_ONCE } from '../findings/finding-collector.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import type { PartTotals } from '../totals/totals.ts';
import { FaultyLines } from './faulty-lines.ts';
import { KernelMemory } from './kernel-memory.ts';
import {
  BYTES_PER_SUM,
  DAY_BITS_BYTES,
  DECIMALS_OF_SUMS,
  MOST_NOTES,
  RESULT,
  stops,
  WORDS_PER_AMOUNT,
  WORDS_PER_ID,
  WORDS_PER_NOTE,
  WORDS_PER_ROW,
} from './layout.ts';
import type { LineWalk, Stopped, WalkResults } from './line-walk.ts';
import type { PlaceOutline } from './outline.ts';
import { currenciesOfWalk, type Tables, tablesAt, writeTables } from './tables.ts';
import { walkModule } from './walk-module.ts';

/** What the walk exports. */
export interface Walk {
  walk(start: number, limit: number, isKnownUtf8: number): number;
  hashOf(at: number, bytes: number): number;
  keysBytes(): number;
  knownBytes(): number;
  setUp(...tables: Tables): void;
  setUpOutput(...addresses: number[]): void;
  keepFaulty(hasError: number): void;
  learn(pattern: number, hasError: number): void;
  forget(): void;
}

/** Ids that are collected before the walk pauses. */
const IDS_AT_ONCE = 16_384;
const AMOUNTS_AT_ONCE = 4096;
/** Each day is counted once. Only what is touched takes real memory. */
const MOST_DAYS = 10_000 * 366;
/** Set in the upper word of a sum that has been noted. */
const NOTED = 1n << 63n;
const WORD = Uint32Array.BYTES_PER_ELEMENT;

export class Kernel implements LineWalk {
  readonly memory: KernelMemory;
  readonly module: WebAssembly.Module;
  readonly #walk: Walk;
  readonly #result: Uint32Array;
  readonly #rows: Uint32Array;
  readonly faults: FaultyLines | undefined;
  readonly #addresses: Readonly<Record<'ids' | 'amounts' | 'sums' | 'touched' | 'dayBits' | 'days', number>>;
  readonly #ruleSet: RuleSet;
  readonly #tables: Tables;
  #now: number;
  /** Behind all that is its own. */
  readonly #end: number;
  /** The bytes of the bits that it has set for days. */
  #dayBytes = { first: DAY_BITS_BYTES, last: -1 };

  /** @param now milliseconds since the epoch, for dates in the future */
  constructor(ruleSet: RuleSet, now: number, { memory = new KernelMemory(), module = walkModule() } = {}) {
    this.memory = memory;
    this.module = module;
    this.#walk = instantiate(module, memory);
    const { tables, outline } = writeTables(memory, this.#walk.hashOf, ruleSet, now);
    this.#walk.setUp(...tables);
    this.#ruleSet = ruleSet;
    this.#now = now;
    this.#tables = tables;
    const sumsOfAll = (currenciesOfWalk.length + 1) * DECIMALS_OF_SUMS;
    const result = memory.reserve(RESULT.words * WORD);
    const ids = memory.reserve(IDS_AT_ONCE * WORDS_PER_ID * WORD);
    const idsEnd = ids + IDS_AT_ONCE * WORDS_PER_ID * WORD;
    const amounts = memory.reserve(AMOUNTS_AT_ONCE * WORDS_PER_AMOUNT * WORD);
    const amountsEnd = amounts + AMOUNTS_AT_ONCE * WORDS_PER_AMOUNT * WORD;
    const sums = memory.reserve(sumsOfAll * BYTES_PER_SUM);
    const touched = memory.reserve(sumsOfAll * WORD);
    const dayBits = memory.reserve(DAY_BITS_BYTES);
    const days = memory.reserve(MOST_DAYS * WORD);
    const keys = memory.reserve(this.#walk.keysBytes());
    const notes = memory.reserve(MOST_NOTES * WORDS_PER_NOTE * WORD);
    const rows = memory.reserve(ROWS_AT_ONCE * WORDS_PER_ROW * WORD);
    const rowsEnd = rows + ROWS_AT_ONCE * WORDS_PER_ROW * WORD;
    const known = memory.reserve(this.#walk.knownBytes());
    const places = outline === undefined ? [] : placesIn(outline);
    const watched = memory.writeWords(places.flatMap((place) => [place.at, place.watched]));
    const watchedEnd = watched + places.length * 2 * WORD;
    this.#walk.setUpOutput(
      ...[result, ids, idsEnd, amounts, amountsEnd, sums, touched, dayBits, days, keys, notes],
      ...[rows, rowsEnd, known, watched, watchedEnd],
    );
    this.#rows = memory.words(rows, ROWS_AT_ONCE * WORDS_PER_ROW);
    this.#result = memory.words(result, RESULT.words);
    const noted = memory.words(notes, MOST_NOTES * WORDS_PER_NOTE);
    this.faults = outline && new FaultyLines(outline, this.#result, noted, this.#walk.keepFaulty);
    this.#addresses = { ids, amounts, sums, touched, dayBits, days };
    this.#end = memory.end;
  }

  /**
   * Makes it fit for another file, which is quick. All that it has read must have been taken; what was laid out in its memory since
   * is given back, and faults are for the caller to `forget`, as with a new one.
   * @param now milliseconds since the epoch, for dates in the future
   */
  beginAgain(now: number): void {
    if (now !== this.#now) this.#walk.setUp(...tablesAt(this.#tables, this.#ruleSet, now));
    this.#now = now;
    this.#result.fill(0);
    const { dayBits } = this.#addresses;
    const { first, last } = this.#dayBytes;
    if (first <= last) this.memory.bytes(dayBits + first, dayBits + last + 1).fill(0);
    this.#dayBytes = { first: DAY_BITS_BYTES, last: -1 };
    this.memory.giveBackFrom(this.#end);
  }

  get line(): number {
    return this.#result[RESULT.line] ?? 0;
  }

  set line(line: number) {
    this.#result[RESULT.line] = line;
  }

  walk(start: number, limit: number, isUtf8: boolean): Stopped {
    const at = this.#walk.walk(start, limit, isUtf8 ? 1 : 0);
    return { at, stop: stops[this.#result[RESULT.stop] ?? 0] ?? 'judge' };
  }

  learn(pattern: number, hasError: boolean): void {
    this.#walk.learn(pattern, hasError ? 1 : 0);
  }

  forget(): void {
    this.#walk.forget();
  }

  get rows(): Uint32Array {
    return this.#rows.subarray(0, (this.#result[RESULT.rows] ?? 0) * WORDS_PER_ROW);
  }

  get isFull(): boolean {
    return (this.#result[RESULT.rows] ?? 0) === ROWS_AT_ONCE;
  }

  addRow(line: number, pattern: number): void {
    const count = this.#result[RESULT.rows] ?? 0;
    this.#rows[count * WORDS_PER_ROW] = line;
    this.#rows[count * WORDS_PER_ROW + 1] = pattern;
    this.#result[RESULT.rows] = count + 1;
  }

  take(): WalkResults {
    const result = this.#result;
    const { ids } = this.#addresses;
    const taken: WalkResults = {
      accepted: result[RESULT.accepted] ?? 0,
      known: result[RESULT.known] ?? 0,
      knownValid: result[RESULT.knownValid] ?? 0,
      ids: Uint32Array.from(this.memory.words(ids, (result[RESULT.ids] ?? 0) * WORDS_PER_ID)),
      totals: { ...this.#takeSums(), days: this.#takeDays() },
    };
    result.fill(0, RESULT.accepted);
    return taken;
  }

  #takeDays(): number[] {
    const words = this.memory.words(this.#addresses.days, this.#result[RESULT.days] ?? 0);
    const days: number[] = [];
    let { first, last } = this.#dayBytes;
    for (let at = 0; at < words.length; at++) {
      const day = words[at] ?? 0;
      first = Math.min(first, day >> 3);
      last = Math.max(last, day >> 3);
      days.push(day);
    }
    this.#dayBytes = { first, last };
    return days;
  }

  #takeSums(): Pick<PartTotals, 'sums' | 'summed'> {
    const taken = new Map<string, bigint>();
    let summed = this.#result[RESULT.summed] ?? 0;
    const add = (place: number, amount: bigint) => {
      const currency = currenciesOfWalk[place - 1] ?? '';
      taken.set(currency, (taken.get(currency) ?? 0n) + amount);
    };
    const { touched, sums, amounts } = this.#addresses;
    for (const index of this.memory.words(touched, this.#result[RESULT.sums] ?? 0)) {
      const sum = new BigUint64Array(this.memory.shared.buffer, sums + index * BYTES_PER_SUM, 2);
      const [low = 0n, high = 0n] = sum;
      const digits = ((high & ~NOTED) << 64n) + low;
      add(Math.floor(index / DECIMALS_OF_SUMS), exactFrom(digits, index % DECIMALS_OF_SUMS));
      sum.fill(0n);
    }
    const words = this.memory.words(amounts, (this.#result[RESULT.amounts] ?? 0) * WORDS_PER_AMOUNT);
    for (let at = 0; at < words.length; at += WORDS_PER_AMOUNT) {
      const amount = exactAmount(this.memory.bytes(words[at + 1] ?? 0, words[at + 2] ?? 0).toString('latin1'));
      if (amount === undefined) summed--;
      else add(words[at] ?? 0, amount);
    }
    return { sums: taken, summed };
  }
}

function placesIn(outline: PlaceOutline): PlaceOutline[] {
  return [outline, ...outline.entries.flatMap(({ inner }) => (inner === undefined ? [] : placesIn(inner)))];
}

function instantiate(module: WebAssembly.Module, memory: KernelMemory): Walk {
  const exports: unknown = new WebAssembly.Instance(module, { env: { memory: memory.shared } }).exports;
  // The module is ours; a test compares it with its source.
  return exports as Walk;
}
