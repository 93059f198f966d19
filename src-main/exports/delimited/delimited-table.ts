/** @file Delimited text as a table: what is left to detect is detected from its start. */

import { Buffer } from 'node:buffer';
import { AppError } from '../../../src-shared/errors.ts';
import { type Fact, fact, type Said } from '../../../src-shared/languages/fact.ts';
import type { Reading } from '../../../src-shared/template-shapes.ts';
import { assertColumns, most } from '../bounds.ts';
import { distinctColumnNames } from '../column-names.ts';
import { HEAD_ROWS, type Piece, type Row, type Table } from '../rows.ts';
import { type SourceInOrder, unreadable } from '../structured-source.ts';
import { readStart } from '../text-sample.ts';
import { detectDelimiter, usualColumns } from './detect-delimiter.ts';
import { detectHeaderRow } from './detect-header.ts';
import { hasSwallowedRows } from './open-quotes.ts';
import type { Delimiter } from './record-cells.ts';
import { RecordSplitter } from './record-splitter.ts';
import { isBlank, type SampleRecord, sampleRecords, type TextSample } from './sample-records.ts';

export type DelimitedReading = Extract<Reading, { format: 'delimited' }>;

/** A table, and how sure what was detected of it is. */
export interface DelimitedTable {
  table: Table;
  delimiter: { value: Delimiter; how: 'asked-for' | 'declared' | 'detected' | 'guessed' };
  headerRow: { value: number; how: 'asked-for' | 'detected' };
  notes: Fact[];
}

const SAMPLE_BYTES = 256 * 1024;
/** For a header that was asked for and lies deep. */
const LARGE_SAMPLE_BYTES = 16 * 1024 * 1024;
const MOST_RECORDS = 300;
/** Programs that leave out empty cells at the end of a row do so in more than this part of the rows. */
const MOST_SHORT = 0.02;
const LF = 0x0a;
const CR = 0x0d;
/** The greatest header row, and one more. */
const MOST_RECORDS_TO_HEADER = most.rowsBeforeColumnNames + 1;

/**
 * Opens delimited text. Rejects with AppError `file.*`, among them `file.export-unreadable` where there is no row, and
 * with the signal's reason.
 */
export async function delimitedTable(
  source: SourceInOrder,
  reading: DelimitedReading,
  signal: AbortSignal,
): Promise<DelimitedTable> {
  const isDeep = (reading.headerRow ?? 0) > MOST_RECORDS / 2;
  const start = await readStart(source.openBytes, isDeep ? LARGE_SAMPLE_BYTES : SAMPLE_BYTES, signal);
  const declared = separatorLine(start.bytes);
  const sample = { ...start, bytes: start.bytes.subarray(declared?.bytes ?? 0) };
  const delimiter = delimiterOf(reading, declared?.delimiter, sample);
  const records = sampleRecords(sample, delimiter.value, isDeep ? MOST_RECORDS_TO_HEADER : MOST_RECORDS);
  if (records.every(isBlank) || hasOnlySeparators(sample))
    throw unreadable(source.shownPath, fact('There is nothing in it.'));
  const usual = usualColumns(records.filter((record) => !isBlank(record)));
  const headerRow: DelimitedTable['headerRow'] =
    reading.headerRow === undefined
      ? { value: detectHeaderRow(records, usual), how: 'detected' }
      : { value: reading.headerRow, how: 'asked-for' };
  const columns = columnsOf(headerRow.value, records, usual, delimiter.value, source.shownPath);
  const below = records.filter(({ number: row }) => row > headerRow.value);
  const hasFullRows = areFull(below, columns.length);
  const splitting = {
    delimiter: delimiter.value.charCodeAt(0),
    columns: columns.length,
    skippedRows: headerRow.value,
    linesBefore: declared === undefined ? 0 : 1,
  };
  const table: Table = {
    name: '',
    columns,
    reading: { ...reading, delimiter: delimiter.value, headerRow: headerRow.value },
    head: headOf(records, headerRow.value),
    async *pieces(piecesSignal) {
      const pieces = piecesOf(source, new RecordSplitter(splitting), declared?.bytes ?? 0, piecesSignal);
      for await (const piece of pieces) yield piece.kind === 'bytes' ? { ...piece, hasFullRows } : piece;
    },
  };
  const named = records.find((record) => record.number === headerRow.value)?.cells?.length ?? columns.length;
  return { table, delimiter, headerRow, notes: notesOnWidth(below, named, headerRow.value) };
}

function headOf(records: readonly SampleRecord[], headerRow: number): Row[] {
  const head = records.filter(({ number }) => number <= headerRow).slice(0, HEAD_ROWS);
  return head.map(({ number, cells = [] }) => ({ number, cells }));
}

/** The pieces of text of which so many bytes at the start are left out. */
export async function* piecesOf(
  source: SourceInOrder,
  splitter: RecordSplitter,
  skippedBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  let toSkip = skippedBytes;
  try {
    for await (const chunk of source.openBytes(signal)) {
      signal.throwIfAborted();
      const skipped = Math.min(toSkip, chunk.length);
      toSkip -= skipped;
      yield* splitter.push(skipped === 0 ? chunk : chunk.subarray(skipped));
    }
  } catch (thrown) {
    // Of a file that breaks off, all that could be read is shown.
    if (thrown instanceof AppError && thrown.code === 'file.export-damaged') yield* splitter.breakOff();
    throw thrown;
  }
  yield* splitter.end();
}

function delimiterOf(
  { delimiter }: DelimitedReading,
  declared: Delimiter | undefined,
  sample: TextSample,
): DelimitedTable['delimiter'] {
  if (delimiter !== undefined) return { value: delimiter, how: 'asked-for' };
  if (declared !== undefined) return { value: declared, how: 'declared' };
  const guess = detectDelimiter(sample);
  return { value: guess.delimiter, how: guess.isSure ? 'detected' : 'guessed' };
}

/** Excel takes the first line `sep=;` for the separator, and does not count it as a row. */
function separatorLine(bytes: Uint8Array): { delimiter: Delimiter; bytes: number } | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 100)).toString('latin1');
  const found = /^"?sep=([,;\t|])"?[,;\t| ]*(?:\r\n|\n|\r|$)/i.exec(start);
  switch (found?.[1]) {
    case ',':
    case ';':
    case '\t':
    case '|':
      return { delimiter: found[1], bytes: found[0].length };
    default:
      return undefined;
  }
}

function columnsOf(
  headerRow: number,
  records: readonly SampleRecord[],
  usual: number,
  delimiter: Delimiter,
  shownPath: Said,
): string[] {
  const header = headerRow === 0 ? undefined : records.find((record) => record.number === headerRow);
  if (headerRow !== 0 && header === undefined) {
    throw unreadable(
      shownPath,
      fact('There is no row {row, number} that could have the names of the columns.', { row: headerRow }),
      {
        remedy: fact('Choose another row for the names of the columns.'),
      },
    );
  }
  if (header !== undefined && (header.cells === undefined || hasSwallowed(header, delimiter))) {
    throw unreadable(
      shownPath,
      fact('The quotes of row {row, number}, with the names of the columns, are wrong.', { row: headerRow }),
    );
  }
  const names = header?.cells ?? [];
  // Cells beyond the header make columns only where most rows have them: elsewhere they are faults of their rows.
  const filled = records.filter((record) => !isBlank(record));
  const wide = filled.filter(({ cells }) => cells?.length === usual).length;
  const count = header === undefined || wide * 2 > filled.length ? Math.max(names.length, usual) : names.length;
  assertColumns(count, shownPath);
  return distinctColumnNames(Array.from({ length: count }, (_, at) => names[at]));
}

/** Cells that have no name are in columns of their own, but perhaps all of them are one place too far to the right. */
function notesOnWidth(rows: readonly SampleRecord[], named: number, headerRow: number): Fact[] {
  const isWider = ({ cells = [] }: SampleRecord) => cells.slice(named).some((cell) => cell.trim() !== '');
  const wider = rows.filter(isWider);
  const [first] = wider;
  if (first === undefined || wider.length * 2 <= rows.length) return [];
  return [
    fact(
      'Row {headerRow, number} names {named, number} columns, but most rows have more cells, such as row {first, number}: perhaps numbers with decimal commas are not in quotes, and cells stand under other names. Compare some rows.',
      { headerRow, named, first: first.number },
    ),
  ];
}

/** Whether rows have all cells. The last one of a text without a line end behind it may be cut off, and does not count. */
function areFull(rows: readonly SampleRecord[], columns: number): boolean {
  const ended = rows.filter((record) => !isBlank(record) && hasLineEnd(record));
  const short = ended.filter(({ cells }) => cells !== undefined && cells.length < columns);
  return short.length <= MOST_SHORT * ended.length;
}

function hasLineEnd({ bytes }: SampleRecord): boolean {
  const last = bytes?.at(-1);
  return last === LF || last === CR;
}

function hasSwallowed({ cells = [], bytes }: SampleRecord, delimiter: Delimiter): boolean {
  return bytes !== undefined && hasSwallowedRows(bytes, delimiter.charCodeAt(0), cells.length);
}

/** Lines as spreadsheet programs write them below a table; here there is none above. */
function hasOnlySeparators({ bytes, isWhole }: TextSample): boolean {
  return isWhole && /^[,;\t|\s"]*$/.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'));
}
