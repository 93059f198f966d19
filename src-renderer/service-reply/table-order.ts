/** @file A table of texts: which columns hold numbers, its order by one of them, its widths, and it as CSV. Pure. */

export interface TextTable {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface TableOrder {
  column: number;
  isDescending: boolean;
}

const numeral = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Enough rows to tell what a column holds. */
const SAMPLE = 200;
const NARROWEST = 6;
const WIDEST = 38;

/** For each column whether it holds numbers, and nothing but numbers and gaps. */
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

/** The columns as a style sheet names them, as wide as what they hold; what is left of the room goes to words. */
export function columnTemplate(table: TextTable): string {
  const { columns, rows } = table;
  const sample = rows.slice(0, SAMPLE);
  const widths = columns.map((name, column) => {
    const longest = sample.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), name.length + 2);
    return Math.min(WIDEST, Math.max(NARROWEST, longest));
  });
  // Numbers would be torn from their neighbours.
  const isNumber = numberColumns(table);
  const widest = Math.max(0, ...widths.filter((_, column) => isNumber[column] === false));
  return widths
    .map((letters, column) =>
      letters === widest && isNumber[column] === false ? `minmax(${letters}ch, 1fr)` : `${letters}ch`,
    )
    .join(' ');
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The rows in the order by one column, gaps last; as they came without an order. */
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

/** What a click on the head of a column leads to: up, down, and as it came. */
export function nextOrder(order: TableOrder | undefined, column: number): TableOrder | undefined {
  if (order?.column !== column) return { column, isDescending: false };
  return order.isDescending ? undefined : { column, isDescending: true };
}

/** As CSV, such that no spreadsheet takes a cell for a formula. */
export function csvOf({ columns, rows }: TextTable): string {
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) && !numeral.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
