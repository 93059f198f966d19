/** @file The sheets of a workbook as tables. */

import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { quotedList } from '../../../src-shared/languages/quoted.ts';
import type { Reading } from '../../../src-shared/template-shapes.ts';
import { most } from '../bounds.ts';
import type { Piece, Table } from '../rows.ts';
import { type SourceOnDisk, unreadable } from '../structured-source.ts';
import { type OpenedSheet, openSheet } from './open-sheet.ts';
import { sheetPieces } from './sheet-pieces.ts';
import { readWorkbook, type Sheet, type Workbook } from './workbook.ts';
import { WorkbookZip } from './workbook-zip.ts';

export type XlsxReading = Extract<Reading, { format: 'xlsx' }>;

export interface XlsxSource extends SourceOnDisk {
  /** Where texts of the workbook are laid that are too many for the memory; its owner empties it. */
  workFolder: string;
}

export interface XlsxTables {
  /** Sheets that have rows, in the order of the workbook; or those that the reading names. */
  tables: Table[];
  /** The names of all its sheets. */
  sheets: readonly string[];
  /** Full sentences for a clerk: sheets that were left out, cells that Excel has probably rounded. */
  notes: readonly Said[];
}

/**
 * Opens a workbook (XLSX, XLSM; §2.2 of the interface takes what comes out of it). Rejects with AppError `file.*`, among
 * them `file.export-unreadable`, and with the signal's reason.
 */
export async function xlsxTables(source: XlsxSource, reading: XlsxReading, signal: AbortSignal): Promise<XlsxTables> {
  const zip = await WorkbookZip.open(source);
  try {
    const workbook = await readWorkbook(zip, source, signal);
    const chosen = chosenSheets(source, reading, workbook);
    const notes = reading.sheets === undefined ? notesOnHidden(workbook.sheets) : [];
    if (chosen.length > most.sheets)
      throw unreadable(
        source.shownPath,
        fact('The workbook has more than {count, number} sheets that are to be read.', { count: most.sheets }),
        {
          remedy: fact('Name the sheets that are to be read.'),
        },
      );
    const tables: Table[] = [];
    for (const sheet of chosen) {
      const opened = await openSheet(zip, workbook, sheet, {
        shownPath: source.shownPath,
        asked: reading.headerRow,
        signal,
      });
      if (opened === undefined) {
        if (reading.sheets !== undefined) notes.push(fact('The sheet “{name}” has no rows.', { name: sheet.name }));
        continue;
      }
      notes.push(...opened.notes);
      tables.push(tableOf(source, workbook, sheet, opened, reading));
    }
    if (tables.length === 0)
      throw unreadable(source.shownPath, [fact('No sheet of the workbook has rows.'), ...notes], {
        remedy: fact('Check that it is the right workbook, or name the sheets that are to be read.'),
      });
    return { tables, sheets: workbook.sheets.map(({ name }) => name), notes };
  } finally {
    zip.close();
  }
}

function chosenSheets(source: XlsxSource, { sheets }: XlsxReading, workbook: Workbook): Sheet[] {
  if (sheets === undefined) return workbook.sheets.filter(({ isHidden }) => !isHidden);
  const missing = sheets.filter((name) => !workbook.sheets.some((sheet) => sheet.name === name));
  if (missing.length > 0)
    throw unreadable(source.shownPath, fact('The workbook has no sheet {names}.', { names: quotedList(missing) }), {
      remedy: fact('Choose among its sheets: {names}.', { names: quotedList(workbook.sheets.map(({ name }) => name)) }),
    });
  return workbook.sheets.filter(({ name }) => sheets.includes(name));
}

function notesOnHidden(sheets: readonly Sheet[]): Said[] {
  const hidden = sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name);
  if (hidden.length === 0) return [];
  return [
    fact('Hidden sheets were left out: {names}. Name them if they are to be read.', { names: quotedList(hidden) }),
  ];
}

function tableOf(
  source: XlsxSource,
  workbook: Workbook,
  sheet: Sheet,
  { columns, headerRow, head }: OpenedSheet,
  reading: XlsxReading,
): Table {
  return {
    name: sheet.name,
    columns,
    reading: { ...reading, headerRow },
    head,
    async *pieces(signal): AsyncGenerator<Piece> {
      const zip = await WorkbookZip.open(source);
      try {
        yield* sheetPieces(zip, workbook, sheet, { columns: columns.length, headerRow }, signal);
      } finally {
        zip.close();
      }
    },
  };
}
