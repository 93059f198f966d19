/**
 * @file Finds lines that share a modification id (§2.6). An open-addressing table in one typed array takes about 27
 * bytes an id, where a Set of strings would take 150, and gives the garbage collector nothing to traverse.
 */

import { LineSet } from './line-set.ts';
import { FAULTY, WORDS_PER_ID } from './modification-id-list.ts';

/** How many other lines a finding lists for a shared id. */
const NAMED_LINES = 5;
const MOST_FILLED = 0.75;
const GROWTH = 1.6;
const LEAST_CAPACITY = 16;
/** Extra room for a file whose lines become somewhat shorter. */
const SURPLUS = 1.05;
/** The first lines may not be typical: beyond this size the table grows as needed. */
const MOST_EXPECTED = 10_000_000;

/**
 * A slot is laid out as an entry of the list. Its last word is 0 when the slot is free, and holds a group when this bit
 * is set.
 */
const GROUP = 0x8000_0000;
/** More lines than any file that could be checked with one table. */
const MOST_LINES = GROUP - 1;

export interface SharedId {
  line: number;
  /** True when the line also has an error. */
  isFaulty: boolean;
  /** The first other lines with this id, at most five. */
  otherLines: readonly number[];
  /** The number of all other lines with this id, including those not in `otherLines`. */
  otherCount: number;
}

/** Lines by modification id. Lines are counted from 1 and may come in any order. */
export class ModificationIds {
  #capacity = 0;
  #filled = 0;
  #slots = new Uint32Array(0);
  #groups = 0;
  /** Pairs of group and line; read as 64-bit little-endian integers, they sort by line. */
  #shared = new Uint32Array(64);
  #sharedCount = 0;
  readonly #faultyLines = new LineSet();

  /** `expected` ids fit without the table growing. */
  constructor(expected = 0) {
    this.#allocate(Math.ceil(expected / MOST_FILLED));
  }

  /** A table sized for a file of `fileBytes`, estimated from the ids in its first `bytes`. */
  static forFile(fileBytes: number, ids: Uint32Array, bytes: number): ModificationIds {
    const expected = (ids.length / WORDS_PER_ID) * (fileBytes / bytes);
    return new ModificationIds(Math.min(expected * SURPLUS, MOST_EXPECTED));
  }

  /** Adds the output of a ModificationIdList; its lines are counted from 1 after `linesBefore`. */
  addAll(ids: Uint32Array, linesBefore: number): void {
    for (let at = 0; at < ids.length; at += WORDS_PER_ID) {
      const tagged = ids[at + 4] ?? 0;
      const line = linesBefore + (tagged & ~FAULTY);
      if (line > MOST_LINES) throw new RangeError(`Line ${line} is beyond what the table of modification ids holds.`);
      if (tagged >= FAULTY) this.#faultyLines.add(line);
      this.#add(ids, at, line);
    }
  }

  /** Every line that shares its id with another one, in line order. Drops the table: no ids can be added afterwards. */
  *shared(): Generator<SharedId> {
    this.#slots = new Uint32Array(this.#slots.buffer.transfer(0));
    const pairs = this.#shared.subarray(0, this.#sharedCount * 2);
    new BigUint64Array(pairs.buffer, pairs.byteOffset, this.#sharedCount).sort();

    const sizes = new Uint32Array(this.#groups + 1);
    // One more than is listed, because a line does not list itself.
    const leading = new Uint32Array((this.#groups + 1) * (NAMED_LINES + 1));
    for (let at = 0; at < pairs.length; at += 2) {
      const group = pairs[at] ?? 0;
      const size = sizes[group] ?? 0;
      if (size <= NAMED_LINES) leading[group * (NAMED_LINES + 1) + size] = pairs[at + 1] ?? 0;
      sizes[group] = size + 1;
    }
    for (let at = 0; at < pairs.length; at += 2) {
      const group = pairs[at] ?? 0;
      const line = pairs[at + 1] ?? 0;
      const size = sizes[group] ?? 0;
      const start = group * (NAMED_LINES + 1);
      const lines = leading.subarray(start, start + Math.min(size, NAMED_LINES + 1));
      const otherLines = [...lines].filter((other) => other !== line).slice(0, NAMED_LINES);
      yield { line, isFaulty: this.#faultyLines.has(line), otherLines, otherCount: size - 1 };
    }
  }

  #add(ids: Uint32Array, at: number, line: number): void {
    const to = this.#slotOf(ids, at);
    const slots = this.#slots;
    const holder = slots[to + 4] ?? 0;
    if (holder === 0) {
      slots[to] = ids[at] ?? 0;
      slots[to + 1] = ids[at + 1] ?? 0;
      slots[to + 2] = ids[at + 2] ?? 0;
      slots[to + 3] = ids[at + 3] ?? 0;
      slots[to + 4] = line;
      this.#filled++;
      if (this.#filled > this.#capacity * MOST_FILLED) this.#grow();
    } else if (holder >= GROUP) {
      this.#share(holder - GROUP, line);
    } else {
      const group = ++this.#groups;
      slots[to + 4] = GROUP + group;
      this.#share(group, holder);
      this.#share(group, line);
    }
  }

  /** The start of the slot that holds the id at `at` of `ids`, or of the free slot where it belongs. */
  #slotOf(ids: Uint32Array, at: number): number {
    const slots = this.#slots;
    const k0 = ids[at] ?? 0;
    const k1 = ids[at + 1] ?? 0;
    const k2 = ids[at + 2] ?? 0;
    const k3 = ids[at + 3] ?? 0;
    const end = this.#capacity * WORDS_PER_ID;
    let slot = Math.floor((mix(k0, k1, k2, k3) / 0x1_0000_0000) * this.#capacity) * WORDS_PER_ID;
    while (slots[slot + 4] !== 0) {
      if (slots[slot] === k0 && slots[slot + 1] === k1 && slots[slot + 2] === k2 && slots[slot + 3] === k3) break;
      slot += WORDS_PER_ID;
      if (slot === end) slot = 0;
    }
    return slot;
  }

  #share(group: number, line: number): void {
    if (this.#sharedCount * 2 === this.#shared.length) {
      const larger = new Uint32Array(this.#shared.length * 2);
      larger.set(this.#shared);
      this.#shared.buffer.transfer(0);
      this.#shared = larger;
    }
    this.#shared[this.#sharedCount * 2] = group;
    this.#shared[this.#sharedCount * 2 + 1] = line;
    this.#sharedCount++;
  }

  #allocate(capacity: number): void {
    this.#capacity = Math.max(LEAST_CAPACITY, capacity);
    this.#slots = new Uint32Array(this.#capacity * WORDS_PER_ID);
  }

  #grow(): void {
    const old = this.#slots;
    this.#allocate(Math.ceil(this.#capacity * GROWTH));
    for (let at = 0; at < old.length; at += WORDS_PER_ID) {
      if (old[at + 4] !== 0) this.#slots.set(old.subarray(at, at + WORDS_PER_ID), this.#slotOf(old, at));
    }
    // Frees the memory at once instead of waiting for the garbage collector.
    old.buffer.transfer(0);
  }
}

/** Spreads sequential or time-based ids evenly over 32 bits. */
function mix(k0: number, k1: number, k2: number, k3: number): number {
  let hash = Math.imul(k0 ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15) ^ k1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13) ^ k2, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 16) ^ k3, 0x165667b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
