/**
 * @file The rows of a piece of delimited text, on any thread. Where a record ends, the splitter decides. Where its cells
 * do not fit to that, the records are read one by one, and what cannot be read is a fault of its row. Pure.
 */

import { Buffer, isUtf8 } from 'node:buffer';
import { CsvError } from 'csv-parse/sync';
import { number } from '../../../../src-shared/quantities.ts';
import type { Piece, PieceFormat, Row, RowFault } from '../../rows.ts';
import { namedEncoding } from '../encoding/encoding-names.ts';
import { excerpt } from '../excerpt.ts';
import type { BytesPiece, RowsPiece } from '../json/json-rows.ts';
import { type Delimiter, parseRecords } from './record-cells.ts';
import { RecordSplitter } from './record-splitter.ts';

/** What programs of DOS write behind the last line. */
const END_OF_FILE = '\u001a';

interface Layout {
  delimiter: Delimiter;
  columns: readonly string[];
  /** What the export is in, for the words. */
  encoding: string;
}

/** The rows of a piece of which nothing is left to detect. Rows without any content are left out. */
export function delimitedRowsOfPiece(
  piece: BytesPiece,
  reading: Extract<PieceFormat['reading'], { format: 'delimited' }>,
  columns: readonly string[],
): RowsPiece {
  const { delimiter = ',', encoding = 'utf-8' } = reading;
  const layout = { delimiter, columns, encoding: namedEncoding(encoding) };
  const records = recordsOf(piece, delimiter);
  const rows: Row[] = [];
  const faults: RowFault[] = [];
  if (records === undefined) readOneByOne(piece, layout, rows, faults);
  else for (const [at, cells] of records.entries()) addRow(piece.firstRow + at, cells, layout, rows, faults);
  return { kind: 'rows', rows, faults };
}

/** All records; undefined where they must be read one by one. */
function recordsOf({ bytes, rows }: BytesPiece, delimiter: Delimiter): string[][] | undefined {
  if (!isUtf8(bytes)) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const records = parseRecords(text, delimiter);
    return records.length === rows ? records : undefined;
  } catch (thrown) {
    if (thrown instanceof CsvError) return undefined;
    throw thrown;
  }
}

function readOneByOne(piece: BytesPiece, layout: Layout, rows: Row[], faults: RowFault[]): void {
  const { firstRow, firstLine = firstRow } = piece;
  const splitter = new RecordSplitter({
    delimiter: layout.delimiter.charCodeAt(0),
    linesBefore: firstLine - 1,
    pieceBytes: 1,
    largestRecordBytes: Number.POSITIVE_INFINITY,
  });
  const readRecord = (record: Piece) => {
    if (record.kind === 'rows') return;
    const row = firstRow + record.firstRow - 1;
    const fault = readRecordAlone(record, row, layout, rows, faults);
    if (fault !== undefined) faults.push({ number: row, message: fault });
  };
  for (const record of splitter.push(piece.bytes)) readRecord(record);
  for (const record of splitter.end()) readRecord(record);
}

/** @returns the sentence about a record that cannot be read */
function readRecordAlone(
  { bytes, firstLine = 1 }: BytesPiece,
  row: number,
  layout: Layout,
  rows: Row[],
  faults: RowFault[],
): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const [cells = [], ...others] = parseRecords(text, layout.delimiter);
    if (others.length > 0)
      return `${place(row, firstLine)} cannot be read: its quotes and line ends do not fit together.`;
    if (!isUtf8(bytes)) return undecodable(cells, row, layout);
    addRow(row, cells, layout, rows, faults);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof CsvError) return explained(thrown, row, firstLine, layout);
    throw thrown;
  }
}

function addRow(row: number, cells: string[], { columns }: Layout, rows: Row[], faults: RowFault[]): void {
  if (cells.length === columns.length) {
    if (cells.some(hasContent)) rows.push({ number: row, cells });
    return;
  }
  const extra = cells.findIndex((cell, at) => at >= columns.length && hasContent(cell));
  if (extra !== -1) {
    faults.push({ number: row, message: tooManyCells(row, cells, extra, columns.length) });
    return;
  }
  if (!cells.some(hasContent)) return;
  rows.push({ number: row, cells: Array.from(columns, (_, at) => cells[at]) });
}

function hasContent(cell: string): boolean {
  return cell !== '' && cell !== END_OF_FILE && cell.trim() !== '';
}

function tooManyCells(row: number, cells: readonly string[], extra: number, columns: number): string {
  return `Row ${number(row)} has ${number(cells.length)} cells, but the table has ${number(columns)} columns: cell ${number(extra + 1)} contains “${excerpt(cells[extra] ?? '')}”. Perhaps a separator in an earlier cell is not in quotes.`;
}

function undecodable(cells: readonly string[], row: number, { columns, encoding }: Layout): string {
  const at = cells.findIndex((cell) => cell.includes('\ufffd'));
  const where = at === -1 ? '' : `, column “${columns[at] ?? at + 1}”`;
  return `Row ${number(row)}${where} has bytes that are no characters in ${encoding}. Perhaps the export is in another encoding: choose it.`;
}

function explained({ code, ...context }: CsvError, row: number, firstLine: number, layout: Layout): string {
  const column: unknown = 'column' in context ? context.column : undefined;
  const where = typeof column === 'number' ? `, column “${layout.columns[column] ?? column + 1}”` : '';
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `${place(row, firstLine)}${where}: a quote is opened here and never closed. Only the row in which it is opened was left out.`;
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `${place(row, firstLine)}${where}: text follows a closing quote. A quote within a cell must be written twice.`;
    default:
      return `${place(row, firstLine)}${where} cannot be read: ${code}.`;
  }
}

/** With the line of the file, where that is another. */
function place(row: number, line: number): string {
  return row === line ? `Row ${number(row)}` : `Row ${number(row)} (line ${number(line)} of the file)`;
}
