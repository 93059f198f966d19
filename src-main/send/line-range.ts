/** @file The lines of its file that each batch carries. Pure. */

import { LineSet } from '../ground/line-set.ts';
import type { Batch, BatchNumber } from './batch.ts';
import { currentBatches } from './submission.ts';

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

/** A batch that stands for a part of its submission now. */
export interface BatchLines extends LineRange {
  batch: Batch;
}

/** The batches that stand for a submission now, as if they followed one another without a gap from the first line on. */
export function linesOfBatches(all: readonly Batch[]): BatchLines[] {
  let before = 0;
  return currentBatches(all).map((batch) => {
    const first = before + 1;
    before += batch.lines;
    return { first, last: before, batch };
  });
}

/** The lines of a file that the reports on some of its batches name. @param named by the number of their line in the batch */
export function namedLines(
  some: readonly Batch[],
  all: readonly Batch[],
  named: (batch: BatchNumber) => LineSet,
): LineSet {
  const ranges = lineRanges(all);
  return some.reduce((lines, { number }) => {
    const range = ranges.get(number);
    return range === undefined ? lines : lines.union(named(number).movedBy(range.first - 1));
  }, LineSet.none);
}
