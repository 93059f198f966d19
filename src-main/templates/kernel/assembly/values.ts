/**
 * @file Values with a form of their own: numbers, dates, UUIDs, identifiers. Each function takes the text in hand, writes
 * its JSON, and returns the end; or 0 where only the host can read it, or say what is wrong with it.
 */

import { endOfUuid } from '../../../check/kernel/assembly/values';
import { DatePart, Sign } from './layout';
import { areSame, copy, textAt, textEnd } from './texts';

const QUOTE: u8 = 0x22;
const MINUS: u8 = 0x2d;
const POINT: u8 = 0x2e;
const COMMA: u8 = 0x2c;
const ZERO: u8 = 0x30;
const LETTER_T: u8 = 0x54;
const COLON: u8 = 0x3a;
/** Longer numbers are judged by their length first. */
const MOST_CHARACTERS: usize = 200;

@inline function isDigit(byte: u8): bool {
  return byte - ZERO < 10;
}

/** Whether Excel may have shortened the text: 1.23457E+15. */
export function hasLostDigits(from: usize, end: usize): bool {
  let at = from;
  if (at < end && load<u8>(at) == MINUS) at++;
  if (at + 3 > end || !isDigit(load<u8>(at))) return false;
  at++;
  const mark = load<u8>(at);
  const hasMark = mark == POINT || mark == COMMA;
  if (hasMark) {
    const fraction = ++at;
    while (at < end && isDigit(load<u8>(at))) at++;
    if (at == fraction) return false;
  }
  if (at >= end || (load<u8>(at) | 0x20) != 0x65) return false;
  at++;
  if (at < end && load<u8>(at) == 0x2b) at++;
  else if (!hasMark) return false;
  const exponent = at;
  while (at < end && isDigit(load<u8>(at))) at++;
  return at == end && at - exponent >= 2;
}

/** A UUID as it is spelled. */
export function writeGivenUuid(to: usize): usize {
  if (textEnd - textAt != 36) return 0;
  store<u8>(to, QUOTE);
  copy(to + 1, textAt, 36);
  store<u8>(to + 37, QUOTE);
  return endOfUuid(to + 1, 0);
}

/** @param isNegated what the mark beside the number says, where there is one */
export function writeNumber(decimal: u8, thousands: u8, sign: Sign, isNegated: bool, to: usize): usize {
  let at = textAt;
  const end = textEnd;
  if (end - at > MOST_CHARACTERS) return 0;
  const hasMinus = at < end && load<u8>(at) == MINUS;
  if (hasMinus) at++;
  const first = load<u8>(at);
  if (at == end || !isDigit(first)) return 0;
  // Room for a sign, which is decided when all digits are known.
  const start = to + 1;
  let written = start;
  let digits: u8 = 0;
  const whole = at;
  while (at < end && isDigit(load<u8>(at))) {
    const byte = load<u8>(at++);
    digits |= byte;
    store<u8>(written++, byte);
  }
  if (first == ZERO && at - whole > 1) return 0;
  if (thousands != 0 && at < end && load<u8>(at) == thousands) {
    if (first == ZERO || at - whole > 3) return 0;
    do {
      if (end - at < 4) return 0;
      for (let place: usize = 1; place < 4; place++) {
        const byte = load<u8>(at + place);
        if (!isDigit(byte)) return 0;
        digits |= byte;
        store<u8>(written++, byte);
      }
      at += 4;
    } while (at < end && load<u8>(at) == thousands);
    if (at < end && isDigit(load<u8>(at))) return 0;
  }
  if (at < end && load<u8>(at) == decimal) {
    store<u8>(written++, POINT);
    const fraction = ++at;
    while (at < end && isDigit(load<u8>(at))) {
      const byte = load<u8>(at++);
      digits |= byte;
      store<u8>(written++, byte);
    }
    if (at == fraction) return 0;
  }
  if (at != end) return 0;
  const isZero = digits == ZERO;
  let isNegative = hasMinus;
  if (sign == Sign.Absolute) isNegative = false;
  else if (sign == Sign.Reversed) isNegative = !hasMinus && !isZero;
  else if (sign == Sign.ByColumn) {
    isNegative = isNegated && !isZero;
    if (!isNegated && hasMinus && !isZero) return 0;
  }
  if (isNegative) {
    store<u8>(to, MINUS);
    return written;
  }
  // One back.
  for (let from = start; from < written; from++) store<u8>(from - 1, load<u8>(from));
  return written - 1;
}

let year: u32 = 0;
let month: u32 = 0;
let day: u32 = 0;
let hour: u32 = 0;
let minute: u32 = 0;
let second: u32 = 0;

/** @param formats their count, then their parts */
export function writeDate(formats: usize, to: usize): usize {
  let part = formats + 4;
  for (let left = load<u32>(formats); left > 0; left--) {
    const kind = load<u32>(part);
    if (kind == DatePart.Unknown) return 0;
    if (kind == DatePart.Iso) return readIso() ? writeMoment(to) : 0;
    const found = readParts(part);
    if (found < 0) return 0;
    if (found > 0) return writeMoment(to);
    while (load<u32>(part) != DatePart.End) part += bytesOf(load<u32>(part));
    part += 4;
  }
  return 0;
}

@inline function bytesOf(part: u32): usize {
  return part == DatePart.Digits ? 16 : part == DatePart.Text ? 12 : 4;
}

@inline function two(at: usize): u32 {
  return <u32>load<u8>(at) * 10 + <u32>load<u8>(at + 1) - 11 * 0x30;
}

/** A day, or a day and a time to the second. */
function readIso(): bool {
  const at = textAt;
  const bytes = textEnd - at;
  if (bytes != 10 && bytes != 19) return false;
  if (!areDigits(at, 4) || load<u8>(at + 4) != MINUS || !areDigits(at + 5, 2) || load<u8>(at + 7) != MINUS) return false;
  if (!areDigits(at + 8, 2)) return false;
  year = two(at) * 100 + two(at + 2);
  month = two(at + 5);
  day = two(at + 8);
  hour = 0;
  minute = 0;
  second = 0;
  if (bytes == 19) {
    const between = load<u8>(at + 10);
    if (between != LETTER_T && between != 0x20) return false;
    if (!areDigits(at + 11, 2) || load<u8>(at + 13) != COLON || !areDigits(at + 14, 2)) return false;
    if (load<u8>(at + 16) != COLON || !areDigits(at + 17, 2)) return false;
    hour = two(at + 11);
    minute = two(at + 14);
    second = two(at + 17);
  }
  return exists();
}

@inline function areDigits(at: usize, count: usize): bool {
  for (let place: usize = 0; place < count; place++) if (!isDigit(load<u8>(at + place))) return false;
  return true;
}

@inline function exists(): bool {
  if ((month - 1 > 11) | (day - 1 > 30) | (hour > 23) | (minute > 59) | (second > 59)) return false;
  return day <= 28 || day <= daysIn(year, month);
}

function daysIn(ofYear: u32, ofMonth: u32): u32 {
  if (ofMonth == 2) return ofYear % 4 == 0 && (ofYear % 100 != 0 || ofYear % 400 == 0) ? 29 : 28;
  return ofMonth == 4 || ofMonth == 6 || ofMonth == 9 || ofMonth == 11 ? 30 : 31;
}

/** Positive if the text is a date of these parts, 0 if it is none, negative where the host must say. */
function readParts(parts: usize): i32 {
  year = month = day = hour = minute = second = 0;
  let at = textAt;
  const end = textEnd;
  let part = parts;
  while (true) {
    switch (load<u32>(part)) {
      case DatePart.Digits: {
        const least = load<u32>(part, 8);
        const most = load<u32>(part, 12);
        let value: u32 = 0;
        let count: u32 = 0;
        while (count < most && at < end && isDigit(load<u8>(at))) {
          value = value * 10 + load<u8>(at++) - ZERO;
          count++;
        }
        if (count < least) return 0;
        switch (load<u32>(part, 4)) {
          case 0:
            year = value;
            break;
          case 1:
            month = value;
            break;
          case 2:
            day = value;
            break;
          case 3:
            hour = value;
            break;
          case 4:
            minute = value;
            break;
          default:
            second = value;
        }
        part += 16;
        break;
      }
      case DatePart.TwoDigitYear: {
        if (at + 2 > end || !areDigits(at, 2)) return 0;
        const value = two(at);
        year = value + (value >= 69 ? 1900 : 2000);
        at += 2;
        part += 4;
        break;
      }
      case DatePart.Space: {
        const from = at;
        while (at < end && (load<u8>(at) == 0x20 || load<u8>(at) == 0x09)) at++;
        if (at < end && load<u8>(at) >= 0x80) return -1;
        if (at == from) return 0;
        part += 4;
        break;
      }
      case DatePart.Text: {
        const bytes = <usize>load<u32>(part, 8);
        if (at + bytes > end || !areSame(at, load<u32>(part, 4), bytes)) {
          // A dot may have been taken with what stands before it.
          return at > textAt && load<u8>(at - 1) == POINT ? -1 : 0;
        }
        at += bytes;
        part += 12;
        break;
      }
      case DatePart.End:
        return at == end && exists() ? 1 : 0;
      default:
        return -1;
    }
  }
}

@inline function writeTwo(value: u32, to: usize): void {
  store<u8>(to, <u8>(0x30 + value / 10));
  store<u8>(to, <u8>(0x30 + (value % 10)), 1);
}

@inline function writeMoment(to: usize): usize {
  store<u8>(to, QUOTE);
  writeTwo(year / 100, to + 1);
  writeTwo(year % 100, to + 3);
  store<u8>(to, MINUS, 5);
  writeTwo(month, to + 6);
  store<u8>(to, MINUS, 8);
  writeTwo(day, to + 9);
  store<u8>(to, LETTER_T, 11);
  writeTwo(hour, to + 12);
  store<u8>(to, COLON, 14);
  writeTwo(minute, to + 15);
  store<u8>(to, COLON, 17);
  writeTwo(second, to + 18);
  store<u8>(to, QUOTE, 20);
  return to + 21;
}
