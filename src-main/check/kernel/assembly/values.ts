/**
 * @file Values with a form of their own. Each function takes the position of the value (for texts: after the opening
 * quote) and returns the position after it, or 0 where the judge must decide.
 */

import { countries, currencies, latestDay, latestSecond } from './state';
import { QUOTE } from './text';

const HYPHEN: u8 = 0x2d;
const POINT: u8 = 0x2e;
const ZERO: u8 = 0x30;

/** A UUID in upper or lower case. Writes its 128 bits to `to`, unless that is 0. */
@inline export function endOfUuid(at: usize, to: usize): usize {
  const areSeparators =
    (load<u8>(at + 8) == HYPHEN) &
    (load<u8>(at + 13) == HYPHEN) &
    (load<u8>(at + 18) == HYPHEN) &
    (load<u8>(at + 23) == HYPHEN) &
    (load<u8>(at + 36) == QUOTE);
  if (!areSeparators) return 0;
  const first = v128.shuffle<u8>(v128.load(at), v128.load(at + 16), 0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17);
  const second = v128.shuffle<u8>(v128.load(at + 19), v128.load(at + 20), 0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 31);
  const firstDecimals = i8x16.sub(first, i8x16.splat(ZERO));
  const secondDecimals = i8x16.sub(second, i8x16.splat(ZERO));
  const firstLetters = i8x16.sub(v128.or(first, i8x16.splat(0x20)), i8x16.splat(0x61));
  const secondLetters = i8x16.sub(v128.or(second, i8x16.splat(0x20)), i8x16.splat(0x61));
  const firstIsDecimal = i8x16.lt_u(firstDecimals, i8x16.splat(10));
  const secondIsDecimal = i8x16.lt_u(secondDecimals, i8x16.splat(10));
  const areDigits = v128.and(
    v128.or(firstIsDecimal, i8x16.lt_u(firstLetters, i8x16.splat(6))),
    v128.or(secondIsDecimal, i8x16.lt_u(secondLetters, i8x16.splat(6))),
  );
  if (!i8x16.all_true(areDigits)) return 0;
  if (to != 0) {
    const ten = i8x16.splat(10);
    v128.store64_lane(to, packed(v128.bitselect(firstDecimals, i8x16.add(firstLetters, ten), firstIsDecimal)), 0);
    v128.store64_lane(to + 8, packed(v128.bitselect(secondDecimals, i8x16.add(secondLetters, ten), secondIsDecimal)), 0);
  }
  return at + 37;
}

/** Sixteen values of four bits as eight bytes. */
@inline function packed(values: v128): v128 {
  const pairs = v128.or(i16x8.shl(values, 4), i16x8.shr_u(values, 8));
  const bytes = v128.and(pairs, i16x8.splat(0xff));
  return i8x16.narrow_i16x8_u(bytes, bytes);
}

/** An assigned country code; or any of that form, as the host's table says. */
@inline export function endOfCountry(at: usize): usize {
  const first = <u32>load<u8>(at) - 0x41;
  const second = <u32>load<u8>(at + 1) - 0x41;
  if ((first >= 26) | (second >= 26) | (load<u8>(at + 2) != QUOTE)) return 0;
  return load<u8>(countries + first * 26 + second) != 0 ? at + 3 : 0;
}

/** The number of an assigned currency in the host's table; 0 for any other text. */
@inline export function currencyAt(at: usize): u32 {
  const first = <u32>load<u8>(at) - 0x41;
  const second = <u32>load<u8>(at + 1) - 0x41;
  const third = <u32>load<u8>(at + 2) - 0x41;
  if ((first >= 26) | (second >= 26) | (third >= 26) | (load<u8>(at + 3) != QUOTE)) return 0;
  return load<u8>(currencies + (first * 26 + second) * 26 + third);
}

@inline function isDigit(byte: u8): bool {
  return byte - ZERO < 10;
}

/** Any JSON number. */
@inline export function endOfNumber(start: usize): usize {
  return endOfUnsigned(load<u8>(start) == HYPHEN ? start + 1 : start);
}

function endOfUnsigned(start: usize): usize {
  let at = start;
  if (!isDigit(load<u8>(at))) return 0;
  if (load<u8>(at) == ZERO) at++;
  else while (isDigit(load<u8>(at))) at++;
  if (load<u8>(at) == POINT) {
    const fraction = ++at;
    while (isDigit(load<u8>(at))) at++;
    if (at == fraction) return 0;
  }
  if ((load<u8>(at) | 0x20) == 0x65) {
    at++;
    const sign = load<u8>(at);
    if (sign == 0x2b || sign == HYPHEN) at++;
    const exponent = at;
    while (isDigit(load<u8>(at))) at++;
    if (at == exponent) return 0;
  }
  return at;
}

/** The most digits that a sum's unsigned 64 bits hold in any case. */
const MOST_DIGITS: usize = 19;
/** An amount of at most this many characters and a short exponent is finite. */
const MOST_CHARACTERS: usize = 200;

/** The last amount: its digits as a whole number and its decimals, unless the host must read it. */
export let amountDigits: u64 = 0;
export let amountDecimals: u32 = 0;
export let isAmountLong: bool = false;

/** An amount that is neither negative nor too large to be represented. */
@inline export function endOfAmount(start: usize): usize {
  let at = start;
  let digits: u64 = 0;
  let byte = load<u8>(at) - ZERO;
  if (byte >= 10) return 0;
  if (byte == 0) {
    at++;
    byte = load<u8>(at) - ZERO;
    if (byte < 10) return 0;
  }
  while (byte < 10) {
    digits = digits * 10 + byte;
    at++;
    byte = load<u8>(at) - ZERO;
  }
  let decimals: usize = 0;
  let points: usize = 0;
  if (byte + ZERO == POINT) {
    points = 1;
    const fraction = ++at;
    byte = load<u8>(at) - ZERO;
    while (byte < 10) {
      digits = digits * 10 + byte;
      at++;
      byte = load<u8>(at) - ZERO;
    }
    decimals = at - fraction;
    if (decimals == 0) return 0;
  }
  const isShort = (at - start - points <= MOST_DIGITS) & (((byte + ZERO) | 0x20) != 0x65);
  if (isShort) {
    isAmountLong = false;
    amountDigits = digits;
    amountDecimals = <u32>decimals;
    return at;
  }
  return endOfLongAmount(start, at);
}

/** An amount with many digits or with an exponent; `mantissa` is where that would begin. */
function endOfLongAmount(start: usize, mantissa: usize): usize {
  const end = endOfUnsigned(start);
  if (end == 0 || mantissa - start > MOST_CHARACTERS) return 0;
  const sign = load<u8>(mantissa + 1);
  const exponent: usize = sign == 0x2b || sign == HYPHEN ? mantissa + 2 : mantissa + 1;
  // Two digits: at most 10^299.
  if (end > exponent + 2) return 0;
  isAmountLong = true;
  return end;
}

/** The day of the last date and time, as in day-set.ts. */
export let day: u32 = 0;

@inline function twoDigits(at: usize): u32 {
  return <u32>load<u8>(at) * 10 + <u32>load<u8>(at + 1) - 11 * 0x30;
}

/** A date and time that exists, and is not in the future. */
@inline export function endOfDateTime(at: usize): usize {
  const bytes = v128.load(at);
  const decimals = i8x16.sub(bytes, i8x16.splat(ZERO));
  // Digits are below 10; separators are compared as they are.
  const areDigits = i8x16.le_u(decimals, i8x16(9, 9, 9, 9, -1, 9, 9, -1, 9, 9, -1, 9, 9, -1, 9, 9));
  const separators = v128.and(bytes, i8x16(0, 0, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0));
  const areSeparators = i8x16.eq(separators, i8x16(0, 0, 0, 0, 0x2d, 0, 0, 0x2d, 0, 0, 0x54, 0, 0, 0x3a, 0, 0));
  if (!i8x16.all_true(v128.and(areDigits, areSeparators))) return 0;
  const hasSeconds = (load<u8>(at + 16) == 0x3a) & isDigit(load<u8>(at + 17)) & isDigit(load<u8>(at + 18));
  if (!hasSeconds) return 0;
  const year = twoDigits(at) * 100 + twoDigits(at + 2);
  const month = twoDigits(at + 5);
  const dayOfMonth = twoDigits(at + 8);
  const hour = twoDigits(at + 11);
  const minute = twoDigits(at + 14);
  const second = twoDigits(at + 17);
  if ((month - 1 > 11) | (dayOfMonth == 0) | (hour > 23) | (minute > 59) | (second > 59)) return 0;
  if (dayOfMonth > 28 && dayOfMonth > daysIn(year, month)) return 0;
  const number = (year << 9) | (month << 5) | dayOfMonth;
  if (number >= latestDay && (number > latestDay || (hour * 60 + minute) * 60 + second > latestSecond)) return 0;
  let end = at + 19;
  if (load<u8>(end) == POINT) {
    const fraction = ++end;
    while (isDigit(load<u8>(end))) end++;
    if (end == fraction) return 0;
  }
  if (load<u8>(end) != QUOTE) return 0;
  day = number;
  return end + 1;
}

function daysIn(year: u32, month: u32): u32 {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}
