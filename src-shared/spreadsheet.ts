/**
 * @file A table as a spreadsheet in the language of the reader opens it. In English it is for programs, too, and its moments are
 * as they read them. Pure.
 */

import { withTwoDecimals } from './amounts.ts';
import { english } from './languages/languages.ts';
import { dateWriter } from './languages/measures.ts';
import { perLanguage, spokenLanguage } from './languages/message.ts';
import { decimalSeparator } from './quantities.ts';

/** Semicolons where decimals have a comma: spreadsheets expect them there. */
export const columnSeparator = (): ',' | ';' => (decimalSeparator() === ',' ? ';' : ',');

/** A number with the decimals of the language; any other text stays as it is. */
export const numberCell = (text: string): string =>
  /^-?\d+\.\d+$/.test(text) ? text.replace('.', decimalSeparator()) : text;

/** In English as in Swedish: days of the forms with slashes are read in two ways. */
const moments = perLanguage((language) =>
  dateWriter(language.code === english.code ? { ...language, dates: 'sv-SE' } : language, {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  }),
);

/** A moment that programs write as 2026-11-21T06:30:05.000Z: “21.11.2026 06:30:05” by the clock of this computer. */
export const momentCell = (moment: string): string =>
  spokenLanguage().code === english.code ? moment : toldMoment(moment);

/** The same where only a person reads it: “2026-11-21 06:30:05” in English, which each spreadsheet takes for a moment. */
export function toldMoment(moment: string): string {
  const at = Date.parse(moment);
  return Number.isNaN(at) ? moment : moments().format(at).replace(',', '');
}

/** An amount with two decimals at least. */
export const amountCell = (amount: string): string => numberCell(withTwoDecimals(amount));
