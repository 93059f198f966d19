/** @file Tells the transactions of a statement apart that have the same key, however many they are. Pure. */

import { randomInt } from 'node:crypto';
import { keyOf } from './payment-columns.ts';

const FIRST_SLOTS = 64;
/** Memory counts for more than the few steps to a free slot. */
const MOST_FILLED = 0.9;
/** 96 bits: among a thousand million keys, two are taken for the same with a chance of one in 10^11. */
const WORDS = 3;
/** No payer can make keys that are taken for the same without knowing it. */
const SEED = [randomInt(2 ** 32), randomInt(2 ** 32), randomInt(2 ** 32)] as const;
/** Larger counts are rare, and kept beside the table. */
const MOST_COUNTED = 255;

/** Transactions that are alike get a number: which of them has which does not matter. Holds digests, as keys would fill the memory. */
export class DistinctKeys {
  #digests = new Uint32Array(FIRST_SLOTS * WORDS);
  /** How often the key of a slot came; 0 for a free slot. */
  #counts = new Uint8Array(FIRST_SLOTS);
  #filled = 0;
  /** By the slot. */
  #largeCounts = new Map<number, number>();

  distinct(key: string): string {
    const words = digestOf(key);
    const count = this.#count(this.#slotOf(...words), words);
    // Two keys of which one digest is made still get different ones.
    return count === 1 ? key : keyOf(key, String(count));
  }

  #count(slot: number, words: readonly number[]): number {
    const before = this.#counts[slot] ?? 0;
    if (before === 0) {
      this.#digests.set(words, slot * WORDS);
      this.#counts[slot] = 1;
      this.#filled += 1;
      if (this.#filled > this.#counts.length * MOST_FILLED) this.#grow();
      return 1;
    }
    const count = (this.#largeCounts.get(slot) ?? before) + 1;
    if (count > MOST_COUNTED) this.#largeCounts.set(slot, count);
    else this.#counts[slot] = count;
    return count;
  }

  /** Where the key is, or the free slot where it belongs. */
  #slotOf(one: number, two: number, three: number): number {
    const [digests, counts, last] = [this.#digests, this.#counts, this.#counts.length - 1];
    let slot = one & last;
    while (counts[slot] !== 0) {
      const at = slot * WORDS;
      if (digests[at] === one && digests[at + 1] === two && digests[at + 2] === three) break;
      slot = (slot + 1) & last;
    }
    return slot;
  }

  #grow(): void {
    const [digests, counts, largeCounts] = [this.#digests, this.#counts, this.#largeCounts];
    this.#digests = new Uint32Array(digests.length * 2);
    this.#counts = new Uint8Array(counts.length * 2);
    this.#largeCounts = new Map();
    for (let from = 0; from < counts.length; from++) {
      const count = counts[from] ?? 0;
      if (count === 0) continue;
      const at = from * WORDS;
      const slot = this.#slotOf(digests[at] ?? 0, digests[at + 1] ?? 0, digests[at + 2] ?? 0);
      for (let word = 0; word < WORDS; word++) this.#digests[slot * WORDS + word] = digests[at + word] ?? 0;
      this.#counts[slot] = count;
      const large = largeCounts.get(from);
      if (large !== undefined) this.#largeCounts.set(slot, large);
    }
  }
}

/** Each character changes all three words, so that none of its bits is lost. */
function digestOf(key: string): readonly [number, number, number] {
  let [one, two, three]: [number, number, number] = [...SEED];
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at);
    const [a, b, c] = [
      Math.imul(one ^ code, 0x85ebca6b),
      Math.imul(two ^ code, 0xc2b2ae35),
      Math.imul(three ^ code, 0x27d4eb2f),
    ];
    one = (((a << 13) | (a >>> 19)) + two) | 0;
    two = (((b << 17) | (b >>> 15)) + three) | 0;
    three = (((c << 11) | (c >>> 21)) + one) | 0;
  }
  return [(one ^ (one >>> 15)) >>> 0, two >>> 0, three >>> 0];
}
