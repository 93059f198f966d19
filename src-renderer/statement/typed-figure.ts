/** @file Figures of the core system as a person types them: in four fields, or as a table. Pure. */

import { lineOutcomes } from '../../src-shared/account.ts';
import type { ControlRow, Statement } from '../../src-shared/contract.ts';
import { dateOfDay } from '../../src-shared/quantities.ts';
import { amountCell } from '../../src-shared/spreadsheet.ts';

/** One figure, in fields. */
export interface TypedFigure {
  /** As 2026-11-30. */
  day: string;
  currency: string;
  count: string;
  sum: string;
}

/** Of the latest day and the first currency that the files have. */
export function usualFigure({ to, total, whole }: Pick<Statement, 'to' | 'total' | 'whole'>): TypedFigure {
  const days = lineOutcomes.flatMap((outcome) => total.sums?.[outcome].lastDay ?? []);
  return { day: days.toSorted().at(-1) ?? to, currency: whole[0]?.currency ?? '', count: '', sum: '' };
}

/** Whether there is something to keep. */
export const isTyped = ({ day, currency, count, sum }: TypedFigure): boolean =>
  day !== '' && currency.trim() !== '' && (count.trim() !== '' || sum.trim() !== '');

/** As a table of one row. */
export const tableOf = ({ day, currency, count, sum }: TypedFigure): string =>
  withHeader([day, currency.trim().toUpperCase(), count.trim(), sum.trim()].join(';'));

/** Figures that were typed need no first line with names. */
export function withHeader(text: string): string {
  const delimiter = [';', '\t', ','].find((candidate) => text.includes(candidate)) ?? ';';
  const isWithoutNames = /^\s*\d/.test(text);
  return isWithoutNames ? `${['day', 'currency', 'count', 'sum'].join(delimiter)}\n${text}` : text;
}

/** A figure as people type it in a table. */
export const typed = ({
  day = '',
  currency = '',
  core: { count, sum },
}: Pick<ControlRow, 'day' | 'currency' | 'core'>): string =>
  [dateOfDay(day), currency, count ?? '', sum === undefined ? '' : amountCell(sum)].join(';');
