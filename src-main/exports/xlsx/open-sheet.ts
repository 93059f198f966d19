/** @file Looks at the beginning of a sheet: where its header is, and what its columns are called. */

import { type Fact, fact, type Said } from '../../../src-shared/languages/fact.ts';
import { assertColumns } from '../bounds.ts';
import { distinctColumnNames } from '../column-names.ts';
import { detectHeaderRow } from '../delimited/detect-header.ts';
import { HEAD_ROWS } from '../rows.ts';
import { isGroupRow, type MergedCells, mergedCellsOf, namesOfHeader, referenceOf } from './merged-cells.ts';
import { type SheetRow, SheetRows } from './sheet-rows.ts';
import type { Sheet, Workbook } from './workbook.ts';
import type { WorkbookZip } from './workbook-zip.ts';

const ROWS_LOOKED_AT = 1000;
const MERGED_LOOKED_AT = 10_000;
/** As Excel writes what it has rounded to 15 digits: 1.23457E+19, or 12345678901234500000. */
const ROUNDED = /^-?\d(\.\d+)?E\+(1[1-9]|[2-9]\d)$|^[1-9]\d{13}[1-9]0+$/i;

export interface OpenedSheet {
  columns: string[];
  headerRow: number;
  /** The first rows up to the header. */
  head: readonly SheetRow[];
  notes: Fact[];
}

/** undefined for a sheet without rows. Rejects with AppError `file.*` and the signal's reason. */
export async function openSheet(
  zip: WorkbookZip,
  workbook: Workbook,
  sheet: Sheet,
  { shownPath, asked, signal }: { shownPath: Said; asked: number | undefined; signal: AbortSignal },
): Promise<OpenedSheet | undefined> {
  const rows = await firstRows(zip, workbook, sheet, asked ?? 0, signal);
  if (rows.length === 0) return undefined;
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  assertColumns(width, shownPath);
  const hasGaps = rows.some(({ cells }) => filledOf(cells) < width);
  const merged = hasGaps ? await mergedCells(zip, sheet, signal) : [];
  const headerRow = asked ?? detected(rows, merged, width);
  const header = rows.find(({ number }) => number === headerRow);
  const names =
    header === undefined
      ? Array.from({ length: width }, () => undefined)
      : namesOfHeader(
          header,
          rows.filter(({ number }) => number < headerRow),
          merged,
          width,
        );
  const data = rows.filter(({ number }) => number > headerRow);
  if (data.length === 0) return undefined;
  const columns = distinctColumnNames(
    names.slice(0, Math.max(lastFilled(names), ...data.map(({ cells }) => lastFilled(cells)))),
  );
  const below = merged.filter(({ top }) => top > headerRow);
  const notes = [
    ...notesOnRounded(sheet, columns, data),
    ...notesOnCurrencies(sheet, columns, data),
    ...notesOnUnseen(sheet, data, below),
  ];
  const head = rows.filter(({ number }) => number <= headerRow).slice(0, HEAD_ROWS);
  return { columns, headerRow, head, notes };
}

async function firstRows(
  zip: WorkbookZip,
  { texts, styles, currencies, dates }: Workbook,
  { part }: Sheet,
  headerRow: number,
  signal: AbortSignal,
): Promise<SheetRow[]> {
  const reader = texts.reader();
  const rows: SheetRow[] = [];
  let past = 0;
  const context = { textOf: (number: number) => reader.text(number), styles, currencies, dates };
  const sheetRows = new SheetRows(context, (row) => {
    if (past >= ROWS_LOOKED_AT) return;
    rows.push(row);
    if (row.number > headerRow) past += 1;
  });
  try {
    await zip.read(part, sheetRows, signal, () => past >= ROWS_LOOKED_AT);
  } finally {
    reader.close();
  }
  return rows;
}

function detected(rows: readonly SheetRow[], merged: readonly MergedCells[], width: number): number {
  const records = rows.map(({ number, cells }) => ({ number, cells: Array.from(cells, (cell) => cell ?? '') }));
  const headerRow = detectHeaderRow(records, usualWidth(rows));
  const at = rows.findIndex(({ number }) => number === headerRow);
  const header = rows[at];
  // Names of groups stand above the names of columns.
  return header !== undefined && isGroupRow(header, merged, width) ? (rows[at + 1]?.number ?? headerRow) : headerRow;
}

/** How many cells rows mostly have. */
function usualWidth(rows: readonly SheetRow[]): number {
  const widths = rows.map(({ cells }) => filledOf(cells)).sort((one, other) => one - other);
  return widths[Math.floor(widths.length / 2)] ?? 1;
}

/** Merged cells, which stand behind all rows; not all, where they are very many. */
async function mergedCells(zip: WorkbookZip, { part }: Sheet, signal: AbortSignal): Promise<MergedCells[]> {
  const merged: MergedCells[] = [];
  let rest = '';
  for await (const text of zip.texts(part, signal)) {
    const looked = rest + text;
    for (const [, reference = ''] of looked.matchAll(/mergeCell\s+ref\s*=\s*["']([A-Z0-9:]+)["']/g)) {
      const cells = mergedCellsOf(reference);
      if (cells !== undefined) merged.push(cells);
    }
    if (merged.length > MERGED_LOOKED_AT) break;
    const opening = looked.lastIndexOf('<');
    rest = opening === -1 ? '' : looked.slice(opening).slice(0, 200);
    if (rest.includes('>')) rest = '';
  }
  return merged;
}

function notesOnRounded({ name }: Sheet, columns: readonly string[], rows: readonly SheetRow[]): Fact[] {
  return columns.flatMap((column, at) => {
    const rounded = rows.map(({ cells }) => cells[at]).find((cell) => cell !== undefined && ROUNDED.test(cell));
    if (rounded === undefined) return [];
    return [
      fact(
        'In the sheet “{name}”, the column “{column}” has numbers that Excel has probably rounded to 15 digits, such as {rounded}. If they are identifiers, export them as text.',
        { name, column, rounded },
      ),
    ];
  });
}

function notesOnCurrencies({ name }: Sheet, columns: readonly string[], rows: readonly SheetRow[]): Fact[] {
  return columns.flatMap((column, at) => {
    const shown = new Set(rows.flatMap(({ currencies }) => currencies?.get(at) ?? []));
    if (shown.size < 2) return [];
    return [
      fact(
        'In the sheet “{name}”, the numbers of the column “{column}” are shown in several currencies ({currencies}), by their format alone, which is not read. Look whether another column says the currency.',
        { name, column, currencies: [...shown].join(', ') },
      ),
    ];
  });
}

/** What a person who looks at the sheet takes for another table than its cells are. */
function notesOnUnseen({ name }: Sheet, rows: readonly SheetRow[], merged: readonly MergedCells[]): Fact[] {
  const hidden = rows.find(({ isHidden }) => isHidden);
  const [first] = merged;
  return [
    ...(hidden === undefined
      ? []
      : [
          fact(
            'In the sheet “{name}”, rows are hidden, such as row {row}, perhaps by a filter. They are read like all others.',
            { name, row: hidden.number },
          ),
        ]),
    ...(first === undefined
      ? []
      : [
          fact(
            'In the sheet “{name}”, cells are merged below the names of the columns, such as {cells}. Only the first of them has the value; the others are read as empty.',
            { name, cells: referenceOf(first) },
          ),
        ]),
  ];
}

function filledOf(cells: readonly (string | undefined)[]): number {
  return cells.filter((cell) => cell !== undefined && cell.trim() !== '').length;
}

function lastFilled(cells: readonly (string | undefined)[]): number {
  return cells.findLastIndex((cell) => cell !== undefined) + 1;
}
