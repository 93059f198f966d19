/** @file Where the tables of an export begin: its sheets, and the row with the names of the columns. Pure. */

import type { Preparation, PreparationTable, Reading } from '../../src-shared/contract.ts';

type WorkbookReading = Extract<Reading, { format: 'xlsx' }>;

/** A sheet or a table, as a small picture. */
export interface StartPicture {
  name: string;
  isTaken: boolean;
  /** Undefined where nothing of it is known: it is not taken, or one of very many. */
  table: PreparationTable | undefined;
}

type Sheets = NonNullable<Preparation['source']>['sheets'];

export function startPictures(tables: readonly PreparationTable[], sheets: Sheets): StartPicture[] {
  if (sheets.length === 0) return tables.map((table) => ({ name: table.name, isTaken: true, table }));
  return sheets.map(({ name, isTaken }) => ({ name, isTaken, table: tables.find((one) => one.name === name) }));
}

/**
 * How the workbook is read with other sheets. Each sheet has its own row of names, unless a person has chosen one: what was
 * detected in one sheet means nothing in another.
 */
export function withSheets(tables: readonly PreparationTable[], sheets: readonly string[]): WorkbookReading {
  const known = sheets.map((sheet) => headerRowOf(tables.find(({ name }) => name === sheet)));
  const [first] = known;
  const isOne = first !== undefined && known.every((row) => row === first);
  return { format: 'xlsx', sheets: [...sheets], ...(isOne && { headerRow: first }) };
}

export function headerRowOf(table: Pick<PreparationTable, 'reading'> | undefined): number | undefined {
  return table !== undefined && 'headerRow' in table.reading ? table.reading.headerRow : undefined;
}

/** The reading in which the names stand in another row; undefined for formats that have no such row. */
export function withHeaderRow({ reading }: PreparationTable, headerRow: number): Reading | undefined {
  return 'headerRow' in reading ? { ...reading, headerRow } : undefined;
}

export interface RowOfStart {
  number: number;
  cells: readonly (string | null)[];
}

const MOST_ROWS_BELOW = 5;

/** The rows that may have the names: those up to it, and a few below. */
export function rowsOfStart({ head, rows }: PreparationTable): RowOfStart[] {
  return [...head, ...rows.slice(0, MOST_ROWS_BELOW)];
}

const ROWS_OF_PICTURE = 7;
const CELLS_OF_PICTURE = 6;

/** The first rows as a picture: which cells are filled, and which row has the names. */
export function pictureOf(table: PreparationTable): { number: number; isHeader: boolean; isFilled: boolean[] }[] {
  const header = headerRowOf(table);
  // Of a header that lies deep, what stands around it is drawn.
  const before = table.head.slice(-4);
  return [...before, ...table.rows].slice(0, ROWS_OF_PICTURE).map(({ number, cells }) => ({
    number,
    isHeader: number === header,
    isFilled: Array.from({ length: Math.min(CELLS_OF_PICTURE, Math.max(1, table.columns.length)) }, (_, at) => {
      return (cells[at]?.trim() ?? '') !== '';
    }),
  }));
}
