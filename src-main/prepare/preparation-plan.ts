/** @file From the summary of a plan to what the window shows of it. Pure. */

import type { Plan, ProcessedBefore } from '../../src-shared/contract.ts';
import { uploadForecast } from '../send/upload-forecast.ts';
import { type Earlier, processedBefore } from './earlier-ids.ts';
import type { PreparationSummary } from './preparation.ts';

/** More than a person reads; the rest is counted. */
const MOST_SUMS = 2000;
const MOST_FILES = 1000;
const MOST_SUBMISSIONS = 50;

/** How it would be sent. */
export interface Sending {
  /** Bytes a second of all uploads together, where that is known. */
  speed: number | undefined;
  maxBatchBytes: number;
}

/**
 * @param earlier what it was compared with
 */
export function planOf(summary: PreparationSummary, { speed, maxBatchBytes }: Sending, earlier: Earlier): Plan {
  const { rows, transactions, leftOut, refused, bytes, files, byCurrency, byDay, firstFaults, duplicates } = summary;
  return {
    ...{ rows, transactions, leftOut, bytes, batches: files.length },
    upload: uploadForecast({ files: files.map((file) => file.bytes), maxBatchBytes, bytesPerSecond: speed }),
    refused: {
      count: refused,
      first: firstFaults.map(({ source, table, row, column = '', cell = '', message }) => ({
        table: table === '' ? source : `${source}, ${table}`,
        ...{ row, column, cell, message },
      })),
    },
    duplicates: {
      count: duplicates.transactions,
      first: duplicates.first.map(
        ({ source, table, rows: shared }) =>
          `${table === '' ? source : `${source}, ${table}`}: rows ${shared.join(', ')}`,
      ),
    },
    processedBefore: shortened(processedBefore(summary, earlier)),
    sums: [
      ...byCurrency.map(({ sum, ...one }) => ({ ...one, amount: sum })),
      ...byDay.map(({ sum, ...one }) => ({ ...one, amount: sum })),
    ].slice(0, MOST_SUMS),
    files: files
      .slice(0, MOST_FILES)
      .map(({ name, lines, bytes: size }) => ({ name, transactions: lines, bytes: size })),
  };
}

function shortened(before: ProcessedBefore): ProcessedBefore {
  return { ...before, submissions: before.submissions.slice(0, MOST_SUBMISSIONS) };
}
