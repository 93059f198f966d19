/** @file Columns that only together are a field: two amounts, a date and a time, an amount and its side. Pure. */

import { wordsOf } from '../../../src-shared/column-words.ts';
import type { Value } from '../../../src-shared/template-shapes.ts';
import { currencyCodes } from '../../check/rules/codes.ts';
import { dateReader } from '../date-text.ts';
import { likeness } from './column-names.ts';
import type { ColumnProfile } from './column-profile.ts';
import { incomingNames, outgoingNames, sideNames, timeNames } from './field-names.ts';

const out = outgoingNames.map(wordsOf);
const incoming = incomingNames.map(wordsOf);
const sides = sideNames.map(wordsOf);
const times = timeNames.map(wordsOf);
const isCalled = ({ words }: Pick<ColumnProfile, 'words'>, names: readonly (readonly string[])[]) =>
  names.some((name) => likeness(words, name) >= 0.8);

/** Whether a column has the amounts of money that goes out, by its name. */
export const isMoneyOut = (column: string): boolean => isCalled({ words: wordsOf(column) }, out);
export const isMoneyIn = (column: string): boolean => isCalled({ words: wordsOf(column) }, incoming);

/** Money out in one column, money in in another: each row has one of them. */
export function twoAmounts(columns: readonly ColumnProfile[]): { value: Value; columns: string[] } | undefined {
  const amounts = columns.filter(({ numbers }) => numbers >= 0.9);
  const outgoing = amounts.find((column) => isCalled(column, out));
  const into = amounts.find((column) => column !== outgoing && isCalled(column, incoming));
  if (outgoing === undefined || into === undefined) return undefined;
  const of = (column: string) => ({ source: { from: 'column' as const, column } });
  const alternatives = [
    { when: { column: outgoing.name, test: 'filled' as const }, value: of(outgoing.name) },
    { value: of(into.name) },
  ];
  return { value: { alternatives }, columns: [outgoing.name, into.name] };
}

/** The currency that the name of an amount ends with, or has in brackets, in capital letters: Betrag EUR, Amount (EUR). */
export function currencyInName(column: string): string | undefined {
  const [, bracketed, last] = /[([]([A-Z]{3})[)\]]|(?<![A-Z\d])([A-Z]{3})\s*$/.exec(column) ?? [];
  const code = bracketed ?? last ?? '';
  return currencyCodes.has(code) ? code : undefined;
}

/** The column that tells debits from credits. */
export function sideOf(columns: readonly ColumnProfile[]): ColumnProfile | undefined {
  return columns.find((column) => column.distinct.length > 0 && column.distinct.length <= 6 && isCalled(column, sides));
}

const clocks = ['HH:mm:ss', 'HH:mm', 'H:mm', 'H:mm:ss', 'HH.mm.ss', 'HH.mm', 'HHmmss', 'h:mm A', 'h:mm:ss A'];
const ANY_DAY = '2024-01-31';

/** The column with the time of day that belongs to a date without one, and how it is written. */
export function timeBeside(
  columns: readonly ColumnProfile[],
  date: ColumnProfile,
): { column: ColumnProfile; format: string } | undefined {
  if (date.dates === undefined || date.dates.hasTime) return undefined;
  for (const column of columns) {
    if (column === date || column.cells.length === 0 || !isCalled(column, times)) continue;
    const format = clocks.find((clock) => {
      const read = dateReader({ formats: [`YYYY-MM-DD ${clock}`], zone: 'as-written' });
      return column.cells.every((cell) => read(`${ANY_DAY} ${cell}`) !== undefined);
    });
    if (format !== undefined) return { column, format };
  }
  return undefined;
}
