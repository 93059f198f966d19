/**
 * @file The walk, loaded: one instance, with its own block of bytes to walk through and its own results. It accepts lines
 * about which the judge has no complaint, and reads their ids, amounts and days on the way.
 */

import { Buffer } from 'node:buffer';
import type { RuleSet } from '../rules/rule-set.ts';
import { exactAmount, exactFrom } from '../totals/exact-amount.ts';
import type { PartTotals } from '../totals/totals.ts';
import {
  BYTES_PER_SUM,
  DAY_BITS_BYTES,
  DECIMALS_OF_SUMS,
  PADDING,
  RESULT,
  type Stop,
  stops,
  WORDS_PER_AMOUNT,
  WORDS_PER_ID,
} from './layout.ts';
import { TableMemory } from './table-memory.ts';
import { currenciesOfWalk, type Tables, writeTables } from './tables.ts';
import { walkModule } from './walk-module.ts';

/** What the walk exports. */
interface Walk {
  walk(start: number, limit: number, isKnownUtf8: number): number;
  hashOf(at: number, bytes: number): number;
  keysBytes(): number;
  setUp(...tables: Tables): void;
  setUpOutput(...addresses: number[]): void;
}

/** Where the walk stopped: at a line for the judge, or because it is done. */
export interface Stopped {
  at: number;
  stop: Stop;
}

/** What was read from accepted lines. */
export interface WalkResults {
  accepted: number;
  /** As a ModificationIdList. */
  ids: Uint32Array<ArrayBuffer>;
  totals: PartTotals;
}

const LEAST_ADDRESS = 4096;
/** The most pages that a memory may have: a block of 16 MiB needs 300. */
const MOST_PAGES = 4096;
const FIRST_PAGES = 64;
/** Ids that are collected before the walk pauses. */
const IDS_AT_ONCE = 16_384;
const AMOUNTS_AT_ONCE = 4096;
const LEAST_BLOCK_BYTES = 2 * 1024 * 1024;
const NEWLINE = 0x0a;
/** Set in the upper word of a sum that has been noted. */
const NOTED = 1n << 63n;
const WORD = Uint32Array.BYTES_PER_ELEMENT;

export class Kernel {
  readonly #memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES, shared: true });
  readonly #walk: Walk;
  readonly #tables: TableMemory;
  readonly #result: Uint32Array;
  readonly #addresses: Readonly<Record<'ids' | 'amounts' | 'sums' | 'touched' | 'days', number>>;
  #blockAt: number;
  #blockBytes = 0;
  #block: Buffer = Buffer.alloc(0);

  /** @param now milliseconds since the epoch, for dates in the future */
  constructor(ruleSet: RuleSet, now: number) {
    const instance = new WebAssembly.Instance(walkModule(), { env: { memory: this.#memory } });
    this.#walk = exportsOf(instance);
    const memory = new TableMemory(this.#memory, LEAST_ADDRESS, this.#walk.hashOf);
    this.#walk.setUp(...writeTables(memory, ruleSet, now));
    const result = memory.reserve(RESULT.words * WORD);
    const sumsOfAll = (currenciesOfWalk.length + 1) * DECIMALS_OF_SUMS;
    const ids = memory.reserve(IDS_AT_ONCE * WORDS_PER_ID * WORD);
    const idsEnd = ids + IDS_AT_ONCE * WORDS_PER_ID * WORD;
    const amounts = memory.reserve(AMOUNTS_AT_ONCE * WORDS_PER_AMOUNT * WORD);
    const amountsEnd = amounts + AMOUNTS_AT_ONCE * WORDS_PER_AMOUNT * WORD;
    const sums = memory.reserve(sumsOfAll * BYTES_PER_SUM);
    const touched = memory.reserve(sumsOfAll * WORD);
    const dayBits = memory.reserve(DAY_BITS_BYTES);
    const days = memory.reserve(IDS_AT_ONCE * WORD);
    const keys = memory.reserve(this.#walk.keysBytes());
    this.#walk.setUpOutput(result, ids, idsEnd, amounts, amountsEnd, sums, touched, dayBits, days, keys);
    this.#result = new Uint32Array(this.#memory.buffer, result, RESULT.words);
    this.#addresses = { ids, amounts, sums, touched, days };
    this.#tables = memory;
    this.#blockAt = memory.reserve(0);
  }

  /** The block to fill before a walk, for at least `bytes` bytes. Valid until a larger one is asked for. */
  block(bytes: number): Buffer {
    if (bytes > this.#blockBytes) {
      this.#blockBytes = Math.max(LEAST_BLOCK_BYTES, 2 ** Math.ceil(Math.log2(bytes)));
      this.#blockAt = this.#tables.reserve(this.#blockBytes + PADDING);
      this.#block = Buffer.from(this.#memory.buffer, this.#blockAt, this.#blockBytes + PADDING);
    }
    return this.#block.subarray(0, bytes);
  }

  /** Ends the block at `limit`, a position in it. */
  endBlock(limit: number): void {
    this.#block[limit] = NEWLINE;
  }

  /** The number of the last line that was walked or judged. */
  get line(): number {
    return this.#result[RESULT.line] ?? 0;
  }

  set line(line: number) {
    this.#result[RESULT.line] = line;
  }

  /** Walks from the line at `start` on. Positions are those in the block. */
  walk(start: number, limit: number, isUtf8: boolean): Stopped {
    const at = this.#walk.walk(this.#blockAt + start, this.#blockAt + limit, isUtf8 ? 1 : 0) - this.#blockAt;
    return { at, stop: stops[this.#result[RESULT.stop] ?? 0] ?? 'judge' };
  }

  /** Returns what was read since the last time, and forgets it. */
  take(): WalkResults {
    const result = this.#result;
    const { ids, days } = this.#addresses;
    const read = (at: number, words: number) => new Uint32Array(this.#memory.buffer, at, words);
    const taken: WalkResults = {
      accepted: result[RESULT.accepted] ?? 0,
      ids: Uint32Array.from(read(ids, (result[RESULT.ids] ?? 0) * WORDS_PER_ID)),
      totals: { sums: this.#takeSums(), days: [...read(days, result[RESULT.days] ?? 0)] },
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
    const { buffer } = this.#memory;
    const { touched, sums, amounts } = this.#addresses;
    for (const index of new Uint32Array(buffer, touched, this.#result[RESULT.sums] ?? 0)) {
      const sum = new BigUint64Array(buffer, sums + index * BYTES_PER_SUM, 2);
      const [low = 0n, high = 0n] = sum;
      add(Math.floor(index / DECIMALS_OF_SUMS), exactFrom(((high & ~NOTED) << 64n) + low, index % DECIMALS_OF_SUMS));
      sum.fill(0n);
    }
    const words = new Uint32Array(buffer, amounts, (this.#result[RESULT.amounts] ?? 0) * WORDS_PER_AMOUNT);
    for (let at = 0; at < words.length; at += WORDS_PER_AMOUNT) {
      const text = Buffer.from(buffer, words[at + 1] ?? 0, (words[at + 2] ?? 0) - (words[at + 1] ?? 0)).toString(
        'latin1',
      );
      const amount = exactAmount(text);
      if (amount !== undefined) add(words[at] ?? 0, amount);
    }
    return taken;
  }
}

function exportsOf({ exports }: WebAssembly.Instance): Walk {
  // The module is ours; a test compares it with its source.
  return exports as Walk;
}
