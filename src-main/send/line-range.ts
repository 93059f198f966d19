/** @file The lines of its file that each batch carries. Pure. */

import type { Batch, BatchNumber } from './batch.ts';

/** From the first to the last, both included. */
export interface LineRange {
  first: number;
  last: number;
}

/**
 * The lines of each batch of a submission, also of those that a retry has replaced; without the batches that have a gap
 * before them, whose lines nothing here tells.
 */
export function lineRanges(all: readonly Batch[]): ReadonlyMap<BatchNumber, LineRange> {
  const ranges = new Map<BatchNumber, LineRange>();
  let before = { start: 0, end: 0, lines: 0, linesBefore: 0 };
  for (const { number, start, end, lines } of all.toSorted((one, other) => one.start - other.start)) {
    if (start === before.end) before = { start, end, lines, linesBefore: before.linesBefore + before.lines };
    else if (start !== before.start || end !== before.end) break;
    ranges.set(number, { first: before.linesBefore + 1, last: before.linesBefore + lines });
  }
  return ranges;
}
