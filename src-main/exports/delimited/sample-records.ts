/** @file The first records of delimited text, for what is detected from them. Pure. */

import { Buffer } from 'node:buffer';
import { CsvError } from 'csv-parse/sync';
import type { BytesPiece } from '../json/json-rows.ts';
import { type Delimiter, recordsIn } from './record-cells.ts';
import { RecordSplitter } from './record-splitter.ts';

const MOST_RECORDS = 300;
/** Longer records are no lines of a table that is separated so. */
const LONGEST_RECORD_BYTES = 256 * 1024;

export interface SampleRecord {
  /** The row, from 1. */
  number: number;
  /** undefined where the quotes are wrong. */
  cells: readonly string[] | undefined;
  /** Of text. */
  bytes?: Uint8Array;
}

/** UTF-8 from the start of the text; `isWhole` when nothing follows. */
export interface TextSample {
  bytes: Uint8Array;
  isWhole: boolean;
}

/** The records that are complete; blank lines are among them. */
export function sampleRecords(
  { bytes, isWhole }: TextSample,
  delimiter: Delimiter,
  most = MOST_RECORDS,
): SampleRecord[] {
  const splitter = new RecordSplitter({
    delimiter: delimiter.charCodeAt(0),
    pieceBytes: 1,
    largestRecordBytes: LONGEST_RECORD_BYTES,
  });
  const records: SampleRecord[] = [];
  for (const piece of splitter.push(bytes)) {
    if (piece.kind === 'bytes') records.push(recordOf(piece, delimiter));
    if (records.length === most) return records;
  }
  // The last line of a sample is usually cut, but may be all that there is.
  if (!isWhole && records.length > 0) return records;
  for (const piece of splitter.end()) {
    if (piece.kind === 'bytes') records.push(recordOf(piece, delimiter));
  }
  return records;
}

function recordOf({ firstRow, bytes }: BytesPiece, delimiter: Delimiter): SampleRecord {
  return { number: firstRow, cells: cellsOf(bytes, delimiter), bytes };
}

function cellsOf(bytes: Uint8Array, delimiter: Delimiter): string[] | undefined {
  try {
    const [first] = [...recordsIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), delimiter)];
    return first ?? [''];
  } catch (thrown) {
    if (thrown instanceof CsvError) return undefined;
    throw thrown;
  }
}

/** A line without anything in it. */
export function isBlank({ cells }: SampleRecord): boolean {
  return cells?.every((cell) => cell.trim() === '') === true;
}
