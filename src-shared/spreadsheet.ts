/**
 * @file A table as a spreadsheet in the language of the reader opens it. In English it is for programs, too, and its moments are
 * as they read them. Pure.
 */

import { withTwoDecimals } from './amounts.ts';
import { ownZone } from './calendar-days.ts';
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
const momentWriter = (zone: Pick<Intl.DateTimeFormatOptions, 'timeZone'>) =>
  perLanguage((language) =>
    dateWriter(language.code === english.code ? { ...language, dates: 'sv-SE' } : language, {
      ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
      ...zone,
    }),
  );
const moments = momentWriter({});
const writtenMoments = momentWriter({ timeZone: 'UTC' });

/** A moment that programs write as 2026-11-21T06:30:05.000Z: “21.11.2026 06:30:05” by the clock of this computer. */
export const momentCell = (moment: string): string =>
  spokenLanguage().code === english.code ? moment : toldMoment(moment);

/** The same where only a person reads it: “2026-11-21 06:30:05” in English, which each spreadsheet takes for a moment. */
export function toldMoment(moment: string): string {
  const at = Date.parse(moment);
  return Number.isNaN(at) ? moment : withoutComma(moments().format(at));
}

/** The title of a column of such moments, with the zone of the clock: a table is read elsewhere, too. */
export const momentsTitle = (title: string): string => `${title} (${ownZone()})`;

/** A date-time without a zone as a line has it, in the same form: by no clock. What is none stays as it is. */
export function writtenCell(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?$/.test(text)) return text;
  const at = Date.parse(`${text}Z`);
  return Number.isNaN(at) ? text : withoutComma(writtenMoments().format(at));
}

const withoutComma = (moment: string): string => moment.replace(',', '');

/** An amount with two decimals at least. */
export const amountCell = (amount: string): string => numberCell(withTwoDecimals(amount));
