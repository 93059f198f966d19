/**
 * @file A table as a spreadsheet in the language of the reader opens it. In English it is for programs, too, and its moments are
 * as they read them. Pure.
 */

import { english } from './languages/languages.ts';
import { dateWriter } from './languages/measures.ts';
import { perLanguage, spokenLanguage } from './languages/message.ts';
import { decimalSeparator } from './quantities.ts';

/** Semicolons where decimals have a comma: spreadsheets expect them there. */
export const columnSeparator = (): ',' | ';' => (decimalSeparator() === ',' ? ';' : ',');

/** A number with the decimals of the language; any other text stays as it is. */
export const numberCell = (text: string): string =>
  /^-?\d+\.\d+$/.test(text) ? text.replace('.', decimalSeparator()) : text;

const moments = perLanguage((language) =>
  dateWriter(language, {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  }),
);

/** A moment that programs write as 2026-11-21T06:30:05.000Z: “21.11.2026 06:30:05” by the clock of this computer. */
export function momentCell(moment: string): string {
  const at = Date.parse(moment);
  return spokenLanguage().code === english.code || Number.isNaN(at) ? moment : moments().format(at).replace(',', '');
}
