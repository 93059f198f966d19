/**
 * @file The walk, loaded: one instance with results of its own. It accepts lines about which the judge has no complaint,
 * and reads their ids, amounts and days on the way.
 */

import { ROWS_AT_ONCE } from '../findings/finding-collector.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { exactAmount, exactFrom } from '../totals/exact-amount.ts';
import type { PartTotals } from '../totals/totals.ts';
import { KernelMemory } from './kernel-memory.ts';
import {
  BYTES_PER_SUM,
  DAY_BITS_BYTES,
  DECIMALS_OF_SUMS,
  MOST_NOTES,
  RESULT,
  type Stop,
  stops,
  WORDS_PER_AMOUNT,
  WORDS_PER_ID,
  WORDS_PER_NOTE,
  WORDS_PER_ROW,
} from './layout.ts';
import type { PlaceOutline } from './outline.ts';
import { currenciesOfWalk, type Tables, writeTables } from './tables.ts';
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

/** What the walk noted about a line with faults, which it walked to its end. Addresses are those of the memory. */
export interface FaultyLine {
  /** What each note is about, an entry or a place of the outline, and where that value or key begins and ends. */
  notes: readonly { about: number; start: number; end: number }[];
  /** Where modification.amount begins, if that is right; else 0. */
  amountAt: number;
  /** modification.currency, if that is right. */
  currency: string | undefined;
}

/** Where the walk stopped: at a line for the judge, or because it is done. */
export interface Stopped {
  at: number;
  stop: Stop;
}

/** What was read from accepted lines. */
export interface WalkResults {
  accepted: number;
  /** Lines with faults that it has learned, and those of them without an error. */
  known: number;
  knownValid: number;
  /** As a ModificationIdList. */
  ids: Uint32Array<ArrayBuffer>;
  totals: PartTotals;
}

/** Ids that are collected before the walk pauses. */
const IDS_AT_ONCE = 16_384;
const AMOUNTS_AT_ONCE = 4096;
/** Set in the upper word of a sum that has been noted. */
const NOTED = 1n << 63n;
const WORD = Uint32Array.BYTES_PER_ELEMENT;

export class Kernel {
  readonly memory: KernelMemory;
  readonly #walk: Walk;
  readonly #result: Uint32Array;
  readonly #notes: Uint32Array;
  readonly #rows: Uint32Array;
  /** The described fields as the tables have them; undefined where lines cannot be explained by it. */
  readonly outline: PlaceOutline | undefined;
  readonly #addresses: Readonly<Record<'ids' | 'amounts' | 'sums' | 'touched' | 'days', number>>;

  /** @param now milliseconds since the epoch, for dates in the future */
  constructor(ruleSet: RuleSet, now: number, { memory = new KernelMemory(), module = walkModule() } = {}) {
    this.memory = memory;
    this.#walk = instantiate(module, memory);
    const { tables, outline } = writeTables(memory, this.#walk.hashOf, ruleSet, now);
    this.#walk.setUp(...tables);
    this.outline = outline;
    const sumsOfAll = (currenciesOfWalk.length + 1) * DECIMALS_OF_SUMS;
    const result = memory.reserve(RESULT.words * WORD);
    const ids = memory.reserve(IDS_AT_ONCE * WORDS_PER_ID * WORD);
    const idsEnd = ids + IDS_AT_ONCE * WORDS_PER_ID * WORD;
    const amounts = memory.reserve(AMOUNTS_AT_ONCE * WORDS_PER_AMOUNT * WORD);
    const amountsEnd = amounts + AMOUNTS_AT_ONCE * WORDS_PER_AMOUNT * WORD;
    const sums = memory.reserve(sumsOfAll * BYTES_PER_SUM);
    const touched = memory.reserve(sumsOfAll * WORD);
    const dayBits = memory.reserve(DAY_BITS_BYTES);
    const days = memory.reserve(IDS_AT_ONCE * WORD);
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
    this.#notes = memory.words(notes, MOST_NOTES * WORDS_PER_NOTE);
    this.#result = memory.words(result, RESULT.words);
    this.#addresses = { ids, amounts, sums, touched, days };
  }

  /** The number of the last line that was walked or judged. */
  get line(): number {
    return this.#result[RESULT.line] ?? 0;
  }

  set line(line: number) {
    this.#result[RESULT.line] = line;
  }

  /** Walks through the lines from one address up to another, where a line feed must be. */
  walk(start: number, limit: number, isUtf8: boolean): Stopped {
    const at = this.#walk.walk(start, limit, isUtf8 ? 1 : 0);
    return { at, stop: stops[this.#result[RESULT.stop] ?? 0] ?? 'judge' };
  }

  /** Where the line after the one begins at which the walk stopped as faulty. */
  get nextLine(): number {
    return this.#result[RESULT.next] ?? 0;
  }

  /** What is known about the line at which the walk stopped as faulty. */
  faultyLine(): FaultyLine {
    const result = this.#result;
    const words = this.#notes;
    const notes = [];
    for (let at = 0; at < (result[RESULT.notes] ?? 0) * WORDS_PER_NOTE; at += WORDS_PER_NOTE) {
      notes.push({ about: words[at] ?? 0, start: words[at + 1] ?? 0, end: words[at + 2] ?? 0 });
    }
    return {
      notes,
      amountAt: result[RESULT.amountAt] ?? 0,
      currency: currenciesOfWalk[(result[RESULT.currency] ?? 0) - 1],
    };
  }

  /** Counts the line at which the walk stopped as faulty, with the id and the figures that are right in it. */
  keepFaulty(hasError: boolean): void {
    this.#walk.keepFaulty(hasError ? 1 : 0);
  }

  /** Lets the walk count lines with the faults of that one by itself. @param pattern of its findings; 0 for none */
  learn(pattern: number, hasError: boolean): void {
    this.#walk.learn(pattern, hasError ? 1 : 0);
  }

  /** Unlearns all faults. */
  forget(): void {
    this.#walk.forget();
  }

  /** The faulty lines, with the patterns of their findings. */
  get rows(): Uint32Array {
    return this.#rows.subarray(0, (this.#result[RESULT.rows] ?? 0) * WORDS_PER_ROW);
  }

  /** Whether there is no room for another row. */
  get isFull(): boolean {
    return (this.#result[RESULT.rows] ?? 0) === ROWS_AT_ONCE;
  }

  /** Adds the pattern of findings in a line, for which there must be room. */
  addRow(line: number, pattern: number): void {
    const count = this.#result[RESULT.rows] ?? 0;
    this.#rows[count * WORDS_PER_ROW] = line;
    this.#rows[count * WORDS_PER_ROW + 1] = pattern;
    this.#result[RESULT.rows] = count + 1;
  }

  /** Returns what was read since the last time, and forgets it. The bytes that were walked must still be there. */
  take(): WalkResults {
    const result = this.#result;
    const { ids, days } = this.#addresses;
    const taken: WalkResults = {
      accepted: result[RESULT.accepted] ?? 0,
      known: result[RESULT.known] ?? 0,
      knownValid: result[RESULT.knownValid] ?? 0,
      ids: Uint32Array.from(this.memory.words(ids, (result[RESULT.ids] ?? 0) * WORDS_PER_ID)),
      totals: { sums: this.#takeSums(), days: [...this.memory.words(days, result[RESULT.days] ?? 0)] },
    };
    result.fill(0, RESULT.accepted);
    return taken;
  }

  #takeSums(): Map<string, bigint> {
    const taken = new Map<string, bigint>();
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
      if (amount !== undefined) add(words[at] ?? 0, amount);
    }
    return taken;
  }
}

function placesIn(outline: PlaceOutline): PlaceOutline[] {
  return [outline, ...outline.entries.flatMap(({ inner }) => (inner === undefined ? [] : placesIn(inner)))];
}

function instantiate(module: WebAssembly.Module, memory: KernelMemory): Walk {
  // The module is ours; a test compares it with its source.
  return new WebAssembly.Instance(module, { env: { memory: memory.shared } }).exports as Walk;
}
