/** @file Which character separates the cells of a text, from its first records. Pure. */

import type { Delimiter } from './record-cells.ts';
import { isBlank, type SampleRecord, sampleRecords, type TextSample } from './sample-records.ts';

/** In doubt the earlier: commas are in texts and numbers, too. */
const candidates: readonly Delimiter[] = ['\t', ';', '|', ','];
/** Differences of consistency below this decide nothing. */
const STEPS = 20;

export interface DelimiterGuess {
  delimiter: Delimiter;
  /** Whether nearly all rows have the same number of cells, or no other separator makes any. */
  isSure: boolean;
}

interface Candidate {
  delimiter: Delimiter;
  records: readonly SampleRecord[];
  /** The most frequent number of cells. */
  columns: number;
  /** The part of the records that has so many, 0 to 1. */
  consistency: number;
}

/** A comma for a table of one column. */
export function detectDelimiter(sample: TextSample): DelimiterGuess {
  const all = candidates.map((delimiter) => candidateOf(delimiter, sample)).filter(({ columns }) => columns > 1);
  const likely = all.filter((one) => one.delimiter !== ',' || !all.some((other) => hasDecimalCommas(other, one)));
  const [best] = likely.toSorted((one, other) => rank(other) - rank(one) || other.columns - one.columns);
  if (best === undefined) return { delimiter: ',', isSure: false };
  return { delimiter: best.delimiter, isSure: best.consistency > 0.9 || all.length === 1 };
}

function rank({ consistency }: Candidate): number {
  return Math.round(consistency * STEPS);
}

function candidateOf(delimiter: Delimiter, sample: TextSample): Candidate {
  const records = sampleRecords(sample, delimiter).filter((record) => !isBlank(record));
  const columns = usualColumns(records);
  const fitting = records.filter(({ cells }) => cells !== undefined && withoutEmptyEnd(cells, columns) === columns);
  return { delimiter, records, columns, consistency: records.length === 0 ? 0 : fitting.length / records.length };
}

/** The most frequent number of cells; of equally frequent ones the largest. */
export function usualColumns(records: readonly SampleRecord[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of records)
    if (cells !== undefined) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [usual] = [...counts].toSorted(([one, ones], [other, others]) => others - ones || other - one);
  return usual?.[0] ?? 0;
}

/** How many cells there are without empty ones behind the usual number. */
function withoutEmptyEnd(cells: readonly string[], usual: number): number {
  let count = cells.length;
  while (count > usual && cells[count - 1] === '') count -= 1;
  return count;
}

/** Most commas of the one are within the decimal numbers that the other separates. */
function hasDecimalCommas(other: Candidate, { records }: Candidate): boolean {
  if (other.delimiter === ',' || other.consistency < 0.5) return false;
  const cells = other.records.flatMap((record) => record.cells ?? []);
  const decimals = cells.filter((cell) => /^\s*[-+]?[\d.' ]*\d,\d+[-+]?\s*(?:[A-Z]{3}|€)?$/.test(cell)).length;
  const commas = records.reduce((sum, record) => sum + (record.cells?.length ?? 1) - 1, 0);
  return decimals * 2 >= commas && decimals > 0;
}
