/**
 * @file The rows of a piece of delimited text, on any thread. Where a record ends, the splitter decides. Where its cells
 * do not fit to that, the records are read one by one, and what cannot be read is a fault of its row. Pure.
 */

import { Buffer, isUtf8 } from 'node:buffer';
import { CsvError } from 'csv-parse/sync';
import { type Fact, fact, type Said } from '../../../src-shared/languages/fact.ts';
import { namedEncoding } from '../encoding/encoding-names.ts';
import { excerpt } from '../excerpt.ts';
import { beginsFile, joinedFiles } from '../joined-files.ts';
import type { BytesPiece } from '../json/json-rows.ts';
import type { PieceRows } from '../row-collector.ts';
import { placeOf, undecodable } from '../row-problems.ts';
import type { Piece, PieceFormat, Row, RowFault } from '../rows.ts';
import { type Delimiter, recordsIn } from './record-cells.ts';
import { RecordSplitter } from './record-splitter.ts';

/** What programs of DOS write behind the last line. */
const END_OF_FILE = '\u001a';

interface Layout {
  delimiter: Delimiter;
  columns: readonly string[];
  /** What the export is in, for the words. */
  encoding: Said;
  hasFullRows: boolean;
}

/** Reads many records at once, without handing their rows over. */
export interface RecordWalk {
  /** Forgets what was before. @param bytes UTF-8 that begins with the record of this row */
  begin(bytes: Uint8Array, firstRow: number): void;
  /** Walks from the record at `at` on, as far as it can. @returns where it stopped, and the row there, which is to be handed over */
  walk(at: number, row: number): { at: number; row: number };
}

/** The cells do not fit to where the splitter ends the records. */
class Disagreement extends Error {}

/**
 * Hands over the rows of a piece of which nothing is left to detect, each read when it is asked for, so that none outlives
 * its turn. Rows without any content are left out.
 * @param receive may be called a second time, with all rows again, and only what it returns then counts
 * @param walk may read rows, which are then not handed over; none where receive is called a second time
 */
export function handOverDelimitedRows<Result>(
  piece: BytesPiece,
  reading: Extract<PieceFormat['reading'], { format: 'delimited' }>,
  columns: readonly string[],
  receive: (rows: PieceRows) => Result,
  walk?: RecordWalk,
): Result {
  const { delimiter = ',', encoding = 'utf-8' } = reading;
  const { hasFullRows = false } = piece;
  const layout = { delimiter, columns, encoding: namedEncoding(encoding), hasFullRows };
  if (isUtf8(piece.bytes)) {
    const faults: RowFault[] = [];
    try {
      return receive({ rows: rowsInTurn(piece, layout, faults, walk), faults });
    } catch (thrown) {
      if (!(thrown instanceof Disagreement || thrown instanceof CsvError)) throw thrown;
      walk?.begin(new Uint8Array(), piece.firstRow);
    }
  }
  return receive(readOneByOne(piece, layout));
}

/** Throws Disagreement or CsvError where records must be read one by one. */
function* rowsInTurn(
  { bytes, firstRow, rows }: BytesPiece,
  layout: Layout,
  faults: RowFault[],
  walk: RecordWalk | undefined,
): Generator<Row> {
  const place = { at: 0, row: firstRow };
  const records = recordsIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), layout.delimiter, place);
  walk?.begin(bytes, firstRow);
  for (;;) {
    Object.assign(place, walk?.walk(place.at, place.row));
    const { value: cells, done } = records.next();
    if (done === true) break;
    const read = rowOf(place.row++, cells, layout);
    if (read === undefined) continue;
    if ('cells' in read) yield read;
    else faults.push(read);
  }
  if (place.row - firstRow !== rows) throw new Disagreement();
}

function readOneByOne(piece: BytesPiece, layout: Layout): PieceRows {
  const rows: Row[] = [];
  const faults: RowFault[] = [];
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
  return { rows, faults };
}

/** @returns the sentence about a record that cannot be read */
function readRecordAlone(
  { bytes, firstLine = 1 }: BytesPiece,
  row: number,
  layout: Layout,
  rows: Row[],
  faults: RowFault[],
): Fact | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const [cells = [], ...others] = [...recordsIn(text, layout.delimiter)];
    if (others.length > 0)
      return fact('{where} cannot be read: its quotes and line ends do not fit together.', {
        where: placeOf(row, firstLine),
      });
    if (!isUtf8(bytes)) return undecodableCell(cells, row, layout);
    const read = rowOf(row, cells, layout);
    if (read === undefined) return undefined;
    if ('cells' in read) rows.push(read);
    else faults.push(read);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof CsvError) return explained(thrown, row, firstLine, layout);
    throw thrown;
  }
}

/** undefined where there is no content. */
function rowOf(row: number, cells: string[], { columns, hasFullRows }: Layout): Row | RowFault | undefined {
  if (beginsFile(cells[0])) return { number: row, message: joinedFiles(row) };
  if (cells.length === columns.length) return cells.some(hasContent) ? { number: row, cells } : undefined;
  const extra = cells.findIndex((cell, at) => at >= columns.length && hasContent(cell));
  if (extra !== -1) return { number: row, message: tooManyCells(row, cells, extra, columns.length) };
  if (!cells.some(hasContent)) return undefined;
  if (hasFullRows && cells.length < columns.length)
    return { number: row, message: tooFewCells(row, cells.length, columns.length) };
  return { number: row, cells: Array.from(columns, (_, at) => cells[at]) };
}

function hasContent(cell: string): boolean {
  return cell !== '' && cell !== END_OF_FILE && cell.trim() !== '';
}

function tooManyCells(row: number, cells: readonly string[], extra: number, columns: number): Fact {
  return fact(
    'Row {row, number} has {cells, number} cells, but the table has {columns, number} columns: cell {place, number} contains “{cell}”. Perhaps a separator in an earlier cell is not in quotes.',
    { row, cells: cells.length, columns, place: extra + 1, cell: excerpt(cells[extra] ?? '') },
  );
}

function tooFewCells(row: number, cells: number, columns: number): Fact {
  return fact(
    'Row {row, number} has {cells, plural, one {# cell} other {# cells}}, but the table has {columns, number} columns, and the rows at its beginning have them all. Perhaps a line end within a cell is not in quotes, or the row was cut off.',
    { row, cells, columns },
  );
}

function undecodableCell(cells: readonly string[], row: number, { columns, encoding }: Layout): Fact {
  const at = cells.findIndex((cell) => cell.includes('\ufffd'));
  const place = placeOf(row, row);
  return undecodable(at === -1 ? place : inColumn(place, at, columns), encoding);
}

const inColumn = (row: Fact, at: number, columns: readonly string[]): Fact =>
  fact('{row}, column “{column}”', { row, column: columns[at] ?? at + 1 });

function explained({ code, ...context }: CsvError, row: number, firstLine: number, layout: Layout): Fact {
  const column: unknown = 'column' in context ? context.column : undefined;
  const place = placeOf(row, firstLine);
  const where = typeof column === 'number' ? inColumn(place, column, layout.columns) : place;
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return fact(
        '{where}: a quote is opened here and never closed. Only the row in which it is opened was left out.',
        { where },
      );
    case 'CSV_INVALID_CLOSING_QUOTE':
      return fact('{where}: text follows a closing quote. A quote within a cell must be written twice.', { where });
    default:
      return fact('{where} cannot be read: {code}.', { where, code });
  }
}
