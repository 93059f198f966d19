/**
 * @file Checks single numbers, dates and times in the bytes of a line, for the learned shapes. Each check takes where
 * the value begins (for a text: after its opening quote) and returns where it ends (after the closing quote), or -1
 * when it is not certain that the line judge would have no complaint. Nothing at or after `limit` is read.
 */

import { daysIn, latestDateTime } from '../rules/transaction.ts';
import { dayNumber, dayNumberOf } from '../totals/day-set.ts';
import { numberAt, QUOTE } from './byte-pairs.ts';

const UNSURE = -1;

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

/** A longer amount might be too large for a number, as might one with more digits in its exponent. */
const MOST_AMOUNT_CHARACTERS = 200;
const MOST_EXPONENT_DIGITS = 2;

/** A number that is certainly finite and not negative. */
export function endOfAmount(view: DataView, at: number, limit: number): number {
  if (at >= limit || view.getUint8(at) === MINUS) return UNSURE;
  const end = endOfNumber(view, at, limit, MOST_EXPONENT_DIGITS);
  return end - at > MOST_AMOUNT_CHARACTERS ? UNSURE : end;
}

/** Any JSON number, or true, false or null. */
export function endOfScalar(view: DataView, at: number, limit: number): number {
  if (at + 4 > limit) return endOfNumber(view, at, limit, Number.MAX_SAFE_INTEGER);
  switch (view.getInt32(at, true)) {
    case 0x65757274: // true
    case 0x6c6c756e: // null
      return at + 4;
    case 0x736c6166: // fals
      return at + 5 <= limit && view.getUint8(at + 4) === 0x65 ? at + 5 : UNSURE;
    default:
      return endOfNumber(view, at, limit, Number.MAX_SAFE_INTEGER);
  }
}

function endOfNumber(view: DataView, start: number, limit: number, mostExponentDigits: number): number {
  let at = start;
  if (at < limit && view.getUint8(at) === MINUS) at++;
  const whole = at;
  at = endOfDigits(view, at, limit);
  // JSON does not allow leading zeros.
  if (at === whole || (at > whole + 1 && view.getUint8(whole) === ZERO)) return UNSURE;
  if (at < limit && view.getUint8(at) === POINT) {
    const fraction = at + 1;
    at = endOfDigits(view, fraction, limit);
    if (at === fraction) return UNSURE;
  }
  if (at >= limit || (view.getUint8(at) | 0x20) !== 0x65) return at;
  at++;
  if (at < limit && (view.getUint8(at) === 0x2b || view.getUint8(at) === MINUS)) at++;
  const exponent = at;
  at = endOfDigits(view, exponent, limit);
  return at === exponent || at - exponent > mostExponentDigits ? UNSURE : at;
}

function endOfDigits(view: DataView, start: number, limit: number): number {
  let at = start;
  while (at < limit) {
    const byte = view.getUint8(at);
    if (byte < ZERO || byte > 0x39) break;
    at++;
  }
  return at;
}

/** A moment as the number of its day and a time such as 235959. */
export interface Moment {
  readonly date: number;
  readonly time: number;
}

/**
 * The latest moment that the line judge does not consider to be in the future; `now` in milliseconds since the epoch.
 */
export function latestMoment(now: number): Moment {
  const [, date = '', time = ''] = /^([\d-]{10})T([\d:]{8})$/.exec(latestDateTime(now)) ?? [];
  return { date: dayNumberOf(date), time: Number(time.replaceAll(':', '')) };
}

/** An existing date and time, without zone and not after `latest`; records the number of its day in `noted`. */
export function endOfDateTime(
  view: DataView,
  start: number,
  limit: number,
  latest: Moment,
  noted: { day: number },
): number {
  let at = start + 19;
  if (at >= limit) return UNSURE;
  const date = dateAt(view, start);
  noted.day = date;
  const time = timeAt(view, start + 11);
  if (date < 0 || time < 0 || view.getUint8(start + 10) !== 0x54) return UNSURE;
  if (date > latest.date || (date === latest.date && time > latest.time)) return UNSURE;
  if (view.getUint8(at) === POINT) {
    const fraction = at + 1;
    at = endOfDigits(view, fraction, limit);
    if (at === fraction || at >= limit) return UNSURE;
  }
  return view.getUint8(at) === QUOTE ? at + 1 : UNSURE;
}

function dateAt(view: DataView, at: number): number {
  const century = numberAt(view, at);
  const year = numberAt(view, at + 2);
  const month = numberAt(view, at + 5);
  const day = numberAt(view, at + 8);
  if (century < 0 || year < 0 || month < 1 || month > 12 || day < 1) return UNSURE;
  if (view.getUint8(at + 4) !== MINUS || view.getUint8(at + 7) !== MINUS) return UNSURE;
  if (day > 28 && day > daysIn(century * 100 + year, month)) return UNSURE;
  return dayNumber(century * 100 + year, month, day);
}

function timeAt(view: DataView, at: number): number {
  const hour = numberAt(view, at);
  const minute = numberAt(view, at + 3);
  const second = numberAt(view, at + 6);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return UNSURE;
  if (view.getUint8(at + 2) !== 0x3a || view.getUint8(at + 5) !== 0x3a) return UNSURE;
  return (hour * 100 + minute) * 100 + second;
}
