/** @file Real cells of a table, as a person recognises a column by them. Pure. */

import type { PreparationTable } from '../../src-shared/contract.ts';

type Rows = Pick<PreparationTable, 'columns' | 'rows'>;

const MOST_VALUES = 3;
const LONGEST = 40;
/** All of them together: a row stays low. */
const MOST_CHARACTERS = 44;

/** The cells of a column that are filled. */
export function cellsOf({ columns, rows }: Rows, column: string): string[] {
  const at = columns.indexOf(column);
  return rows.map(({ cells }) => cells[at]?.trim() ?? '').filter((cell) => cell !== '');
}

/** The cell of a column in one row, shortened; empty where there is none. */
export function cellAt({ columns, rows }: Rows, column: string | undefined, row: number | undefined): string {
  const at = column === undefined ? -1 : columns.indexOf(column);
  return shortened(rows.find(({ number }) => number === row)?.cells[at]?.trim() ?? '');
}

const shortened = (value: string): string => (value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value);

/** A few that differ; of several columns, as they stand beside each other. */
export function valuesShown({ columns, rows }: Rows, of: readonly string[]): string[] {
  const places = of.map((column) => columns.indexOf(column));
  const values = new Set<string>();
  for (const { cells } of rows) {
    const value = places
      .map((at) => cells[at]?.trim() ?? '')
      .filter((cell) => cell !== '')
      .join(' / ');
    const shown = shortened(value);
    const isTooMuch = values.size > 0 && [...values, shown].join('').length > MOST_CHARACTERS;
    if (shown !== '' && !isTooMuch) values.add(shown);
    if (values.size === MOST_VALUES) break;
  }
  return [...values];
}
