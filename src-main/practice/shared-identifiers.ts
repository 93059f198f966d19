/** @file Finds the lines of a batch that share a modification identifier (§2.6.2), in some 40 bytes an identifier. */

import { createHash } from 'node:crypto';

const WORDS = 4;

/** An open-addressing hash table of 128-bit keys, each with its first line. */
export class SharedIdentifiers {
  readonly #sharers = new Set<number>();
  #keys = new Uint32Array(1024 * WORDS);
  #lines = new Uint32Array(1024);
  #count = 0;

  /** The numbers of all lines that share their identifier with another line. */
  get sharers(): ReadonlySet<number> {
    return this.#sharers;
  }

  /** `line` counts from 1. Identifiers are compared without letter case. */
  add(identifier: string, line: number): void {
    if (this.#count * 2 >= this.#lines.length) this.#grow();
    const key = keyOf(identifier);
    const slot = this.#slotOf(key);
    const earlier = this.#lines[slot];
    if (earlier !== undefined && earlier !== 0) {
      this.#sharers.add(earlier).add(line);
      return;
    }
    this.#keys.set(key, slot * WORDS);
    this.#lines[slot] = line;
    this.#count += 1;
  }

  /** The slot that holds the key, or the free one where it belongs. */
  #slotOf(key: Uint32Array): number {
    const mask = this.#lines.length - 1;
    // Identifiers may be consecutive numbers, so all words take part.
    const mixed = key.reduce((hash, word) => Math.imul(hash ^ word, 0x9e3779b1) ^ (hash >>> 15), 0x811c9dc5);
    let slot = (mixed ^ (mixed >>> 16)) & mask;
    while (this.#lines[slot] !== 0 && !this.#holds(slot, key)) slot = (slot + 1) & mask;
    return slot;
  }

  #holds(slot: number, key: Uint32Array): boolean {
    const at = slot * WORDS;
    const keys = this.#keys;
    return keys[at] === key[0] && keys[at + 1] === key[1] && keys[at + 2] === key[2] && keys[at + 3] === key[3];
  }

  #grow(): void {
    const [keys, lines] = [this.#keys, this.#lines];
    this.#keys = new Uint32Array(keys.length * 2);
    this.#lines = new Uint32Array(lines.length * 2);
    for (const [old, line] of lines.entries()) {
      if (line === 0) continue;
      const key = keys.subarray(old * WORDS, (old + 1) * WORDS);
      const slot = this.#slotOf(key);
      this.#keys.set(key, slot * WORDS);
      this.#lines[slot] = line;
    }
  }
}

/** The 128 bits of a UUID; for any other text, as many bits of its digest. */
function keyOf(identifier: string): Uint32Array {
  const digits = identifier.replaceAll('-', '');
  const hex = /^[0-9a-f]{32}$/i.test(digits) ? digits : createHash('sha256').update(identifier).digest('hex');
  return Uint32Array.from({ length: WORDS }, (_, word) => Number.parseInt(hex.slice(word * 8, word * 8 + 8), 16));
}
