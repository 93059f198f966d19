/** @file The first rows of an export, by which a person sees how it is read, and from which columns are guessed. */

import type { ErrorRecord } from '../../src-shared/errors.ts';
import type { Reading } from '../../src-shared/template-shapes.ts';
import { RowSample } from './row-sample.ts';
import type { PreparationSource } from './preparation.ts';
import type { Row, RowFault, Table } from './rows.ts';

export interface SampleRequest {
  sources: readonly PreparationSource[];
  /** How they are read; what is not said is detected. */
  reading?: Reading | undefined;
  /** A folder for what is unpacked; its owner removes it. */
  workFolder: string;
}

/** A table with its first rows, as they can be posted to another thread. */
export interface SampledTable {
  name: string;
  columns: readonly string[];
  reading: Reading;
  rows: readonly Row[];
  /** Whether these are all rows that it has. */
  isAll: boolean;
  faults: readonly RowFault[];
}

export interface Sample {
  tables: readonly SampledTable[];
  /** What the exports were taken out of, the outermost first. */
  packing: readonly string[];
  /** The first lines as they are, where it is text that is not packed. */
  lines: readonly string[];
  /** Full sentences for a clerk. */
  notes: readonly string[];
}

/** From the thread that takes a sample. */
export type SampleMessage = { kind: 'done'; sample: Sample } | { kind: 'failed'; error: ErrorRecord };

/** Rows of the tables of one export: enough to see which values a column has. */
export const MOST_ROWS = 1000;
const MOST_CELLS = 200_000;
/** More tables than a person chooses from. */
export const MOST_TABLES = 40;
const MOST_FAULTS = 20;

/** The first rows of one table. Rejects with AppError `file.*`, and the signal's reason. */
export async function sampleTable(table: Table, signal: AbortSignal): Promise<SampledTable> {
  const most = Math.max(20, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / Math.max(1, table.columns.length))));
  const sample = new RowSample(table, most);
  for await (const piece of table.pieces(signal)) {
    sample.add(piece);
    if (sample.isFull) break;
  }
  const { name, columns, reading } = table;
  return { name, columns, reading, rows: sample.rows, isAll: !sample.isFull, faults: sample.faults.slice(0, MOST_FAULTS) };
}
