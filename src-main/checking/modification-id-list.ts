/**
 * @file The modification ids of some lines on their way from a scanner to the search for shared ones: binary, so that they
 * can be transferred.
 */

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';

/** Words of one id: four for its 128 bits in the order of their bytes, one for its line number. */
export const WORDS_PER_ID = 5;
/** Set in the line's word when the line already has an error. */
export const FAULTY = 0x8000_0000;

const FIRST_CAPACITY = 64;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export class ModificationIdList {
  #words = new Uint32Array(FIRST_CAPACITY * WORDS_PER_ID);
  #filled = 0;

  /**
   * Adds an id from JSON.parse, whatever its form: a UUID, in upper or lower case, by its 128 bits, any other text by 128 bits
   * of its digest. Both are compared by §2.6.2, whether or not the rule set asks for UUIDs.
   */
  add(text: string, line: number, isFaulty: boolean): void {
    if (this.#filled === this.#words.length) this.#grow();
    const id = bytesOf(text);
    for (let word = 0; word < WORDS_PER_ID - 1; word++) this.#words[this.#filled + word] = id.readUInt32LE(word * 4);
    this.#words[this.#filled + WORDS_PER_ID - 1] = isFaulty ? line | FAULTY : line;
    this.#filled += WORDS_PER_ID;
  }

  /** Returns what was added together with `others`, in a buffer of its own, and clears the list. */
  takeWith(others: readonly Uint32Array<ArrayBuffer>[]): Uint32Array<ArrayBuffer> {
    const [only] = others;
    if (this.#filled === 0 && others.length === 1 && only !== undefined) return only;
    const parts = [...others, this.#words.subarray(0, this.#filled)];
    const words = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      words.set(part, at);
      at += part.length;
    }
    this.#filled = 0;
    return words;
  }

  #grow(): void {
    const larger = new Uint32Array(this.#words.length * 2);
    larger.set(this.#words);
    this.#words = larger;
  }
}

function bytesOf(text: string): Buffer {
  if (UUID.test(text)) return Buffer.from(text.replaceAll('-', ''), 'hex');
  // As UTF-8, any two halves of character pairs would be the same.
  return createHash('sha256').update(text, 'utf16le').digest();
}
