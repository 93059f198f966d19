/**
 * @file Finds lines that share a modification id (§2.6). Ids are put into parts by their hash as they come, and only at the
 * end is each part searched, with a table small enough for the processor's cache. An id takes 20 bytes, and each line that
 * shares one at most 22 more while the parts are given up.
 */

import { randomInt } from 'node:crypto';
import { hashAt } from './id-hash.ts';
import { FAULTY, WORDS_PER_ID } from './modification-id-list.ts';
import type { PossibleRepeats } from './possible-repeats.ts';

/** How many other lines a finding lists for a shared id. */
const NAMED_LINES = 5;
/** By so many bits of the hash ids are put into parts; of a small file, whose ids fit into the cache anyway, by few. */
const BITS_OF_PARTS = 8;
const BITS_OF_FEW_PARTS = 1;
const SMALL_FILE_BYTES = 2 * 1024 * 1024;
/** Words of the first block of a part, in which all ids of a small file have room, and of the largest one. */
const LEAST_BLOCK = 64 * WORDS_PER_ID;
const MOST_BLOCK = 1024 * WORDS_PER_ID;
/** The word of an entry that holds its line, tagged as in the list. */
const LINE = 4;
/** More lines than any file that could be checked: the highest bit of the word is a mark. */
const MOST_LINES = FAULTY - 1;
/** Set in a slot whose entry holds a group in place of its line. */
const SHARED = 0x8000_0000;

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
  readonly #seed: number;
  readonly #repeats: PossibleRepeats | undefined;
  readonly #parts: readonly Part[];
  readonly #shift: number;

  /**
   * @param seed of the hash: a file cannot be made to collide under a seed that its maker does not know
   * @param repeats all that come more than once, where that is known; no other id is kept then
   * @param fileBytes the size of the file
   */
  constructor(seed = randomInt(2 ** 32), repeats?: PossibleRepeats, fileBytes = Number.POSITIVE_INFINITY) {
    this.#seed = seed;
    this.#repeats = repeats;
    const bits = fileBytes <= SMALL_FILE_BYTES ? BITS_OF_FEW_PARTS : BITS_OF_PARTS;
    this.#parts = Array.from({ length: 2 ** bits }, () => new Part());
    this.#shift = 32 - bits;
  }

  /** Adds the output of a ModificationIdList; its lines are counted from 1 after `linesBefore`. */
  addAll(ids: Uint32Array, linesBefore: number): void {
    for (let at = 0; at < ids.length; at += WORDS_PER_ID) {
      const line = linesBefore + ((ids[at + LINE] ?? 0) & ~FAULTY);
      if (line > MOST_LINES) throw new RangeError(`Line ${line} is beyond what the search for shared ids holds.`);
      if (this.#repeats?.has(ids, at) === false) continue;
      this.#parts[hashAt(ids, at, this.#seed) >>> this.#shift]?.add(ids, at, linesBefore);
    }
  }

  /** The memory that the ids take so far: 20 bytes each, and what is left in the last block of each part. */
  get bytes(): number {
    return this.#parts.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /**
   * Every line that shares its id with another one, in line order. Gives up the ids: none can be added afterwards.
   * @param onIds receives them before, some at a time and laid out as in the list
   */
  *shared(onIds?: (ids: Uint32Array) => void): Generator<SharedId> {
    const pairs = new Pairs();
    let groups = 0;
    let slots = new Uint32Array(0);
    for (const part of this.#parts) {
      if (part.count === 0) continue;
      const capacity = 2 ** Math.ceil(Math.log2(part.count * 2 + 1));
      if (slots.length < capacity) slots = new Uint32Array(capacity);
      const ids = part.takeAll();
      onIds?.(ids);
      groups = groupEqual(ids, slots.subarray(0, capacity).fill(0), this.#seed, groups, pairs);
    }
    yield* inLineOrder(pairs.sorted(), groups);
  }
}

/** The ids of one part, laid out as in the list, in blocks that are never moved. */
class Part {
  count = 0;
  #full: Uint32Array<ArrayBuffer>[] = [];
  #block = new Uint32Array(0);
  #filled = 0;

  get bytes(): number {
    return [this.#block, ...this.#full].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  add(ids: Uint32Array, at: number, linesBefore: number): void {
    if (this.#filled === this.#block.length) this.#startBlock();
    const block = this.#block;
    const to = this.#filled;
    block[to] = ids[at] ?? 0;
    block[to + 1] = ids[at + 1] ?? 0;
    block[to + 2] = ids[at + 2] ?? 0;
    block[to + 3] = ids[at + 3] ?? 0;
    block[to + LINE] = (ids[at + LINE] ?? 0) + linesBefore;
    this.#filled = to + WORDS_PER_ID;
    this.count++;
  }

  /** All ids in one piece. The part is empty afterwards. */
  takeAll(): Uint32Array {
    const last = this.#block.subarray(0, this.#filled);
    const all = this.#full.length === 0 ? last : this.#together(last);
    this.#full = [];
    this.#block = new Uint32Array(0);
    this.#filled = 0;
    this.count = 0;
    return all;
  }

  #together(last: Uint32Array<ArrayBuffer>): Uint32Array {
    const all = new Uint32Array(this.count * WORDS_PER_ID);
    let at = 0;
    for (const block of [...this.#full, last]) {
      all.set(block, at);
      at += block.length;
      // Frees the memory at once instead of waiting for the garbage collector.
      block.buffer.transfer(0);
    }
    return all;
  }

  #startBlock(): void {
    if (this.#filled > 0) this.#full.push(this.#block);
    this.#block = new Uint32Array(Math.min(Math.max(LEAST_BLOCK, this.#filled * 2), MOST_BLOCK));
    this.#filled = 0;
  }
}

/** Pairs of group and line. Read as 64-bit little-endian integers, they sort by line. */
class Pairs {
  #words = new Uint32Array(0);
  #filled = 0;

  /** Adds a line, tagged as in the list, to a group. */
  add(group: number, tagged: number): void {
    if (this.#filled === this.#words.length) {
      const larger = new Uint32Array(Math.max(64, this.#words.length * 2));
      larger.set(this.#words);
      this.#words.buffer.transfer(0);
      this.#words = larger;
    }
    this.#words[this.#filled] = group | (tagged & FAULTY);
    this.#words[this.#filled + 1] = tagged & ~FAULTY;
    this.#filled += 2;
  }

  /** Word by word: the group with the mark of a faulty line, then the line. */
  sorted(): Uint32Array {
    const pairs = this.#words.subarray(0, this.#filled);
    new BigUint64Array(pairs.buffer, pairs.byteOffset, this.#filled / 2).sort();
    return pairs;
  }
}

/**
 * Finds the ids of one part that are on several lines: each gets the next group, counted from 1.
 * @param slots all free, at least one more than there are entries, and a power of two of them
 * @returns the number of groups so far
 */
function groupEqual(
  entries: Uint32Array,
  slots: Uint32Array,
  seed: number,
  groupsBefore: number,
  pairs: Pairs,
): number {
  let groups = groupsBefore;
  for (let at = 0; at < entries.length; at += WORDS_PER_ID) {
    const slot = slotOf(entries, at, slots, seed);
    const holder = slots[slot] ?? 0;
    const tagged = entries[at + LINE] ?? 0;
    if (holder === 0) {
      slots[slot] = at / WORDS_PER_ID + 1;
      continue;
    }
    const first = ((holder & ~SHARED) - 1) * WORDS_PER_ID + LINE;
    if (holder < SHARED) {
      groups++;
      pairs.add(groups, entries[first] ?? 0);
      entries[first] = groups;
      slots[slot] = holder | SHARED;
    }
    pairs.add(entries[first] ?? 0, tagged);
  }
  return groups;
}

/** The slot of the id at `at`, or the free one where it belongs. */
function slotOf(entries: Uint32Array, at: number, slots: Uint32Array, seed: number): number {
  const last = slots.length - 1;
  const k0 = entries[at];
  const k1 = entries[at + 1];
  const k2 = entries[at + 2];
  const k3 = entries[at + 3];
  let slot = hashAt(entries, at, seed) & last;
  for (let holder = slots[slot] ?? 0; holder !== 0; holder = slots[slot] ?? 0) {
    const own = ((holder & ~SHARED) - 1) * WORDS_PER_ID;
    if (entries[own] === k0 && entries[own + 1] === k1 && entries[own + 2] === k2 && entries[own + 3] === k3) break;
    slot = (slot + 1) & last;
  }
  return slot;
}

function* inLineOrder(pairs: Uint32Array, groups: number): Generator<SharedId> {
  const sizes = new Uint32Array(groups + 1);
  // One more than is listed, because a line does not list itself.
  const leading = new Uint32Array((groups + 1) * (NAMED_LINES + 1));
  for (let at = 0; at < pairs.length; at += 2) {
    const group = (pairs[at] ?? 0) & ~FAULTY;
    const size = sizes[group] ?? 0;
    if (size <= NAMED_LINES) leading[group * (NAMED_LINES + 1) + size] = pairs[at + 1] ?? 0;
    sizes[group] = size + 1;
  }
  for (let at = 0; at < pairs.length; at += 2) {
    const tagged = pairs[at] ?? 0;
    const group = tagged & ~FAULTY;
    const line = pairs[at + 1] ?? 0;
    const size = sizes[group] ?? 0;
    const start = group * (NAMED_LINES + 1);
    const end = start + Math.min(size, NAMED_LINES + 1);
    const otherLines: number[] = [];
    for (let of = start; of < end && otherLines.length < NAMED_LINES; of++) {
      if (leading[of] !== line) otherLines.push(leading[of] ?? 0);
    }
    yield { line, isFaulty: tagged >= FAULTY, otherLines, otherCount: size - 1 };
  }
}
