/** @file The lines of its file that a batch carries. Pure. */

import type { Batch } from './batch.ts';
import { currentBatches } from './submission.ts';

export interface LineRange {
  first: number;
  last: number;
}

/**
 * The first and the last line of a batch in its file, by what the batches before it carry; undefined where these do not
 * cover the file up to it.
 * @param all the batches of the submission
 */
export function linesOf(batch: Pick<Batch, 'start' | 'lines'>, all: readonly Batch[]): LineRange | undefined {
  let [end, lines] = [0, 0];
  for (const one of currentBatches(all)) {
    if (one.start >= batch.start) break;
    if (one.start !== end) return undefined;
    end = one.end;
    lines += one.lines;
  }
  return end === batch.start ? { first: lines + 1, last: lines + batch.lines } : undefined;
}
