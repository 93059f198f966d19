/** @file Classifies pairs of bytes. Checking bytes in pairs halves the work. */

import { countryCodes } from '../rules/codes.ts';

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;

/** Two hexadecimal digits. */
export const HEX_PAIR = 1;
/** Two ASCII characters that a text may contain unescaped, or one character of two bytes. */
export const TEXT_PAIR = 2;
/** An assigned country code. */
export const COUNTRY_PAIR = 4;
/** From this bit on: one more than the number that two decimal digits spell. */
const NUMBER_SHIFT = 3;

/** Indexed by the little-endian word of two bytes. */
const pairs = new Uint16Array(1 << 16);

for (let first = 0; first < 256; first++) {
  for (let second = 0; second < 256; second++) {
    const text = String.fromCharCode(first, second);
    const isText = isPlain(first) ? isPlain(second) : first >= 0xc2 && first <= 0xdf && isContinuation(second);
    pairs[first | (second << 8)] =
      (/^[0-9a-f]{2}$/i.test(text) ? HEX_PAIR : 0) |
      (isText ? TEXT_PAIR : 0) |
      (countryCodes.has(text) ? COUNTRY_PAIR : 0) |
      (/^\d\d$/.test(text) ? (Number(text) + 1) << NUMBER_SHIFT : 0);
  }
}
/** True for an ASCII character that a text may contain unescaped. */
export function isPlain(byte: number): boolean {
  return byte >= 0x20 && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH;
}

/** True for a byte of a character other than its first one. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** The classes of the two bytes at a position. */
export function pairAt(view: DataView, at: number): number {
  return pairs[view.getUint16(at, true)] ?? 0;
}

/** The number that two decimal digits spell; -1 for other bytes. */
export function numberAt(view: DataView, at: number): number {
  return (pairAt(view, at) >> NUMBER_SHIFT) - 1;
}
