/**
 * @file Finds any of some texts in bytes, in one pass over them. It looks at the last four bytes that the shortest text could
 * have at a place, and mostly sees that none can end there: then it leaps ahead (Wu and Manber, 1994). Pure.
 */

import { Buffer } from 'node:buffer';
import { isUuid } from '../../../src-shared/uuid.ts';

/** So many bytes are looked at at once. */
const BLOCK = 4;
const TABLE_BITS = 16;
const MOST_LEAP = 255;
/** Letters differ from their other case by this bit. */
const CASE_BIT = 0x20;
const CASE_BITS = 0x20_20_20_20;

interface Needle {
  bytes: Uint8Array;
  /** UUIDs are spelled in either case. */
  isAnyCase: boolean;
}

export interface Occurrence {
  /** Which of the texts. */
  text: number;
  at: number;
}

export class Needles {
  /** Of the longest text, in bytes. */
  readonly longest: number;
  readonly #needles: readonly Needle[];
  readonly #shortest: number;
  readonly #leaps = new Uint8Array(2 ** TABLE_BITS);
  /** The needles whose block at the end of the shortest length has this place in the table. */
  readonly #ending = new Map<number, number[]>();

  /** @param texts each of at least four bytes; a text is found as a JSON string spells it */
  constructor(texts: readonly string[]) {
    this.#needles = texts.map((text) => {
      const isAnyCase = isUuid(text);
      const spelled = JSON.stringify(isAnyCase ? text.toLowerCase() : text).slice(1, -1);
      return { bytes: Buffer.from(spelled), isAnyCase };
    });
    const lengths = this.#needles.map(({ bytes }) => bytes.length);
    this.longest = lengths.reduce((most, length) => Math.max(most, length), 0);
    this.#shortest = lengths.reduce((least, length) => Math.min(least, length), this.longest);
    if (this.#shortest < BLOCK) throw new RangeError('A text is too short to be searched for.');
    this.#leaps.fill(Math.min(this.#shortest - BLOCK + 1, MOST_LEAP));
    for (const [text, { bytes }] of this.#needles.entries()) this.#enter(text, bytes);
  }

  #enter(text: number, bytes: Uint8Array): void {
    const last = this.#shortest - BLOCK;
    for (let at = 0; at <= last; at++) {
      const place = placeOf(bytes, at);
      this.#leaps[place] = Math.min(this.#leaps[place] ?? 0, last - at);
    }
    const place = placeOf(bytes, last);
    this.#ending.set(place, [...(this.#ending.get(place) ?? []), text]);
  }

  /** Where the texts stand by themselves, not as a part of a longer word or number; in the order of their places. */
  *in(bytes: Uint8Array): Generator<Occurrence> {
    const before = this.#shortest - BLOCK;
    for (let end = before; end + BLOCK <= bytes.length; ) {
      const place = placeOf(bytes, end);
      const leap = this.#leaps[place] ?? 0;
      if (leap > 0) {
        end += leap;
        continue;
      }
      const at = end - before;
      for (const text of this.#ending.get(place) ?? []) if (this.#isAt(bytes, at, text)) yield { text, at };
      end++;
    }
  }

  #isAt(bytes: Uint8Array, at: number, text: number): boolean {
    const needle = this.#needles[text];
    if (needle === undefined || at + needle.bytes.length > bytes.length) return false;
    for (const [place, wanted] of needle.bytes.entries()) {
      const byte = bytes[at + place] ?? 0;
      if (byte !== wanted && !(needle.isAnyCase && isLetter(byte) && (byte | CASE_BIT) === wanted)) return false;
    }
    return !isOfWord(bytes[at - 1]) && !isOfWord(bytes[at + needle.bytes.length]);
  }
}

/** Of four bytes, whatever the case of their letters. */
function placeOf(bytes: Uint8Array, at: number): number {
  const word =
    (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
  return Math.imul(word | CASE_BITS, 0x9e_37_79_b1) >>> (32 - TABLE_BITS);
}

const isLetter = (byte: number): boolean => {
  const lower = byte | CASE_BIT;
  return lower >= 0x61 && lower <= 0x7a;
};

/** A letter or a digit, as far as ASCII goes. */
const isOfWord = (byte: number | undefined): boolean =>
  byte !== undefined && (isLetter(byte) || (byte >= 0x30 && byte <= 0x39));
