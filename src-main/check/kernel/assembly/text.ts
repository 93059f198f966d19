/**
 * @file Texts. Each function takes the position after the opening quote and returns the position after the closing one,
 * or 0 where the judge must decide. The byte at the limit is a line feed, so no scan passes it.
 */

import { demandEncoding, isUtf8 } from './state';

export const QUOTE: u8 = 0x22;
export const BACKSLASH: u8 = 0x5c;
const LETTER_U: u8 = 0x75;

/** A bit for each of sixteen bytes that ends a run of plain characters: quote, backslash, control character. */
@inline export function specials(at: usize): i32 {
  const bytes = v128.load(at);
  const found = v128.or(
    v128.or(i8x16.eq(bytes, i8x16.splat(QUOTE)), i8x16.eq(bytes, i8x16.splat(BACKSLASH))),
    i8x16.lt_u(bytes, i8x16.splat(0x20)),
  );
  // Outside ASCII the highest bit is set, which the mask collects.
  return i8x16.bitmask(isUtf8 ? found : v128.or(found, bytes));
}

/** The first position from `at` on that holds no plain character. */
@inline export function endOfPlain(at: usize): usize {
  let found = specials(at);
  while (found == 0) {
    at += 16;
    found = specials(at);
  }
  return at + ctz(found);
}

/** Any JSON text; if `isStorable`, without escaped NUL and without half of a character pair. */
export function endOfText(start: usize, isStorable: bool): usize {
  let at = start;
  while (true) {
    at = endOfPlain(at);
    const byte = load<u8>(at);
    if (byte == QUOTE) return at + 1;
    if (byte != BACKSLASH) {
      if (byte >= 0x80) demandEncoding();
      return 0;
    }
    do {
      at = endOfEscape(at, isStorable);
      if (at == 0) return 0;
    } while (load<u8>(at) == BACKSLASH);
  }
}

/** As endOfText, for the escape at `at`: the position after it, or after both of a pair. */
function endOfEscape(at: usize, isStorable: bool): usize {
  const letter = load<u8>(at + 1);
  if (letter != LETTER_U) return isShortEscape(letter) ? at + 2 : 0;
  const unit = unitAt(at + 2);
  if (unit < 0) return 0;
  if (!isStorable) return at + 6;
  if (unit == 0) return 0;
  if ((unit & 0xf800) != 0xd800) return at + 6;
  if (unit >= 0xdc00) return 0;
  const low = load<u16>(at + 6) == 0x755c ? unitAt(at + 8) : -1;
  return (low & 0xfc00) == 0xdc00 && low > 0 ? at + 12 : 0;
}

@inline function isShortEscape(letter: u8): bool {
  return (
    letter == QUOTE ||
    letter == BACKSLASH ||
    letter == 0x2f ||
    letter == 0x62 ||
    letter == 0x66 ||
    letter == 0x6e ||
    letter == 0x72 ||
    letter == 0x74
  );
}

/** The sixteen bits that four hexadecimal digits spell; negative for anything else. */
@inline function unitAt(at: usize): i32 {
  return (digit(load<u8>(at)) << 12) | (digit(load<u8>(at + 1)) << 8) | (digit(load<u8>(at + 2)) << 4) | digit(load<u8>(at + 3));
}

/** The value of a hexadecimal digit; negative for any other byte. */
@inline function digit(byte: u8): i32 {
  const decimal = <i32>byte - 0x30;
  const letter = (<i32>byte | 0x20) - 0x61;
  return <u32>decimal <= 9 ? decimal : <u32>letter <= 5 ? letter + 10 : -1;
}

/** Where the decoded text ends that `decode` wrote. */
export let decodedEnd: usize = 0;

/**
 * Writes what a text spells to `to`, as UTF-8; half of a pair becomes its three bytes, so that different texts stay
 * different. Returns the position after the closing quote; 0 for no JSON text, or one that goes beyond `limit`.
 */
export function decode(start: usize, to: usize, limit: usize): usize {
  let at = start;
  while (true) {
    const plain = endOfPlain(at);
    const bytes = plain - at;
    if (to + bytes + 4 > limit) return 0;
    memory.copy(to, at, bytes);
    to += bytes;
    const byte = load<u8>(plain);
    if (byte == QUOTE) {
      decodedEnd = to;
      return plain + 1;
    }
    if (byte != BACKSLASH) {
      if (byte >= 0x80) demandEncoding();
      return 0;
    }
    const letter = load<u8>(plain + 1);
    if (letter != LETTER_U) {
      if (!isShortEscape(letter)) return 0;
      store<u8>(to++, spelledBy(letter));
      at = plain + 2;
      continue;
    }
    let unit = unitAt(plain + 2);
    if (unit < 0) return 0;
    at = plain + 6;
    if ((unit & 0xfc00) == 0xd800 && load<u16>(at) == 0x755c) {
      const low = unitAt(at + 2);
      if (low > 0 && (low & 0xfc00) == 0xdc00) {
        unit = 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff);
        at += 6;
      }
    }
    to = encode(<u32>unit, to);
  }
}

@inline function spelledBy(letter: u8): u8 {
  if (letter == 0x62) return 0x08;
  if (letter == 0x66) return 0x0c;
  if (letter == 0x6e) return 0x0a;
  if (letter == 0x72) return 0x0d;
  return letter == 0x74 ? 0x09 : letter;
}

@inline function encode(point: u32, to: usize): usize {
  if (point < 0x80) {
    store<u8>(to, <u8>point);
    return to + 1;
  }
  if (point < 0x800) {
    store<u8>(to, <u8>(0xc0 | (point >> 6)));
    store<u8>(to + 1, <u8>(0x80 | (point & 0x3f)));
    return to + 2;
  }
  if (point < 0x10000) {
    store<u8>(to, <u8>(0xe0 | (point >> 12)));
    store<u8>(to + 1, <u8>(0x80 | ((point >> 6) & 0x3f)));
    store<u8>(to + 2, <u8>(0x80 | (point & 0x3f)));
    return to + 3;
  }
  store<u8>(to, <u8>(0xf0 | (point >> 18)));
  store<u8>(to + 1, <u8>(0x80 | ((point >> 12) & 0x3f)));
  store<u8>(to + 2, <u8>(0x80 | ((point >> 6) & 0x3f)));
  store<u8>(to + 3, <u8>(0x80 | (point & 0x3f)));
  return to + 4;
}
