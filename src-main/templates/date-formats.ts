/**
 * @file How dates are written, in letters → what reads them. Pure.
 *
 * | letters      | what stands there                                                                       |
 * |--------------|-----------------------------------------------------------------------------------------|
 * | YYYY, YY     | the year; of two digits, 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068 (as POSIX) |
 * | MM, M        | the month in two digits, or in one or two                                               |
 * | MMM, MMMM    | the name of the month, short or long, in any of the languages, with or without a dot    |
 * | DD, D        | the day                                                                                 |
 * | HH, H        | the hour, 0 to 23                                                                       |
 * | hh, h and A  | the hour, 1 to 12, and AM or PM (a.m., p.m.)                                            |
 * | mm, ss       | minutes and seconds (m, s: in one or two digits)                                        |
 * | S, SSS …     | the digits of a fraction of a second, as many as there are                              |
 * | Z            | the offset: Z, +02:00, +0200 or +02                                                     |
 * | ddd, dddd    | the name of a weekday, which is not looked at                                           |
 * | [at], T      | these letters themselves                                                                |
 */

import { type Fact, fact, isFact, type Said } from '../../src-shared/languages/fact.ts';

/** What stands in one place of a date. */
export type DatePart =
  | {
      part: 'digits';
      of: 'year' | 'month' | 'day' | 'hour' | 'hour12' | 'minute' | 'second';
      least: number;
      most: number;
    }
  | { part: 'two-digit-year' }
  | { part: 'month-name' }
  | { part: 'weekday-name' }
  | { part: 'half-of-day' }
  | { part: 'fraction' }
  | { part: 'offset' }
  | { part: 'space' }
  | { part: 'text'; text: string };

/** Formats that are no letters. */
export const namedFormats = ['iso', 'excel-serial', 'unix-seconds', 'unix-milliseconds'] as const;
export type NamedFormat = (typeof namedFormats)[number];

export function isNamedFormat(format: string): format is NamedFormat {
  return namedFormats.some((name) => name === format);
}

const digits = (of: (DatePart & { part: 'digits' })['of'], least: number, most = 2): DatePart => ({
  part: 'digits',
  of,
  least,
  most,
});

const letters: Readonly<Record<string, DatePart>> = {
  YYYY: digits('year', 4, 4),
  YY: { part: 'two-digit-year' },
  MMMM: { part: 'month-name' },
  MMM: { part: 'month-name' },
  MM: digits('month', 2),
  M: digits('month', 1),
  DD: digits('day', 2),
  D: digits('day', 1),
  HH: digits('hour', 2),
  H: digits('hour', 1),
  hh: digits('hour12', 2),
  h: digits('hour12', 1),
  mm: digits('minute', 2),
  m: digits('minute', 1),
  ss: digits('second', 2),
  s: digits('second', 1),
  A: { part: 'half-of-day' },
  a: { part: 'half-of-day' },
  Z: { part: 'offset' },
  ddd: { part: 'weekday-name' },
  dddd: { part: 'weekday-name' },
};

const TOKEN = /YYYY|YY|M{1,4}|DD?|d{3,4}|HH?|hh?|mm?|ss?|S+|[Aa]|Z|T|\[[^\]]*\]|\s+|[^A-Za-z[\]]/uy;

/** The parts of a format in letters, or why it cannot be read. */
export function partsOfFormat(format: string): readonly DatePart[] | Fact {
  const parts: DatePart[] = [];
  let at = 0;
  while (at < format.length) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(format)?.[0];
    if (token === undefined)
      return fact('“{format}” cannot be read from “{rest}” on: these letters stand for no part of a date.', {
        format,
        rest: format.slice(at),
      });
    parts.push(partOf(token));
    at += token.length;
  }
  return whyIncomplete(format, parts) ?? parts;
}

function partOf(token: string): DatePart {
  const known = letters[token];
  if (known !== undefined) return known;
  if (token.startsWith('S')) return { part: 'fraction' };
  if (token.trim() === '') return { part: 'space' };
  return { part: 'text', text: token.startsWith('[') ? token.slice(1, -1) : token };
}

/** What a part says, for telling which are there twice or missing. */
function meaningOf(part: DatePart): string {
  switch (part.part) {
    case 'digits':
      return part.of === 'hour12' ? 'hour' : part.of;
    case 'two-digit-year':
      return 'year';
    case 'month-name':
      return 'month';
    default:
      return part.part;
  }
}

/** What people call what a part says. */
const nameOf = (meaning: string): Said => names[meaning] ?? meaning;

const names: Readonly<Record<string, Fact>> = {
  year: fact('year'),
  month: fact('month'),
  day: fact('day'),
  hour: fact('hour'),
  minute: fact('minute'),
  second: fact('second'),
  fraction: fact('fraction of a second'),
  offset: fact('offset'),
  'half-of-day': fact('half of the day'),
  'weekday-name': fact('name of the weekday'),
};

function whyIncomplete(format: string, parts: readonly DatePart[]): Fact | undefined {
  const meanings = parts.map(meaningOf).filter((meaning) => meaning !== 'text' && meaning !== 'space');
  const twice = meanings.find((meaning, index) => meanings.indexOf(meaning) !== index);
  if (twice !== undefined) return fact('“{format}” has the {part} twice.', { format, part: nameOf(twice) });
  const missing = ['year', 'month', 'day'].find((meaning) => !meanings.includes(meaning));
  if (missing !== undefined) return fact('“{format}” has no {part}.', { format, part: nameOf(missing) });
  const has12 = parts.some((part) => part.part === 'digits' && part.of === 'hour12');
  if (has12 !== meanings.includes('half-of-day'))
    return fact('“{format}” needs both h and A, or neither: HH is the hour up to 23.', { format });
  if (meanings.includes('fraction') && !meanings.includes('second'))
    return fact('“{format}” has a fraction, but no seconds.', { format });
  if (meanings.includes('second') && !meanings.includes('minute'))
    return fact('“{format}” has seconds, but no minutes.', { format });
  if (meanings.includes('minute') && !meanings.includes('hour'))
    return fact('“{format}” has minutes, but no hours.', { format });
  return undefined;
}

/** Why a format cannot be used; undefined for one that can. */
export function problemOfFormat(format: string): Fact | undefined {
  if (isNamedFormat(format)) return undefined;
  const parts = partsOfFormat(format);
  return isFact(parts) ? parts : undefined;
}
