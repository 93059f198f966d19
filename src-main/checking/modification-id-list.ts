/**
 * @file The modification ids of some lines on their way from a scanner to the search for shared ones: binary, so that they
 * can be transferred.
 */

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';

/** Words of one id: four for its 128 bits, one for its line number. */
export const WORDS_PER_ID = 5;
/** Set in the line's word when the line already has an error. */
export const FAULTY = 0x8000_0000;

const UUID_CHARACTERS = 36;
const FIRST_CAPACITY = 1024;

const HEX = new Int8Array(256).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  HEX[digit.charCodeAt(0)] = value;
  HEX[digit.toUpperCase().charCodeAt(0)] = value;
}

export class ModificationIdList {
  #words = new Uint32Array(FIRST_CAPACITY * WORDS_PER_ID);
  #filled = 0;
  readonly #spelled = Buffer.alloc(UUID_CHARACTERS);

  /** Adds the id that begins at `at`, in upper or lower case. Returns false and adds nothing when it is not a UUID. */
  add(block: Uint8Array, at: number, line: number, isFaulty = false): boolean {
    const q0 = digits(block, at);
    const q1 = digits(block, at + 4);
    const q2 = digits(block, at + 9);
    const q3 = digits(block, at + 14);
    const q4 = digits(block, at + 19);
    const q5 = digits(block, at + 24);
    const q6 = digits(block, at + 28);
    const q7 = digits(block, at + 32);
    if ((q0 | q1 | q2 | q3 | q4 | q5 | q6 | q7) < 0) return false;
    if (!(isHyphen(block, at + 8) && isHyphen(block, at + 13) && isHyphen(block, at + 18) && isHyphen(block, at + 23)))
      return false;

    const words = [(q0 << 16) | q1, (q2 << 16) | q3, (q4 << 16) | q5, (q6 << 16) | q7];
    this.#addWords(words.map(swapped), line, isFaulty);
    return true;
  }

  /**
   * Adds an id from JSON.parse, whatever its form: a UUID as `add` does, any other text by 128 bits of its digest. Both are
   * compared by §2.6.2, whether or not the rule set asks for UUIDs.
   */
  addAny(text: string, line: number, isFaulty: boolean): void {
    if (this.addText(text, line, isFaulty)) return;
    // As UTF-8, any two halves of character pairs would be the same.
    const digest = createHash('sha256').update(text, 'utf16le').digest();
    this.#addWords(
      [0, 4, 8, 12].map((at) => digest.readUInt32LE(at)),
      line,
      isFaulty,
    );
  }

  /** As `add`, for an id from JSON.parse. */
  addText(text: string, line: number, isFaulty: boolean): boolean {
    if (text.length !== UUID_CHARACTERS || Buffer.byteLength(text) !== UUID_CHARACTERS) return false;
    this.#spelled.write(text);
    return this.add(this.#spelled, 0, line, isFaulty);
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

  #addWords(id: readonly number[], line: number, isFaulty: boolean): void {
    if (this.#filled === this.#words.length) this.#grow();
    this.#words.set(id, this.#filled);
    this.#words[this.#filled + WORDS_PER_ID - 1] = isFaulty ? line | FAULTY : line;
    this.#filled += WORDS_PER_ID;
  }

  #grow(): void {
    const larger = new Uint32Array(this.#words.length * 2);
    larger.set(this.#words);
    this.#words = larger;
  }
}

/** The value of four hexadecimal digits; negative when one of them is not a digit. */
function digits(block: Uint8Array, at: number): number {
  return (digit(block, at) << 12) | (digit(block, at + 1) << 8) | (digit(block, at + 2) << 4) | digit(block, at + 3);
}

function digit(block: Uint8Array, at: number): number {
  return HEX[block[at] ?? 0] ?? -1;
}

/** The bytes of a word in the order in which the walk stores them. */
function swapped(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}

function isHyphen(block: Uint8Array, at: number): boolean {
  return block[at] === 0x2d;
}
