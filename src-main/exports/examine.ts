/** @file Looks at an export without reading all of it: what the window and the command line show of it. */

import { isByLine } from '../../src-shared/formats.ts';
import type { Reading } from '../../src-shared/template-shapes.ts';
import { RecordSplitter } from './delimited/record-splitter.ts';
import { beginningOf } from './excerpt.ts';
import type { ExportFacts, FileFacts } from './export-facts.ts';
import { type ExportSource, type OpenOptions, type OpenTable, openExport } from './open-export.ts';
import { type Piece, type PieceFormat, type Row, type RowFault, SAMPLE_ROWS } from './rows.ts';
import { rowsOfPiece } from './rows-of-piece.ts';

export interface ExaminedTable {
  name: string;
  columns: readonly string[];
  /** What was detected, filled into what was asked for. */
  reading: Reading;
  facts: FileFacts;
  /** Up to the names of the columns. */
  head: readonly Row[];
  /** The first ones, at most SAMPLE_ROWS; of an export with very many tables, only the first tables have any. */
  rows: readonly Row[];
  faults: readonly RowFault[];
  /** How many rows there probably are, header and blank ones included; undefined where the format does not tell. */
  estimatedRows: number | undefined;
}

export interface Examination {
  facts: ExportFacts;
  tables: readonly ExaminedTable[];
  /** What lies in the work area because of it, in bytes. */
  workAreaBytes: number;
}

const SAMPLED_TABLES = 100;
/** What is read of a table: more where it is packed, because what is read ahead distorts the estimate. */
const SAMPLE_BYTES = 1024 * 1024;
const PACKED_SAMPLE_BYTES = 4 * 1024 * 1024;
const PART_BYTES = 32 * 1024;
/** Of all sample rows of a table, and of a cell. */
const MOST_CHARACTERS = 1024 * 1024;
const LONGEST_CELL = 10_000;

/** Rejects as `openExport` does. The work area keeps what was unpacked until its owner removes it. */
export async function examine(source: ExportSource, options: OpenOptions): Promise<Examination> {
  const { signal, workArea } = options;
  const opened = await openExport(source, options);
  try {
    const tables: ExaminedTable[] = [];
    for (const table of opened.tables) {
      tables.push(await examineTable(table, tables.length < SAMPLED_TABLES, signal));
      signal.throwIfAborted();
    }
    return { facts: opened.facts, tables, workAreaBytes: workArea.bytes };
  } finally {
    opened.close();
  }
}

async function examineTable(table: OpenTable, isSampled: boolean, signal: AbortSignal): Promise<ExaminedTable> {
  const { name, columns, reading, facts, head = [] } = table;
  const sample = isSampled ? await sampleOf(table, signal) : { rows: [], faults: [], estimatedRows: undefined };
  return { name, columns, reading, facts, head: head.map(cutRow), ...sample };
}

async function sampleOf(
  table: OpenTable,
  signal: AbortSignal,
): Promise<Pick<ExaminedTable, 'rows' | 'faults' | 'estimatedRows'>> {
  const rows: Row[] = [];
  const faults: RowFault[] = [];
  const wanted = table.facts.packing.length === 0 ? SAMPLE_BYTES : PACKED_SAMPLE_BYTES;
  let [bytes, characters, lastRow] = [0, 0, 0];
  for await (const piece of table.pieces(signal)) {
    const isFull = rows.length === SAMPLE_ROWS || characters > MOST_CHARACTERS;
    for (const part of isFull ? [] : partsOf(piece, table.reading)) {
      const read = rowsOfPiece(part, table);
      for (const row of read.rows.slice(0, SAMPLE_ROWS - rows.length)) {
        if (characters > MOST_CHARACTERS) break;
        const cut = cutRow(row);
        characters += cut.cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
        rows.push(cut);
      }
      faults.push(...read.faults.slice(0, SAMPLE_ROWS - faults.length));
      if (rows.length === SAMPLE_ROWS || characters > MOST_CHARACTERS) break;
    }
    bytes += bytesOf(piece);
    lastRow = lastRowOf(piece) ?? lastRow;
    if (bytes >= wanted || (bytes === 0 && rows.length === SAMPLE_ROWS)) {
      return { rows, faults, estimatedRows: bytes === 0 ? undefined : estimate(lastRow, bytes, table) };
    }
  }
  return { rows, faults, estimatedRows: lastRow };
}

/** The first rows of a piece. */
export function firstRowsOf(piece: Piece, format: PieceFormat): Row[] {
  const rows: Row[] = [];
  for (const part of partsOf(piece, format.reading)) {
    rows.push(...rowsOfPiece(part, format).rows.slice(0, SAMPLE_ROWS - rows.length));
    if (rows.length === SAMPLE_ROWS) break;
  }
  return rows;
}

/** Small pieces of a large one: the sample rarely needs more than its start. */
function* partsOf(piece: Piece, reading: Reading): Generator<Piece> {
  if (piece.kind === 'rows' || !isByLine(reading.format)) {
    yield piece;
    return;
  }
  const delimiter = reading.format === 'delimited' ? reading.delimiter?.charCodeAt(0) : undefined;
  const linesBefore = (piece.firstLine ?? piece.firstRow) - 1;
  const splitter = new RecordSplitter({ delimiter, linesBefore, pieceBytes: PART_BYTES });
  const inTable = (part: Piece): Piece =>
    part.kind === 'bytes' ? { ...part, firstRow: piece.firstRow + part.firstRow - 1 } : part;
  for (const part of splitter.push(piece.bytes)) yield inTable(part);
  for (const part of splitter.end()) yield inTable(part);
}

/** Of the export: text that was made of rows has others. */
function bytesOf(piece: Piece): number {
  return piece.kind === 'bytes' && piece.faults === undefined ? piece.bytes.length : 0;
}

function lastRowOf(piece: Piece): number | undefined {
  if (piece.kind === 'bytes') return piece.firstRow + piece.rows - 1;
  const last = Math.max(piece.rows.at(-1)?.number ?? 0, piece.faults.at(-1)?.number ?? 0);
  return last === 0 ? undefined : last;
}

/** By the part of the file that was read: of packed ones that is only roughly known. */
function estimate(rows: number, utf8Bytes: number, { facts, progress }: OpenTable): number | undefined {
  const { bytes, totalBytes } = progress();
  const isWide = facts.encoding?.value === 'utf-16le' || facts.encoding?.value === 'utf-16be';
  const read = facts.packing.length > 0 ? bytes : utf8Bytes * (isWide ? 2 : 1);
  return read === 0 ? undefined : Math.max(rows, Math.round((rows * totalBytes) / read));
}

function cutRow(row: Row): Row {
  if (row.cells.every((cell) => cell === undefined || cell.length <= LONGEST_CELL)) return row;
  return { ...row, cells: row.cells.map((cell) => cell && beginningOf(cell, LONGEST_CELL)) };
}
