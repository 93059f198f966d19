/**
 * @file The modification ids that may come more than once, where that is known before a check: by a hash of theirs, so that it
 * stays small however many they are. An id that is not among them comes once, and the check need not keep it.
 */

import { randomInt } from 'node:crypto';
import { hashAt } from './id-hash.ts';

/** Of the hash: 2 MB of marks, by which one id of sixteen thousand is kept in vain for a thousand that repeat. */
const MARK_BITS = 24;

export class PossibleRepeats {
  readonly #seed: number;
  readonly #marks = new Uint8Array(2 ** (MARK_BITS - 3));

  /** @param seed of the hash: a file cannot be made to collide under a seed that its maker does not know */
  constructor(seed = randomInt(2 ** 32)) {
    this.#seed = seed;
  }

  /** Adds the id of four words that begins at `at`. */
  add(ids: Uint32Array, at: number): void {
    const place = this.#placeOf(ids, at);
    this.#marks[place >>> 3] = (this.#marks[place >>> 3] ?? 0) | (1 << (place & 7));
  }

  /** False only of an id that was not added. */
  has(ids: Uint32Array, at: number): boolean {
    const place = this.#placeOf(ids, at);
    return ((this.#marks[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0;
  }

  #placeOf(ids: Uint32Array, at: number): number {
    return hashAt(ids, at, this.#seed) >>> (32 - MARK_BITS);
  }
}
