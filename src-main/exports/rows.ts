/** @file What is read from an export, whatever its format: tables of rows, in pieces that any thread can read. */

import type { Fact } from '../../src-shared/languages/fact.ts';
import type { MessageFacts } from '../../src-shared/preparation-shapes.ts';
import type { Reading } from '../../src-shared/template-shapes.ts';

/** As many rows as a person looks through for the names of the columns. */
export const HEAD_ROWS = 20;

/** As many rows show what an export is like. */
export const SAMPLE_ROWS = 200;

export interface Row {
  /** As spreadsheet programs count: from 1, header included. In JSON and XML, the first transaction is 1. */
  number: number;
  /** In the order of the table's columns, each exactly as written; undefined where the row has no such cell. */
  cells: readonly (string | undefined)[];
  /**
   * Columns, by place, or by name among the others, whose cell the file does not store as a text: a number, and in JSON also
   * true, false or a list. It is written as in JSON, and marks with which people write numbers mean nothing in it. Absent where
   * there is none.
   */
  stored?: readonly (number | string)[];
  /** Cells of columns that were not known when the table was opened: a key of JSON that appears late. */
  others?: readonly (readonly [column: string, cell: string])[];
}

/** A row that could not be read. */
export interface RowFault {
  number: number;
  /** It is none of the row: the file does not agree with itself. */
  isOfFile?: true;
  /** One full sentence for a clerk. */
  message: Fact;
}

/** Whole records. Pieces can be posted to another thread; `bytes` may be transferred, and are UTF-8 whatever the export is in. */
export type Piece =
  | {
      kind: 'bytes';
      bytes: Uint8Array<ArrayBuffer>;
      firstRow: number;
      /** How many row numbers it spans: blank lines, which are no rows, have one too. */
      rows: number;
      /** The line of the file with which it begins, from 1, where that is known: a row in quotes may span several. */
      firstLine?: number;
      /** The rows at the beginning of the table have all of its cells: one with fewer is broken. */
      hasFullRows?: boolean;
      /** Cells that each of its rows has, by the names of their columns: what stands around a list of JSON. */
      around?: readonly (readonly [column: string, cell: string])[];
      /** Of a payment message, whose text was made of rows: in the place of those that could not be read, there are blank lines. */
      faults?: readonly RowFault[];
    }
  | { kind: 'rows'; rows: readonly Row[]; faults: readonly RowFault[] };

/** The separator in text into which the rows of a payment message are made, since lines are made of text several times as fast. */
export const DELIMITER_OF_PAYMENTS = '\t';

/** A reading in which nothing is left to detect; can be posted to another thread. */
export interface PieceFormat {
  reading: Reading;
  columns: readonly string[];
}

export interface Table {
  /** The sheet, or the file within an archive or folder; empty where the export is one table. */
  name: string;
  columns: readonly string[];
  /** What was detected, filled into what was asked for. */
  reading: Reading;
  /** The first rows up to that with the names of the columns, where a person can choose another one for it. */
  head?: readonly Row[];
  /** The rows from the first on; can be called again. Rejects with AppError `file.*`, and the signal's reason. */
  pieces(signal: AbortSignal): AsyncIterable<Piece>;
  /** Of a payment message: what is known once all pieces of the last reading were taken. */
  message?: () => MessageFacts;
}

/** What is under way of the source while its pieces are read, for progress. */
export interface ReadingProgress {
  /** Bytes of the export as it lies on the disk. */
  bytes: number;
  totalBytes: number;
}
