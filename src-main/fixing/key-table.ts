/**
 * @file Remembers a number for each of millions of texts, in 48 to 96 bytes a text however long they are. Texts are told
 * apart by 128 bits of their SHA-256, which no two of them share by chance.
 */

import type { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';

/** 16 bytes of digest, and a number of 53 bits in two halves. */
const WORDS = 6;
const NUMBER_AT = 4;
const FIRST_SLOTS = 1024;
const HALF = 2 ** 32;

/** A text, as it is looked up: the first 128 bits of its SHA-256. */
export type Key = Uint32Array;

export function keyOf(text: string | Buffer): Key {
  const digest = hash('sha256', text, 'buffer');
  return Uint32Array.from([0, 4, 8, 12], (at) => digest.readUInt32LE(at));
}

export class KeyTable {
  #slots = new Uint32Array(FIRST_SLOTS * WORDS);
  #capacity = FIRST_SLOTS;
  #size = 0;

  /** The number of a key; undefined where it has none. */
  get(key: Key): number | undefined {
    const number = this.#numberAt(this.#find(key));
    return number === 0 ? undefined : number - 1;
  }

  /** @param number a whole number from 0 */
  set(key: Key, number: number): void {
    let at = this.#find(key);
    if (this.#numberAt(at) === 0) {
      if ((this.#size + 1) * 2 > this.#capacity) {
        this.#grow();
        at = this.#find(key);
      }
      this.#size += 1;
      this.#slots.set(key, at);
    }
    // Zero marks a free slot.
    this.#slots[at + NUMBER_AT] = (number + 1) % HALF;
    this.#slots[at + NUMBER_AT + 1] = Math.floor((number + 1) / HALF);
  }

  #numberAt(at: number): number {
    return (this.#slots[at + NUMBER_AT] ?? 0) + (this.#slots[at + NUMBER_AT + 1] ?? 0) * HALF;
  }

  /** Where the key stands, or the free slot where it belongs. */
  #find(key: Key): number {
    const [one = 0, two = 0, three = 0, four = 0] = key;
    const slots = this.#slots;
    for (let slot = one % this.#capacity; ; slot = (slot + 1) % this.#capacity) {
      const at = slot * WORDS;
      if (this.#numberAt(at) === 0) return at;
      if (slots[at] === one && slots[at + 1] === two && slots[at + 2] === three && slots[at + 3] === four) return at;
    }
  }

  #grow(): void {
    const former = this.#slots;
    this.#capacity *= 2;
    this.#slots = new Uint32Array(this.#capacity * WORDS);
    for (let at = 0; at < former.length; at += WORDS) {
      if (former[at + NUMBER_AT] === 0 && former[at + NUMBER_AT + 1] === 0) continue;
      const slot = former.subarray(at, at + WORDS);
      this.#slots.set(slot, this.#find(slot));
    }
  }
}
