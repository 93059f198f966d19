/** @file The practice tenant writes its report in every shape, and the app reads each of them by the lines of the batch. */

import { expect, test } from 'vitest';
import { readIn } from './report-places.ts';

test.each([
  ...['json-list', 'json-object', 'json-flat', 'csv', 'csv-semicolons', 'csv-tabs', 'utf-16', 'json-lines-gzip'],
  ...['json-object-gzip', 'csv-gzip', 'wrong-lines', 'deep-nesting'],
] as const)('%s tells the same of the same lines', async (shape) => {
  const expected = await readIn('json-lines');

  const { lines, facts } = await readIn(shape);

  expect(lines).toEqual(expected.lines);
  expect(lines).toHaveLength(expected.invalidLines);
  expect(facts.rows.unmatched).toBe(shape === 'wrong-lines' ? 8 : 0);
});

test('json-by-id tells of the lines that have a modification id', async () => {
  const { lines } = await readIn('json-by-id');
  const all = (await readIn('json-lines')).lines.map(({ batchLine }) => batchLine);

  expect(lines.length).toBeGreaterThan(10);
  expect(all).toEqual(expect.arrayContaining(lines.map(({ batchLine }) => batchLine)));
});

test.each(['text', 'html'] as const)('%s is of no known shape', async (shape) => {
  expect((await readIn(shape)).facts).toMatchObject({ shape: 'unknown', entries: 0 });
});

test.each([
  ['cut-off', 'ends-early'],
  ['cut-off-gzip', 'broken-gzip'],
] as const)('%s tells of the first lines, and that more may be missing', async (shape, cutOff) => {
  const { facts, lines, invalidLines } = await readIn(shape);

  expect(facts.cutOff).toBe(cutOff);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(invalidLines);
});
