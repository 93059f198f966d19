/** @file Reports that are broken, or made to do harm: what can be read of them counts, and what could not is told. */

import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { atNight } from '../../harness/night.ts';
import { idOf } from './known-entries.ts';
import { readPlace, transactionLine } from './read-place.ts';

const lines = Array.from({ length: 12 }, (_, index) => transactionLine(index + 1));
const entries = [2, 5, 8].map((line) => ({ line, modification_id: idOf(line), errors: [{ message: 'Wrong.' }] }));
const list = JSON.stringify({ errors: entries });
const jsonLines = entries.map((entry) => JSON.stringify(entry)).join('\n');
const lineNumbers = (rows: readonly { batchLine?: number }[]) => rows.map(({ batchLine }) => batchLine);

test.each([
  ['a list', list.slice(0, -30), [2, 5], 'ends-early', 0],
  ['JSON Lines', jsonLines.slice(0, -30), [2, 5], 'ends-early', 1],
  ['a quoted cell of CSV', 'line,message\n2,"wrong"\n5,"wro', [2, 5], 'ends-early', 0],
  // Random bytes do not pack, so that the break is in the middle of them.
  [
    'a gzip file',
    gzipSync(`${jsonLines}\n${randomBytes(60_000).toString('base64')}`).subarray(0, -2000),
    ...([[2, 5, 8], 'broken-gzip', 1] as const),
  ],
])('%s that is cut off: what was there counts', async (_, report, expected, cutOff, broken) => {
  const { rows, facts } = await readPlace(lines).read(report);

  expect(lineNumbers(rows)).toEqual(expected);
  expect(facts).toMatchObject({ cutOff, broken });
});

test('a broken line among JSON Lines is counted, and the others are read', async () => {
  const [first, second, third] = jsonLines.split('\n');
  const { rows, facts } = await readPlace(lines).read(
    [first, '{"line": 3, "mess', second, 'rubbish', '17', third].join('\n'),
  );

  expect(lineNumbers(rows)).toEqual([2, 5, 8]);
  expect(facts).toMatchObject({ broken: 3 });
  expect(facts.cutOff).toBeUndefined();
});

test.each([-1, -9, -40])('a small gzip file without its last %i bytes is told to be cut off', async (bytes) => {
  const { facts } = await readPlace(lines).read(gzipSync(`${jsonLines}\n`).subarray(0, bytes));

  expect(facts.cutOff).toBe('broken-gzip');
});

atNight(test)(
  'a gzip file that unpacks to a thousand times its size is read up to the limit',
  async () => {
    const blanks = gzipSync(Buffer.alloc(100_000_000, ' '), { level: 1 });
    const start = gzipSync(`${JSON.stringify({ line: 2, message: 'Wrong.' })}\n{"line": 3}\n`);
    const bomb = Buffer.concat([start, ...Array.from({ length: 11 }, () => blanks)]);
    const { rows, facts } = await readPlace(lines).read(bomb);

    expect(lineNumbers(rows)).toEqual([2, 3]);
    expect(facts.cutOff).toBe('too-large');
  },
  60_000,
);

test('an entry of 10 MB is read, and what it says is shortened', async () => {
  const large = { line: 2, message: 'Wrong. '.repeat(1_500_000) };
  for (const report of [
    JSON.stringify([large, { line: 5, message: 'Wrong.' }]),
    `${JSON.stringify({ line: 5, message: 'Wrong.' })}\n${JSON.stringify(large)}`,
  ]) {
    const { rows } = await readPlace(lines).read(report);
    expect(lineNumbers(rows)).toEqual([2, 5]);
    expect(rows[0]?.service[0]?.messages[0]?.text.length).toBe(2001);
    expect(rows[0]?.service[0]?.excerpt.length).toBe(500);
  }
});

test('a list in which every entry has 10 MB is read', async () => {
  const large = (line: number) => JSON.stringify({ line, message: 'Wrong. '.repeat(1_500_000) });
  const { rows } = await readPlace(lines).read(`{"errors":[${large(2)},${large(5)}]}`);

  expect(lineNumbers(rows)).toEqual([2, 5]);
});

test.each([
  ['a list', (large: string) => `[${large},${JSON.stringify(entries[0])}]`],
  ['JSON Lines', (large: string) => `${JSON.stringify(entries[0])}\n${large}\n${JSON.stringify(entries[0])}`],
  ['CSV', (large: string) => `line,message\n5,"${large.replaceAll('"', '')}"\n2,wrong\n`],
])('an entry of %s that is larger than any line is counted, not read', async (_, build) => {
  const { rows, facts } = await readPlace(lines).read(
    build(JSON.stringify({ line: 5, message: 'x'.repeat(17 * 1024 * 1024) })),
  );

  expect(lineNumbers(rows)).toEqual([2]);
  expect(facts).toMatchObject({ tooLarge: 1 });
});

test('more entries than any batch has lines are not read', async () => {
  const { facts } = await readPlace(lines).read(jsonLines, { mostEntries: 2 });

  expect(facts).toMatchObject({ entries: 2, cutOff: 'too-many' });
});

test.each([
  ['brackets', '['.repeat(2_000_000)],
  ['objects', '{"errors":'.repeat(300_000)],
  ['closed brackets', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
  ['closings', ']}'.repeat(500_000)],
])('nesting without end harms nothing: %s', async (_, report) => {
  const { facts } = await readPlace(lines).read(report);

  expect(facts.rows.service).toBe(0);
});

test('an entry that is nested deeply tells what stands near its top', async () => {
  const deep = `${'{"error":'.repeat(5000)}"deep"${'}'.repeat(5000)}`;
  const { rows } = await readPlace(lines).read(
    `[{"line":2,"message":"Wrong.","details":${deep}},{"line":5,"message":"Wrong."}]`,
  );

  expect(rows.map(({ batchLine, service: [first] }) => [batchLine, first?.messages.map(({ text }) => text)])).toEqual([
    [2, ['Wrong.']],
    [5, ['Wrong.']],
  ]);
});

test('keys that mean something to JavaScript are keys like any other', async () => {
  const report = '[{"__proto__":{"line":9},"constructor":{"prototype":1},"line":2,"message":"Wrong.","toString":"x"}]';
  const { rows } = await readPlace(lines).read(report);

  expect(lineNumbers(rows)).toContain(2);
  expect(Object.getOwnPropertyNames({})).toEqual([]);
  expect(({} as Record<string, unknown>)['line']).toBeUndefined();
});

test('a header of CSV that means something to JavaScript harms nothing', async () => {
  const { rows } = await readPlace(lines).read('__proto__,line,message\n{"line":9},2,wrong\n');

  expect(lineNumbers(rows)).toContain(2);
});

test('numbers that are none of a line match nothing', async () => {
  const report = [1e300, 2.5, Number.MAX_SAFE_INTEGER, -1, '١٢', '1e1', '0x2', ' 3 ', '007', '', null, true, [4], {}]
    .map((line) => JSON.stringify({ line, message: 'Wrong.' }))
    .join('\n');
  const { rows } = await readPlace(lines).read(report);

  expect(lineNumbers(rows).filter((line) => line !== undefined)).toEqual([3, 4, 7]);
});

test('the same entry a thousand times is one row, and what it says stands there once for each', async () => {
  const { rows, facts } = await readPlace(lines).read(`${JSON.stringify(entries[0])}\n`.repeat(1000));

  expect(facts.entries).toBe(1000);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.service).toHaveLength(100);
});

test('a list with a new key in each of a hundred thousand objects is read', async () => {
  const many = Array.from({ length: 100_000 }, (_, at) => `"k${at}":[{"x":${at}}]`).join(',');
  const { facts } = await readPlace(lines).read(`{"errors":${JSON.stringify(entries)},${many}}`);

  expect(facts.rows.service).toBe(3);
});

test('CSV of nothing but separators is read within bounds', async () => {
  const { facts } = await readPlace(lines).read(`line,message\n${','.repeat(20_000_000)}\n2,wrong\n`);

  expect(facts.rows.service).toBe(1);
});

test('without room for its entries, the reading fails as a full disk does', async () => {
  const report = `${JSON.stringify({ line: 2, message: 'x'.repeat(1000) })}\n`.repeat(2000);

  await expect(readPlace(lines).read(report, { mostBytes: 200_000 })).rejects.toMatchObject({ errcode: 13 });
});
