/** @file The lines of a submission that the reports of the service name, by the lines of its file. */

import { AppError } from '../../src-shared/errors.ts';
import { wordOnLines } from '../../src-shared/states.ts';
import type { Batch } from '../send/batch.ts';
import type { BatchReading } from './batch-reading.ts';

/**
 * Of a batch that was refused as a whole, a report that is here says more. Of one of which the service takes the valid lines, only
 * its report says which it took: also where it has not come yet, or could not be had.
 */
function mustBeRead({ report, reportError, state, ingestValid }: Batch): boolean {
  if (report === 'kept') return wordOnLines(state).refused || ingestValid;
  return ingestValid && wordOnLines(state).taken && (report === 'wanted' || reportError !== undefined);
}

/** What reads the reports, of an app or of the files that are kept. */
export interface ReportReader {
  /** @param which the number of the batch, or its batch id @throws AppError report.none, and why it cannot be read */
  reading(which: number | string, signal: AbortSignal): Promise<BatchReading>;
}

/** What a report does not tie to a line is not among them. @throws what reading a report throws */
export async function refusedByService(
  reports: ReportReader,
  batches: readonly Batch[],
  signal: AbortSignal,
): Promise<number[]> {
  const lines: number[] = [];
  for (const { number } of batches.filter(mustBeRead)) {
    const reading = await reports.reading(number, signal).catch(unlessNone);
    if (reading === undefined) continue;
    try {
      for (const { batchLine } of reading.table.iterate(['service', 'both'])) {
        if (batchLine !== undefined) lines.push(reading.lines.first + batchLine - 1);
      }
    } finally {
      reading.table.close();
    }
  }
  return lines;
}

function unlessNone(thrown: unknown): undefined {
  if (thrown instanceof AppError && thrown.code === 'report.none') return undefined;
  throw thrown;
}
