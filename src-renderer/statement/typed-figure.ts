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
  /** The name of the one that it is of; empty: all files of the day. */
  file: string;
}

/** Of the latest day and the first currency that the files have, or one of them. */
export function usualFigure({ to, files }: Pick<Statement, 'to' | 'files'>, file = ''): TypedFigure {
  const isThere = files.some(({ fileName }) => fileName === file);
  const own = files.filter(({ fileName }) => !isThere || fileName === file);
  const sums = own.flatMap(({ sums: of }) => (of === undefined ? [] : lineOutcomes.map((outcome) => of[outcome])));
  const days = sums.flatMap(({ lastDay }) => lastDay ?? []).toSorted();
  const [currency = ''] = sums.flatMap(({ sums: each }) => each.map((sum) => sum.currency)).toSorted();
  return { day: days.at(-1) ?? to, currency, count: '', sum: '', file: isThere ? file : '' };
}

/** The one file that shares a word with the name of a list: “control-south.csv” is about “south_2026-11-30.jsonl”. Empty where none or several do. */
export function fileOfList(name: string, files: readonly { fileName: string }[]): string {
  const words = wordsIn(name.replace(/\.[^.]*$/, ''));
  const alike = new Set(
    files.map(({ fileName }) => fileName).filter((one) => wordsIn(one).some((word) => words.includes(word))),
  );
  const [only = '', ...others] = alike;
  return others.length === 0 ? only : '';
}

/** Those that may tell files apart. */
const wordsIn = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 3);

/** Whether there is something to keep. */
export const isTyped = ({ day, currency, count, sum }: TypedFigure): boolean =>
  day !== '' && currency.trim() !== '' && (count.trim() !== '' || sum.trim() !== '');

/** The columns that each figure has. */
const FIGURE = ['day', 'currency', 'count', 'sum'];

/** As a table of one row. */
export const tableOf = ({ day, currency, count, sum, file }: TypedFigure): string =>
  withHeader([day, currency.trim().toUpperCase(), count.trim(), sum.trim(), ...ofFile(file)].join(';'));

/** A last cell, which is quoted since a name may have any character. */
const ofFile = (name = ''): string[] => (name === '' ? [] : [`"${name.replaceAll('"', '""')}"`]);

/** Figures that were typed need no first line with names. */
export function withHeader(text: string): string {
  const delimiter = [';', '\t', ','].find((candidate) => text.includes(candidate)) ?? ';';
  const isWithoutNames = /^\s*\d/.test(text);
  // Rows of all files together have no cell for one; with commas between cells, it may be the decimals of a sum.
  const hasFile = delimiter !== ',' && text.split('\n').some((row) => row.split(delimiter).length > FIGURE.length);
  return isWithoutNames ? `${[...FIGURE, ...(hasFile ? ['file'] : [])].join(delimiter)}\n${text}` : text;
}

/** A figure as people type it in a table. */
export const typed = ({
  day = '',
  currency = '',
  core: { count, sum },
  file,
}: Pick<ControlRow, 'day' | 'currency' | 'core' | 'file'>): string =>
  [dateOfDay(day), currency, count ?? '', sum === undefined ? '' : amountCell(sum), ...ofFile(file)].join(';');
