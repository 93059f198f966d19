/**
 * @file Dates as people and programs write them → date-times in the form of the interface, without an offset (§2.4).
 * Pure.
 *
 * | written                                | decision                                                               |
 * |----------------------------------------|------------------------------------------------------------------------|
 * | a date without a time                  | its start, T00:00:00                                                   |
 * | a time without an offset               | stays, also where the clocks of the zone skipped or repeated it        |
 * | a time with an offset                  | converted to the zone of the template; as-written: the offset is cut   |
 * | two moments of a repeated hour         | the same local time; the interface has nothing to tell them apart      |
 * | unix-seconds, unix-milliseconds        | a moment, so a time with the offset Z                                  |
 * | excel-serial                           | days of the 1900 system, to the nearest second; 60, its 29 February    |
 * |                                        | 1900, is no date, and neither is what is below 1                       |
 * | 30 February, 24:00, 23:59:60           | refused: no such date and time                                         |
 * | a fraction of a second                 | kept digit by digit, except of excel-serial                            |
 */

import { daysIn, isDateTime } from '../../src-shared/date-times.ts';
import { assertNever } from '../../src-shared/errors.ts';
import { fact, isFact, type Said } from '../../src-shared/languages/fact.ts';
import { either } from '../../src-shared/languages/lists.ts';
import type { Dates } from '../../src-shared/template-shapes.ts';
import { type ZoneStripper, zoneStripper } from '../../src-shared/zone-stripper.ts';
import { shown } from '../check/findings/finding.ts';
import { DAY, SECOND } from '../ground/clock.ts';
import { type DatePart, isNamedFormat, type NamedFormat, partsOfFormat } from './date-formats.ts';
import { monthOfName } from './month-names.ts';

/** The date-time that a text without spaces around spells; undefined where it spells none. */
export type DateReader = (text: string) => string | undefined;

/**
 * Reads dates in any of the formats, the first that fits; throws RangeError for a format that cannot be read.
 * @param convert what becomes of a time with an offset
 */
export function dateReader({ formats, zone }: Dates, convert: ZoneStripper = zoneStripper(zone)): DateReader {
  const readers = formats.map((format) => formatReader(format, convert));
  const [only] = readers;
  const read: DateReader =
    readers.length === 1 && only !== undefined
      ? only
      : (text) => {
          for (const one of readers) {
            const found = one(text);
            if (found !== undefined) return found;
          }
          return undefined;
        };
  // Exports are mostly sorted by date, so neighbours are alike.
  let last = '';
  let result: string | undefined;
  return (text) => {
    if (text === last) return result;
    result = read(text);
    last = text;
    return result;
  };
}

/** Why a text is no date: one sentence. */
export function whyNoDate(text: string, { formats }: Dates): Said {
  const written = formats.flatMap((format) => (format === 'iso' ? ISO_EXAMPLES : format));
  return fact('{value} is not a date that exists, written as {formats}.', {
    value: shown(text),
    formats: either(written),
  });
}

/** What the name of a format does not show. */
const ISO_EXAMPLES = ['2026-01-31', '2026-01-31T14:30'];

function formatReader(format: string, convert: ZoneStripper): DateReader {
  if (isNamedFormat(format)) return namedReader(format, convert);
  const parts = partsOfFormat(format);
  if (isFact(parts)) throw new RangeError(parts.fact);
  return (text) => dateByParts(text, parts, convert);
}

function namedReader(format: NamedFormat, convert: ZoneStripper): DateReader {
  switch (format) {
    case 'iso':
      return (text) => isoDate(text, convert);
    case 'excel-serial':
      return excelDate;
    case 'unix-seconds':
      return (text) => (/^-?\d{1,12}(?:\.\d+)?$/.test(text) ? unixDate(text, convert) : undefined);
    case 'unix-milliseconds':
      return (text) => (/^-?\d{1,15}$/.test(text) ? unixDate(secondsOf(text), convert) : undefined);
    default:
      return assertNever(format);
  }
}

const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[Tt ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?\s?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

function isoDate(text: string, convert: ZoneStripper): string | undefined {
  // The form of the interface itself is the most frequent one.
  if (text.length === 19 && text.charCodeAt(10) === 0x54 && isDateTime(text)) return text;
  const found = ISO.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', offset] = found;
  return finished(`${year}-${month}-${day}T${hour}:${minute}:${second}`, fraction, offset, convert);
}

/** Judges a local time, and brings it into the zone if it has an offset. */
function finished(
  local: string,
  fraction: string,
  offset: string | undefined,
  convert: ZoneStripper,
): string | undefined {
  if (!isDateTime(local)) return undefined;
  const whole = fraction === '' ? local : `${local}.${fraction}`;
  return offset === undefined ? whole : convert(whole + fullOffset(offset));
}

function fullOffset(offset: string): string {
  if (offset.length === 1) return 'Z';
  const hoursAndMinutes = offset.replace(':', '');
  return hoursAndMinutes.length === 3 ? `${hoursAndMinutes}00` : hoursAndMinutes;
}

/** Day 1 is 1 January 1900; from day 61 on one day less has passed, because 1900 had no 29 February. */
const DAY_ZERO = Date.UTC(1899, 11, 31);
const FALSE_LEAP_DAY = 60;

function excelDate(text: string): string | undefined {
  if (!/^\d{1,7}(?:[.,]\d+)?$/.test(text)) return undefined;
  const seconds = Math.round(Number(text.replace(',', '.')) * (DAY / SECOND));
  const day = Math.floor(seconds / (DAY / SECOND));
  if (day < 1 || day === FALSE_LEAP_DAY) return undefined;
  const moment = DAY_ZERO + (seconds - (day > FALSE_LEAP_DAY ? DAY / SECOND : 0)) * SECOND;
  const written = new Date(moment).toISOString().slice(0, -'.000Z'.length);
  return isDateTime(written) ? written : undefined;
}

/** Milliseconds as seconds, in text. */
function secondsOf(milliseconds: string): string {
  const sign = milliseconds.startsWith('-') ? '-' : '';
  const digits = milliseconds.slice(sign.length).padStart(4, '0');
  const rest = digits.slice(-3);
  return sign + digits.slice(0, -3) + (rest === '000' ? '' : `.${rest}`);
}

function unixDate(text: string, convert: ZoneStripper): string | undefined {
  const [whole = '', fraction = ''] = text.split('.', 2);
  // Before 1970 a fraction counts backwards; taking the digits apart would move the time by up to two seconds.
  if (fraction !== '' && text.startsWith('-')) return undefined;
  const moment = new Date(Number(whole) * SECOND);
  if (Number.isNaN(moment.getTime())) return undefined;
  return finished(moment.toISOString().slice(0, -'.000Z'.length), fraction, 'Z', convert);
}

const LETTERS = /\p{L}[\p{L}\p{M}]*\.?/uy;
const HALF_OF_DAY = /([ap])\.?\s?m\.?/iy;
const OFFSET = /[Zz]|[+-]\d\d(?::?\d\d)?/y;
const PIVOT = 69;

/** Reads a text part by part, without an object for each, since there are as many dates as rows. */
function dateByParts(text: string, parts: readonly DatePart[], convert: ZoneStripper): string | undefined {
  let at = 0;
  let year = 0;
  let month = 0;
  let day = 0;
  let hour = 0;
  let minute = 0;
  let second = 0;
  let half = '';
  let fraction = '';
  let offset: string | undefined;
  for (const part of parts) {
    switch (part.part) {
      case 'digits': {
        let value = 0;
        let count = 0;
        while (count < part.most && isDigit(text, at)) {
          value = value * 10 + text.charCodeAt(at++) - 0x30;
          count++;
        }
        if (count < part.least) return undefined;
        if (part.of === 'year') year = value;
        else if (part.of === 'month') month = value;
        else if (part.of === 'day') day = value;
        else if (part.of === 'minute') minute = value;
        else if (part.of === 'second') second = value;
        else if (part.of === 'hour12' && (value < 1 || value > 12)) return undefined;
        else hour = value;
        break;
      }
      case 'two-digit-year': {
        if (!isDigit(text, at) || !isDigit(text, at + 1)) return undefined;
        const value = Number(text.slice(at, at + 2));
        year = value + (value >= PIVOT ? 1900 : 2000);
        at += 2;
        break;
      }
      case 'month-name': {
        const word = matchAt(LETTERS, text, at);
        month = word === undefined ? 0 : (monthOfName(word.replace(/\.$/, '')) ?? 0);
        if (word === undefined || month === 0) return undefined;
        // After a short name the dot may be the mark that the format has there.
        at += word.length;
        break;
      }
      case 'weekday-name': {
        const word = matchAt(LETTERS, text, at);
        if (word === undefined) return undefined;
        at += word.length;
        break;
      }
      case 'half-of-day': {
        const word = matchAt(HALF_OF_DAY, text, at);
        if (word === undefined) return undefined;
        half = word.charAt(0).toLowerCase();
        at += word.length;
        break;
      }
      case 'fraction': {
        const from = at;
        while (isDigit(text, at)) at++;
        if (at === from) return undefined;
        fraction = text.slice(from, at);
        break;
      }
      case 'offset': {
        offset = matchAt(OFFSET, text, at);
        if (offset === undefined) return undefined;
        at += offset.length;
        break;
      }
      case 'space': {
        const from = at;
        while (isSpace(text.charCodeAt(at))) at++;
        if (at === from) return undefined;
        break;
      }
      case 'text':
        if (!text.startsWith(part.text, at)) {
          // The dot behind a short name of a month was taken as a part of the name.
          if (part.text === '.' && text.charAt(at - 1) === '.') break;
          return undefined;
        }
        at += part.text.length;
        break;
      default:
        return assertNever(part);
    }
  }
  if (at !== text.length) return undefined;
  if (half !== '') hour = (hour % 12) + (half === 'p' ? 12 : 0);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const local = `${four(year)}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
  const whole = fraction === '' ? local : `${local}.${fraction}`;
  return offset === undefined ? whole : convert(whole + fullOffset(offset));
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0xa0 || code === 0x202f || code === 0x2009 || code === 0x09;
}

const twoDigits = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));

function two(value: number): string {
  return twoDigits[value] ?? '';
}

function four(year: number): string {
  return two(Math.floor(year / 100)) + two(year % 100);
}
