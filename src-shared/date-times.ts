/** @file Dates and times in the form of the interface. Pure. */

import { HOUR } from './durations.ts';

/** The zone furthest ahead is UTC+14: a local time without zone beyond that is in the future everywhere. */
const FURTHEST_ZONE = 14 * HOUR;

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?$/;

/** True for a text in the form of the interface, whether or not such a date and time exists. */
export function hasDateTimeForm(text: string): boolean {
  return DATE_TIME.test(text);
}

/** Days of a month, counted from 1, of the Gregorian calendar. */
export function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The latest date and time that is not in the future somewhere; `now` in milliseconds since the epoch. */
export function latestDateTime(now: number): string {
  return new Date(now + FURTHEST_ZONE).toISOString().slice(0, 19);
}

/** True for a date and time that exists, in the form of the interface; also for one in the future. */
export function isDateTime(text: string): boolean {
  if (!hasDateTimeForm(text)) return false;
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const dayExists = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  return dayExists && twoDigits(text, 11) <= 23 && twoDigits(text, 14) <= 59 && twoDigits(text, 17) <= 59;
}

function twoDigits(text: string, at: number): number {
  return text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * 0x30;
}
