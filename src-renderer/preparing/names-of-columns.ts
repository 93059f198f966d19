/** @file Whether the row that was taken for the names of the columns is a row of data: by its cells alone. Pure. */

import type { PreparationTable } from '../../src-shared/contract.ts';
import { isAnyDate, isAnyNumber } from './cell-readings.ts';
import { headerRowOf, type RowOfStart } from './table-start.ts';

export interface DataAsNames {
  /** The names that are values, such as an amount or a day. */
  values: readonly string[];
  /** The row that was taken for that of the names, and the one above it that more likely is; undefined where none is. */
  row: number;
  likelier: number | undefined;
}

/** Cells of a row by which it is told. */
const FEWEST = 2;

/** Undefined where the names of a table are names. */
export function dataAsNames(table: Pick<PreparationTable, 'columns' | 'reading' | 'head'>): DataAsNames | undefined {
  const row = headerRowOf(table);
  const values = valuesIn(table.columns);
  if (row === undefined || row === 0 || !areData(table.columns)) return undefined;
  return { values, row, likelier: likeliestIn(table.head.filter(({ number }) => number < row)) };
}

/** Of rows without values, the one with the most cells, and of several the last: above it stand titles. */
function likeliestIn(rows: readonly RowOfStart[]): number | undefined {
  const names = rows.filter(({ cells }) => filled(cells).length >= FEWEST && !areData(cells));
  const most = Math.max(0, ...names.map(({ cells }) => filled(cells).length));
  return names.findLast(({ cells }) => filled(cells).length === most)?.number;
}

/** Of a row of data, most cells may be texts, which say nothing. */
const areData = (cells: readonly (string | null)[]): boolean => valuesIn(cells).length >= FEWEST;

const valuesIn = (cells: readonly (string | null)[]): string[] => filled(cells).filter(isValue);

const filled = (cells: readonly (string | null)[]): string[] =>
  cells.filter((cell) => cell !== null).filter((cell) => cell.trim() !== '');

/** “BK-10-100001”, a UUID, an IBAN: no name has so many digits. */
const ID = /^(?=(?:\D*\d){5})[\p{L}\d][\p{L}\d ._/-]*$/u;

/** A year, or the number of a column, may be a name. */
const SHORT_NUMBER = /^\d{1,4}$/;

function isValue(cell: string): boolean {
  const text = cell.trim();
  return (isAnyNumber(text) && !SHORT_NUMBER.test(text)) || isAnyDate(text) || ID.test(text);
}
