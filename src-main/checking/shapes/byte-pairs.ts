/** @file What two bytes side by side can be part of. Bytes are looked at in pairs, which halves the work. */

import { countryCodes } from '../rules/codes.ts';

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;

/** Two hexadecimal digits. */
export const HEX_PAIR = 1;
/** Two ASCII characters that a text may hold as they are, or one character of two bytes. */
export const TEXT_PAIR = 2;
/** An assigned country code. */
export const COUNTRY_PAIR = 4;
/** From here on, one more than the number that two decimal digits make. */
const NUMBER_SHIFT = 3;

/** By the little-endian word that two bytes make. */
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
/** True for an ASCII character that a text may hold as it is. */
export function isPlain(byte: number): boolean {
  return byte >= 0x20 && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH;
}

/** True for a byte of a character that is not its first one. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** What the two bytes at a place are. */
export function pairAt(view: DataView, at: number): number {
  return pairs[view.getUint16(at, true)] ?? 0;
}

/** The number that two decimal digits make; -1 when they are none. */
export function numberAt(view: DataView, at: number): number {
  return (pairAt(view, at) >> NUMBER_SHIFT) - 1;
}
