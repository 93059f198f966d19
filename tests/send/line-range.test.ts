/** @file The lines of its file that each batch carries. */

import { expect, test } from 'vitest';
import { batchSchema, newBatch } from '../../src-main/send/batch.ts';
import { lineRanges } from '../../src-main/send/line-range.ts';

const id = batchSchema.shape.submission.parse(1);
const batch = (number: number, start: number, end: number, lines: number) =>
  newBatch(batchSchema.shape.number.parse(number), id, { start, end, lines, sha256: '', ingestValid: false });
const ranges = (...batches: ReturnType<typeof batch>[]) =>
  Object.fromEntries([...lineRanges(batches)].map(([number, { first, last }]) => [number, [first, last]]));

test('batches follow each other in the order of their bytes', () => {
  expect(ranges(batch(1, 0, 100, 10), batch(3, 250, 300, 1), batch(2, 100, 250, 30))).toEqual({
    1: [1, 10],
    2: [11, 40],
    3: [41, 41],
  });
});

test('a batch that a retry has replaced carries the same lines', () => {
  expect(ranges(batch(1, 0, 100, 10), batch(2, 100, 200, 20), batch(3, 0, 100, 10), batch(4, 100, 200, 20))).toEqual({
    1: [1, 10],
    2: [11, 30],
    3: [1, 10],
    4: [11, 30],
  });
});

test('after a gap, no lines are known', () => {
  expect(ranges(batch(1, 0, 100, 10), batch(2, 150, 200, 20), batch(3, 200, 300, 5))).toEqual({ 1: [1, 10] });
});
