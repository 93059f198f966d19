/** @file The sheets of a workbook as tables. */

import type { Reading } from '../../../../src-shared/template-shapes.ts';
import type { Table } from '../../rows.ts';
import { type SourceOnDisk, unreadable } from '../structured-source.ts';

export type XlsxReading = Extract<Reading, { format: 'xlsx' }>;

export interface XlsxSource extends SourceOnDisk {
  /** Where texts of the workbook are laid that are too many for the memory; its owner empties it. */
  workFolder: string;
}

export interface XlsxTables {
  /** Sheets that have rows, in the order of the workbook; or those that the reading names. */
  tables: Table[];
  /** Full sentences for a clerk: sheets that were left out, cells that Excel has probably rounded. */
  notes: readonly string[];
}

/**
 * Opens a workbook (XLSX, XLSM; §2.2 of the interface takes what comes out of it). Rejects with AppError `file.*`, among
 * them `file.export-unreadable`, and with the signal's reason.
 */
export async function xlsxTables(source: XlsxSource, _reading: XlsxReading, signal: AbortSignal): Promise<XlsxTables> {
  signal.throwIfAborted();
  throw unreadable(source.shownPath, 'Workbooks cannot be read yet.');
}
