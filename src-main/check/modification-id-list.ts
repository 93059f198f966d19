/**
 * @file The modification ids of some lines on their way from a scanner to the search for shared ones: binary, so that they
 * can be transferred.
 */

import { createHash } from 'node:crypto';

/** Words of one id: four for its 128 bits in the order of their bytes, one for its line number. */
export const WORDS_PER_ID = 5;
/** Set in the line's word when the line already has an error. */
export const FAULTY = 0x8000_0000;

const FIRST_CAPACITY = 64;
const UUID_FORM = '00000000-0000-0000-0000-000000000000';
const HYPHEN = 0x2d;
/** Of the last digit of a word. */
const LAST_SHIFT = 24;
const NO_DIGIT = 16;
const valueOfDigit = new Uint8Array(128).fill(NO_DIGIT);
for (let value = 0; value < NO_DIGIT; value++) {
  const digit = value.toString(16);
  valueOfDigit[digit.charCodeAt(0)] = value;
  valueOfDigit[digit.toUpperCase().charCodeAt(0)] = value;
}

export class ModificationIdList {
  #words = new Uint32Array(0);
  #filled = 0;

  /** Adds an id from JSON.parse, whatever its form. */
  add(text: string, line: number, isFaulty: boolean): void {
    if (this.#filled === this.#words.length) this.#grow();
    writeIdBits(text, this.#words, this.#filled);
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
    const larger = new Uint32Array(Math.max(FIRST_CAPACITY * WORDS_PER_ID, this.#words.length * 2));
    larger.set(this.#words);
    this.#words = larger;
  }
}

/**
 * Writes the four words by which an id from JSON.parse is compared: of a UUID, in upper or lower case, its 128 bits, of any
 * other text 128 bits of its digest. Both are compared by §2.6.2, whether or not the rule set asks for UUIDs.
 */
export function writeIdBits(text: string, words: Uint32Array, at: number): void {
  if (writeUuid(text, words, at)) return;
  // As UTF-8, any two halves of character pairs would be the same.
  const digest = createHash('sha256').update(text, 'utf16le').digest();
  for (let word = 0; word < WORDS_PER_ID - 1; word++) words[at + word] = digest.readUInt32LE(word * 4);
}

/** Writes the 128 bits of a UUID in upper or lower case. @returns whether the text is one; if not, what it wrote is of no use */
function writeUuid(text: string, words: Uint32Array, at: number): boolean {
  if (text.length !== UUID_FORM.length) return false;
  let [word, filled, shift] = [0, at, 4];
  for (let place = 0; place < UUID_FORM.length; place++) {
    const code = text.charCodeAt(place);
    if (UUID_FORM.charCodeAt(place) === HYPHEN) {
      if (code !== HYPHEN) return false;
      continue;
    }
    const digit = valueOfDigit[code] ?? NO_DIGIT;
    if (digit === NO_DIGIT) return false;
    // The first byte is the lowest of its word, and its first digit the higher one.
    word |= digit << shift;
    if (shift === LAST_SHIFT) {
      words[filled++] = word;
      [word, shift] = [0, 4];
    } else {
      shift += shift % 8 === 4 ? -4 : 12;
    }
  }
  return true;
}
