/**
 * @file Numbers as people and programs write them → JSON numbers with every digit as written; none passes through a
 * double. Pure.
 *
 * | written                        | decision                                                                    |
 * |--------------------------------|-----------------------------------------------------------------------------|
 * | 12.50                          | 12.50: zeros at the end stay                                                |
 * | 007, +5                        | 7 and 5, because JSON allows neither                                        |
 * | .5 and 5.                      | 0.5 and 5                                                                   |
 * | 1.234,50                       | 1234.50 if , is the decimal and . the thousands mark                        |
 * | 1234,50                        | 1234.50 as well: the thousands mark may be missing as a whole               |
 * | 1.23,50 or 1234.567,50         | refused: between thousands marks stand exactly three digits                 |
 * | 0.100, 00.500 with groups       | refused: such a number needs no group, so the mark is that of the decimals |
 * | 12,34,567 (groups of two)      | refused, since a wrong mark would look the same                             |
 * | 1 234 with any space           | 1234 if the thousands mark is a space: U+0020, U+00A0, U+2009 and U+202F    |
 * | 1'234 and 1’234                | 1234 if the thousands mark is an apostrophe                                 |
 * | -5, 5-, (5), − and – for -     | -5; two signs, such as (-5), are refused                                    |
 * | 5.- and 5.–                    | refused: in Switzerland five francs, elsewhere minus five                   |
 * | 1.5E+3                         | as written, JSON knows it; with thousands marks it is refused               |
 * | 1.23457E+11                    | refused: Excel shows so a number of which it has cut the digits             |
 * | € 5, 5 EUR                     | 5 if the row's currency is the same, otherwise refused: see numberBeside    |
 * | more than 200 characters       | refused, unless it is written as in JSON: no amount, and slow to look through |
 * | 5 %, 5 CR, 5 (full width), NaN | refused                                                                     |
 */

import { type Fact, fact } from '../../src-shared/languages/fact.ts';
import type { Numbers } from '../../src-shared/template-shapes.ts';
import { shown } from '../check/findings/finding.ts';

/** The JSON number that a text without spaces around spells; undefined where it spells none. */
export type NumberReader = (text: string) => string | undefined;

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WITH_COMMA = /^-?(?:0|[1-9]\d*)(?:,\d+)?$/;
const GROUPED = {
  '.': /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/,
  ',': /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
};
const GROUP_MARKS = { '.': '[.]', ',': '[,]', ' ': '[ \\u00a0\\u2009\\u202f]', "'": "['\\u2019]" } as const;

/** Whether a text is a number as JSON spells it. */
export function isJsonNumber(text: string): boolean {
  return JSON_NUMBER.test(text);
}

/** A reader of numbers with these marks. */
export function numberReader({ decimal, thousands }: Numbers): NumberReader {
  const unsigned = unsignedPattern(decimal, thousands);
  // Nearly every cell is written in one of these forms.
  const whole = thousands === '.' || thousands === ',' ? GROUPED[thousands] : undefined;
  const slow = (text: string) =>
    whole?.test(text) ? text.replaceAll(thousands, '').replace(',', '.') : signedNumber(text, unsigned);
  if (decimal === '.') return (text) => (JSON_NUMBER.test(text) ? text : slow(text));
  return (text) => (WITH_COMMA.test(text) ? text.replace(',', '.') : slow(text));
}

function unsignedPattern(decimal: Numbers['decimal'], thousands: Numbers['thousands']): RegExp {
  const mark = decimal === '.' ? '[.]' : ',';
  const plain = `(?<plain>\\d*)(?:${mark}(?<decimals>\\d*))?(?<exponent>[eE][+-]?\\d+)?`;
  if (thousands === 'none') return new RegExp(`^${plain}$`);
  const groups = `(?<groups>\\d{1,3}(?:(?<mark>${GROUP_MARKS[thousands]})\\d{3})(?:\\k<mark>\\d{3})*)`;
  return new RegExp(`^(?:${groups}(?:${mark}(?<groupDecimals>\\d*))?|${plain})$`);
}

const MOST_CHARACTERS = 200;
const MINUS = /[\u2212\u2013\u2012]/g;

function signedNumber(text: string, unsigned: RegExp): string | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const written = text.trim().replace(MINUS, '-');
  const isBracketed = written.startsWith('(') && written.endsWith(')');
  const bare = isBracketed ? written.slice(1, -1).trim() : written;
  const [, before = '', body = '', after = ''] = /^([+-]?)\s*(.*?)\s*([+-]?)$/s.exec(bare) ?? [];
  const signs = (isBracketed ? '-' : '') + before + after;
  if (signs.length > 1 || (after !== '' && /[.,]$/.test(body))) return undefined;
  const number = unsignedNumber(body, unsigned);
  return number === undefined ? undefined : `${signs === '-' ? '-' : ''}${number}`;
}

function unsignedNumber(body: string, unsigned: RegExp): string | undefined {
  const parts = unsigned.exec(body)?.groups;
  if (parts === undefined) return undefined;
  // No one groups a number below a thousand, so this mark stands before decimals.
  if (parts['groups']?.startsWith('0') && parts['groupDecimals'] === undefined) return undefined;
  const whole = parts['groups']?.replace(/\D/g, '') ?? parts['plain'] ?? '';
  const decimals = parts['groupDecimals'] ?? parts['decimals'] ?? '';
  if (whole === '' && decimals === '') return undefined;
  const withoutZeros = whole.replace(/^0+(?=\d)/, '');
  const beforeMark = withoutZeros === '' ? '0' : withoutZeros;
  return `${beforeMark}${decimals === '' ? '' : `.${decimals}`}${parts['exponent'] ?? ''}`;
}

/** Why a text is no number with these marks: one sentence. */
export function whyNoNumber(text: string, { decimal, thousands }: Numbers): Fact {
  const value = shown(text);
  if (thousands === 'none')
    return fact('{value} is not a number written with “{decimal}” before the decimals and nothing between thousands.', {
      value,
      decimal,
    });
  if (thousands === ' ')
    return fact('{value} is not a number written with “{decimal}” before the decimals and spaces between thousands.', {
      value,
      decimal,
    });
  return fact('{value} is not a number written with “{decimal}” before the decimals and “{mark}” between thousands.', {
    value,
    decimal,
    mark: thousands,
  });
}

const dollars = [
  'USD',
  'AUD',
  'CAD',
  'HKD',
  'NZD',
  'SGD',
  'TWD',
  'MXN',
  'ARS',
  'CLP',
  'COP',
  'BSD',
  'BBD',
  'BMD',
  'JMD',
];
const crowns = ['SEK', 'NOK', 'DKK', 'ISK', 'CZK'];

/** What currency signs stand for; several share one. */
const currencySigns: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  $: dollars,
  US$: ['USD'],
  C$: ['CAD'],
  A$: ['AUD'],
  HK$: ['HKD'],
  S$: ['SGD'],
  R$: ['BRL'],
  '£': ['GBP', 'EGP', 'GIP', 'LBP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₽': ['RUB'],
  '₴': ['UAH'],
  '₪': ['ILS'],
  '₺': ['TRY'],
  '₩': ['KRW'],
  zł: ['PLN'],
  Kč: ['CZK'],
  kr: crowns,
  'kr.': crowns,
  Ft: ['HUF'],
  лв: ['BGN'],
  Fr: ['CHF'],
  'Fr.': ['CHF'],
  SFr: ['CHF'],
  'SFr.': ['CHF'],
};
const SIGNS = Object.keys(currencySigns)
  .toSorted((one, other) => other.length - one.length)
  .map((sign) => sign.replace(/[$.]/g, '\\$&'))
  .join('|');
const CURRENCY_BEFORE = new RegExp(`^([-+(\\u2212\\u2013]?)\\s*(${SIGNS}|[A-Z]{3})\\s*(?=[-+(\\u2212\\u2013.,\\d])`);
const CURRENCY_AFTER = new RegExp(`\\s*(${SIGNS}|[A-Z]{3})\\s*([-+)\\u2212\\u2013]?)$`);

/** A number with a currency beside it; `currencies` are the codes that the sign or code may stand for. */
export interface NumberBesideCurrency {
  number: string;
  currencies: readonly string[];
}

/** Takes a number and the currency before or after it apart; undefined where a text is not both. */
export function numberBeside(text: string, read: NumberReader): NumberBesideCurrency | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const before = CURRENCY_BEFORE.exec(text);
  const after = CURRENCY_AFTER.exec(text);
  const sign = before?.[2] ?? after?.[1];
  if (sign === undefined) return undefined;
  const bare = before
    ? (before[1] ?? '') + text.slice(before[0].length)
    : text.slice(0, after?.index) + (after?.[2] ?? '');
  const number = read(bare);
  return number === undefined ? undefined : { number, currencies: currencySigns[sign] ?? [sign] };
}

/** A JSON number without its minus. */
export function absolute(number: string): string {
  return number.startsWith('-') ? number.slice(1) : number;
}

/** A JSON number with the other sign; a zero has none. */
export function reversed(number: string): string {
  if (number.startsWith('-')) return number.slice(1);
  return /[1-9]/.test(number.split(/[eE]/, 1)[0] ?? '') ? `-${number}` : number;
}
