/** @file Which of some ids come more than once, and in which rows. Holds each id once, however often it comes. */

import { randomInt } from 'node:crypto';
import { hashAt } from '../check/id-hash.ts';

/** A row whose transaction has an id. */
export interface SharingRow {
  table: number;
  row: number;
}

export interface RepeatedId {
  /** Its four words. */
  id: Uint32Array;
  count: number;
  /** The first of them. */
  rows: SharingRow[];
}

/** Words of a record: four of the id, its table, and its row in two halves. */
export const RECORD_WORDS = 7;
const ID_WORDS = 4;
const HALF = 2 ** 32;
const MOST_ROWS = 10;
/** A file cannot be made to collide under a seed that its maker does not know. */
const HASH_SEED = randomInt(2 ** 32);

/** Spreads the id that begins at `at` over 32 bits. */
export const spread = (words: Uint32Array, at: number): number => hashAt(words, at, HASH_SEED);

export class RepeatedIds {
  /** The first record of each id. */
  #records = new Uint32Array(1024 * RECORD_WORDS);
  /** Where the record begins of the id whose hash leads here, plus one. Twice as many as records. */
  #slots = new Uint32Array(2048);
  #filled = 0;
  /** By where the first record is. */
  readonly #repeated = new Map<number, RepeatedId>();

  /** @param block of whole records */
  add(block: Uint32Array): void {
    for (let at = 0; at < block.length; at += RECORD_WORDS) {
      const slot = this.#slotOf(block, at);
      const first = (this.#slots[slot] ?? 0) - 1;
      if (first === -1) this.#keep(block, at, slot);
      else this.#count(first, rowAt(block, at));
    }
  }

  /** Returns the ids that came more than once, and forgets all. */
  take(): RepeatedId[] {
    const repeated = [...this.#repeated.values()];
    this.#repeated.clear();
    this.#slots.fill(0);
    this.#filled = 0;
    return repeated;
  }

  #keep(block: Uint32Array, at: number, slot: number): void {
    for (let word = 0; word < RECORD_WORDS; word++) this.#records[this.#filled + word] = block[at + word] ?? 0;
    this.#slots[slot] = this.#filled + 1;
    this.#filled += RECORD_WORDS;
    if (this.#filled === this.#records.length) this.#grow();
  }

  #count(first: number, row: SharingRow): void {
    const records = this.#records;
    const known = this.#repeated.get(first) ?? {
      id: records.slice(first, first + ID_WORDS),
      count: 1,
      rows: [rowAt(records, first)],
    };
    this.#repeated.set(first, known);
    known.count += 1;
    if (known.rows.length < MOST_ROWS) known.rows.push(row);
  }

  /** The slot of the id at `at`, or the free one where it belongs. */
  #slotOf(block: Uint32Array, at: number): number {
    const [records, slots, last] = [this.#records, this.#slots, this.#slots.length - 1];
    let slot = spread(block, at) & last;
    for (let holder = slots[slot] ?? 0; holder !== 0; holder = slots[slot] ?? 0) {
      if (isSameId(records, holder - 1, block, at)) break;
      slot = (slot + 1) & last;
    }
    return slot;
  }

  #grow(): void {
    const records = new Uint32Array(this.#records.length * 2);
    records.set(this.#records);
    this.#records = records;
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let at = 0; at < this.#filled; at += RECORD_WORDS) this.#slots[this.#slotOf(records, at)] = at + 1;
  }
}

/** The row of the record that begins at `at`. */
export function rowAt(records: Uint32Array, at: number): SharingRow {
  return { table: records[at + 4] ?? 0, row: (records[at + 5] ?? 0) + (records[at + 6] ?? 0) * HALF };
}

function isSameId(one: Uint32Array, at: number, other: Uint32Array, otherAt: number): boolean {
  return (
    one[at] === other[otherAt] &&
    one[at + 1] === other[otherAt + 1] &&
    one[at + 2] === other[otherAt + 2] &&
    one[at + 3] === other[otherAt + 3]
  );
}
