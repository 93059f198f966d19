/** @file Texts of cells: without the spaces around them, the signs of their numbers, and as JSON. As String.trim, cell-test.ts and json-string.ts have them. */

const QUOTE: u8 = 0x22;
const BACKSLASH: u8 = 0x5c;
const HYPHEN: u8 = 0x2d;
const OPEN: u8 = 0x28;
const CLOSE: u8 = 0x29;

/** The text in hand. */
export let textAt: usize = 0;
export let textEnd: usize = 0;

@inline export function setText(at: usize, end: usize): void {
  textAt = at;
  textEnd = end;
}

/** Takes away the spaces around the text in hand. */
@inline export function trim(): void {
  while (textAt < textEnd) {
    const byte = load<u8>(textAt);
    if (byte > 0x20 && byte < 0x80) break;
    const bytes = spaceAt(textAt, textEnd);
    if (bytes == 0) break;
    textAt += bytes;
  }
  while (textAt < textEnd) {
    const byte = load<u8>(textEnd - 1);
    if (byte > 0x20 && byte < 0x80) break;
    const bytes = spaceBefore(textAt, textEnd);
    if (bytes == 0) break;
    textEnd -= bytes;
  }
}

/** Whether there is nothing but spaces. */
@inline export function isBlank(at: usize, end: usize): bool {
  while (at < end) {
    const byte = load<u8>(at);
    if (byte > 0x20 && byte < 0x80) return false;
    const bytes = spaceAt(at, end);
    if (bytes == 0) return false;
    at += bytes;
  }
  return true;
}

/** How many bytes the space at `at` has; 0 where there is none. */
function spaceAt(at: usize, end: usize): usize {
  const byte = load<u8>(at);
  if (byte == 0x20 || byte - 9 < 5) return 1;
  if (byte == 0xc2) return at + 2 <= end && load<u8>(at + 1) == 0xa0 ? 2 : 0;
  return at + 3 <= end && isWideSpace(at) ? 3 : 0;
}

function spaceBefore(start: usize, end: usize): usize {
  const byte = load<u8>(end - 1);
  if (byte == 0x20 || byte - 9 < 5) return 1;
  if (byte < 0x80) return 0;
  if (byte == 0xa0 && end - 2 >= start && load<u8>(end - 2) == 0xc2) return 2;
  return end - 3 >= start && isWideSpace(end - 3) ? 3 : 0;
}

/** The spaces of three bytes: U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000 and U+FEFF. */
function isWideSpace(at: usize): bool {
  const second = load<u8>(at + 1);
  const third = load<u8>(at + 2);
  switch (load<u8>(at)) {
    case 0xe1:
      return second == 0x9a && third == 0x80;
    case 0xe2:
      if (second == 0x80) return third - 0x80 <= 0x0a || third == 0xa8 || third == 0xa9 || third == 0xaf;
      return second == 0x81 && third == 0x9f;
    case 0xe3:
      return second == 0x80 && third == 0x80;
    case 0xef:
      return second == 0xbb && third == 0xbf;
    default:
      return false;
  }
}

@inline function isDigit(byte: u8): bool {
  return byte - 0x30 < 10;
}

/** Of the number that the text in hand is; 0 for zero, and where there is no number. */
export function signOfNumber(): i32 {
  let first = textAt;
  while (first < textEnd && !isDigit(load<u8>(first))) first++;
  let behind = textEnd;
  while (behind > first && !isDigit(load<u8>(behind - 1))) behind--;
  let nonZero = first;
  while (nonZero < behind && load<u8>(nonZero) - 0x31 >= 9) nonZero++;
  if (nonZero == behind) return 0;
  if (hasMinus(textAt, first) || hasMinus(behind, textEnd)) return -1;
  return has(OPEN, textAt, first) && has(CLOSE, behind, textEnd) ? -1 : 1;
}

function has(wanted: u8, at: usize, end: usize): bool {
  for (; at < end; at++) if (load<u8>(at) == wanted) return true;
  return false;
}

/** U+002D, U+2212, U+2013 or U+2012. */
function hasMinus(at: usize, end: usize): bool {
  for (; at < end; at++) {
    const byte = load<u8>(at);
    if (byte == HYPHEN) return true;
    if (byte != 0xe2 || at + 3 > end) continue;
    const second = load<u8>(at + 1);
    const third = load<u8>(at + 2);
    if (second == 0x88 ? third == 0x92 : second == 0x80 && (third == 0x92 || third == 0x93)) return true;
  }
  return false;
}

/** Copies some bytes; may write fifteen more. */
@inline export function copy(to: usize, from: usize, bytes: usize): void {
  for (let done: usize = 0; done < bytes; done += 16) v128.store(to + done, v128.load(from + done));
}

@inline export function areSame(one: usize, other: usize, bytes: usize): bool {
  for (let at: usize = 0; at < bytes; at++) if (load<u8>(one + at) != load<u8>(other + at)) return false;
  return true;
}

/** Writes a text with its quotes, its escapes as JSON.stringify has them. Returns the end. */
export function writeText(at: usize, end: usize, to: usize): usize {
  store<u8>(to++, QUOTE);
  while (at < end) {
    const bytes = v128.load(at);
    v128.store(to, bytes);
    const special = v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(QUOTE)), i8x16.eq(bytes, i8x16.splat(BACKSLASH))),
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
    );
    // A bit behind the last one stands for none.
    const plain = <usize>ctz(i8x16.bitmask(special) | 0x10000);
    const left = end - at;
    if (plain >= left) {
      to += left;
      break;
    }
    to += plain;
    at += plain;
    if (plain < 16) to = writeEscape(load<u8>(at++), to);
  }
  store<u8>(to, QUOTE);
  return to + 1;
}

function writeEscape(byte: u8, to: usize): usize {
  store<u8>(to, BACKSLASH);
  if (byte == QUOTE || byte == BACKSLASH) {
    store<u8>(to, byte, 1);
    return to + 2;
  }
  let letter: u8 = 0;
  if (byte == 0x08) letter = 0x62;
  else if (byte == 0x09) letter = 0x74;
  else if (byte == 0x0a) letter = 0x6e;
  else if (byte == 0x0c) letter = 0x66;
  else if (byte == 0x0d) letter = 0x72;
  if (letter != 0) {
    store<u8>(to, letter, 1);
    return to + 2;
  }
  const low = byte & 15;
  // \u00
  store<u32>(to, 0x3030755c);
  store<u8>(to, 0x30, 4);
  store<u8>(to, 0x30 + (byte >> 4), 4);
  store<u8>(to, low < 10 ? 0x30 + low : 0x57 + low, 5);
  return to + 6;
}
