/**
 * @file Checks single texts in the bytes of a line, for the learned shapes. Each check takes the position after the
 * opening quote and returns where the text ends, after the closing quote, or -1 when it is not certain that the line
 * judge would have no complaint. Nothing at or after `limit` is read.
 */

import { CURRENCY_PLACES, currencyCodes, currencyPlace, placeOfCurrency } from '../rules/codes.ts';
import { BACKSLASH, COUNTRY_PAIR, HEX_PAIR, isContinuation, isPlain, pairAt, QUOTE, TEXT_PAIR } from './byte-pairs.ts';

const UNSURE = -1;

const MINUS = 0x2d;
const ZERO = 0x30;
const LETTER_A = 0x41;

const currencies = new Uint8Array(CURRENCY_PLACES);
for (const code of currencyCodes) {
  currencies[placeOfCurrency(code)] = 1;
}

/** A UUID in upper or lower case. */
export function endOfUuid(view: DataView, at: number, limit: number): number {
  if (at + 37 > limit) return UNSURE;
  const digits =
    pairAt(view, at) &
    pairAt(view, at + 2) &
    pairAt(view, at + 4) &
    pairAt(view, at + 6) &
    pairAt(view, at + 9) &
    pairAt(view, at + 11) &
    pairAt(view, at + 14) &
    pairAt(view, at + 16) &
    pairAt(view, at + 19) &
    pairAt(view, at + 21) &
    pairAt(view, at + 24) &
    pairAt(view, at + 26) &
    pairAt(view, at + 28) &
    pairAt(view, at + 30) &
    pairAt(view, at + 32) &
    pairAt(view, at + 34) &
    HEX_PAIR;
  const differences =
    (view.getUint8(at + 8) ^ MINUS) |
    (view.getUint8(at + 13) ^ MINUS) |
    (view.getUint8(at + 18) ^ MINUS) |
    (view.getUint8(at + 23) ^ MINUS) |
    (view.getUint8(at + 36) ^ QUOTE);
  return digits !== 0 && differences === 0 ? at + 37 : UNSURE;
}

/** Valid UTF-8 text without raw control characters, and without escaped NUL or lone surrogates. */
export function endOfText(view: DataView, start: number, limit: number): number {
  let at = start;
  for (;;) {
    while (at + 2 <= limit && (pairAt(view, at) & TEXT_PAIR) !== 0) at += 2;
    if (at >= limit) return UNSURE;
    const byte = view.getUint8(at);
    if (byte === QUOTE) return at + 1;
    if (isPlain(byte)) at++;
    else {
      at = byte === BACKSLASH ? endOfEscape(view, at, limit) : endOfCharacter(view, at, limit);
      if (at === UNSURE) return UNSURE;
    }
  }
}

/** As endOfText, but not empty. */
export function endOfFilledText(view: DataView, at: number, limit: number): number {
  return at < limit && view.getUint8(at) !== QUOTE ? endOfText(view, at, limit) : UNSURE;
}

/** A character of two to four bytes, in its shortest form and not a surrogate. */
function endOfCharacter(view: DataView, at: number, limit: number): number {
  const lead = view.getUint8(at);
  if (lead < 0xc2 || lead > 0xf4) return UNSURE;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > limit) return UNSURE;
  const second = view.getUint8(at + 1);
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return UNSURE;
  if (length > 2 && !isContinuation(view.getUint8(at + 2))) return UNSURE;
  if (length > 3 && !isContinuation(view.getUint8(at + 3))) return UNSURE;
  return at + length;
}

function endOfEscape(view: DataView, at: number, limit: number): number {
  if (at + 2 > limit) return UNSURE;
  switch (view.getUint8(at + 1)) {
    case QUOTE:
    case BACKSLASH:
    case 0x2f: // slash
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return at + 2;
    case 0x75: // u
      break;
    default:
      return UNSURE;
  }
  const unit = escapedUnit(view, at, limit);
  if (unit <= 0 || (unit >= 0xdc00 && unit <= 0xdfff)) return UNSURE;
  if (unit < 0xd800 || unit > 0xdbff) return at + 6;
  const low = escapedUnit(view, at + 6, limit);
  return low >= 0xdc00 && low <= 0xdfff ? at + 12 : UNSURE;
}

/** The sixteen bits of an escape such as \u00e4; -1 for anything else. */
function escapedUnit(view: DataView, at: number, limit: number): number {
  if (at + 6 > limit || view.getUint8(at) !== BACKSLASH || view.getUint8(at + 1) !== 0x75) return UNSURE;
  if ((pairAt(view, at + 2) & pairAt(view, at + 4) & HEX_PAIR) === 0) return UNSURE;
  return (
    (hexValue(view.getUint8(at + 2)) << 12) |
    (hexValue(view.getUint8(at + 3)) << 8) |
    (hexValue(view.getUint8(at + 4)) << 4) |
    hexValue(view.getUint8(at + 5))
  );
}

function hexValue(digit: number): number {
  return digit < LETTER_A ? digit - ZERO : (digit | 0x20) - 0x57;
}

/** One of a few texts, each given as its JSON text without the opening quote. */
export function endOfListed(view: DataView, at: number, limit: number, values: readonly Uint8Array[]): number {
  for (const value of values) {
    const { length } = value;
    if (at + length > limit) continue;
    let same = 0;
    while (same < length && view.getUint8(at + same) === value[same]) same++;
    if (same === length) return at + length;
  }
  return UNSURE;
}

/** An assigned country code. */
export function endOfCountry(view: DataView, at: number, limit: number): number {
  if (at + 3 > limit) return UNSURE;
  return (pairAt(view, at) & COUNTRY_PAIR) !== 0 && view.getUint8(at + 2) === QUOTE ? at + 3 : UNSURE;
}

/** An assigned currency code. */
export function endOfCurrency(view: DataView, at: number, limit: number): number {
  return currencyPlaceAt(view, at, limit) === UNSURE ? UNSURE : at + 4;
}

/** The table index of the assigned currency code in the text at `at`, as in codes.ts; -1 for other texts. */
export function currencyPlaceAt(view: DataView, at: number, limit: number): number {
  if (at + 4 > limit) return UNSURE;
  const first = view.getUint8(at);
  const second = view.getUint8(at + 1);
  const third = view.getUint8(at + 2);
  // Other characters would yield the index of a different code.
  if (first < LETTER_A || second < LETTER_A || third < LETTER_A) return UNSURE;
  if (first > 0x5a || second > 0x5a || third > 0x5a) return UNSURE;
  const place = currencyPlace(first, second, third);
  return currencies[place] === 1 && view.getUint8(at + 3) === QUOTE ? place : UNSURE;
}
