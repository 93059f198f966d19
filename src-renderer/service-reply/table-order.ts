/** @file A table of texts: its numeric columns, its order by one column, its widths, and its CSV. Pure. */

import { columnSeparator, numberCell } from '../../src-shared/spreadsheet.ts';

export interface TextTable {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface TableOrder {
  column: number;
  isDescending: boolean;
}

const numeral = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Enough rows to recognise the type of a column. */
const SAMPLE = 200;
const NARROWEST = 6;
const WIDEST = 38;

/** For each column, whether it contains only numbers and gaps. */
export function numberColumns({ columns, rows }: TextTable): boolean[] {
  return columns.map((_, column) => {
    let hasNumber = false;
    for (const row of rows) {
      const cell = row[column] ?? '';
      if (cell === '') continue;
      if (!numeral.test(cell)) return false;
      hasNumber = true;
    }
    return hasNumber;
  });
}

/** The widths of the columns for a style sheet, as wide as their content; text columns share the remaining width. */
export function columnWidths(table: TextTable): string[] {
  const { columns, rows } = table;
  const sample = rows.slice(0, SAMPLE);
  const isNumber = numberColumns(table);
  // Figures are shown with their thousands apart.
  const lettersOf = (cell = '', column = 0) =>
    cell.length + (isNumber[column] === true ? Math.floor((cell.length - 1) / 3) : 0);
  const widths = columns.map((name, column) => {
    const longest = sample.reduce((most, row) => Math.max(most, lettersOf(row[column], column)), name.length + 2);
    return Math.min(WIDEST, Math.max(NARROWEST, longest));
  });
  // Extra width would separate numbers from their neighbours.
  const widest = Math.max(0, ...widths.filter((_, column) => isNumber[column] === false));
  return widths.map((letters, column) =>
    letters === widest && isNumber[column] === false ? `minmax(${letters}ch, 1fr)` : `${letters}ch`,
  );
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The rows ordered by one column, gaps last; without an order, as received. */
export function ordered(table: TextTable, order: TableOrder | undefined): readonly (readonly string[])[] {
  if (order === undefined) return table.rows;
  const { column, isDescending } = order;
  const isNumber = numberColumns(table)[column] === true;
  const direction = isDescending ? -1 : 1;
  return table.rows.toSorted((one, other) => {
    const [left, right] = [one[column] ?? '', other[column] ?? ''];
    if (left === '' || right === '') return Number(left === '') - Number(right === '');
    return direction * (isNumber ? Number(left) - Number(right) : collator.compare(left, right));
  });
}

/** The order after a click on a column head: ascending, descending, then as received. */
export function nextOrder(order: TableOrder | undefined, column: number): TableOrder | undefined {
  if (order?.column !== column) return { column, isDescending: false };
  return order.isDescending ? undefined : { column, isDescending: true };
}

/** As CSV for a spreadsheet in the language of the reader, which interprets no cell as a formula. */
export function csvOf({ columns, rows }: TextTable): string {
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(columnSeparator())}\r\n`).join('');
}

function csvCell(value: string): string {
  if (numeral.test(value)) return numberCell(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
