import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { parquetTable } from '../../../src-main/preparing/reading/parquet/parquet-table.ts';
import { everythingOf, never } from './source.ts';
import { folderOfTest } from './workbook-file.ts';

type Written = Parameters<typeof parquetWriteBuffer>[0];

async function open(bytes: ArrayBuffer | Uint8Array) {
  const path = join(folderOfTest(), 'export.parquet');
  writeFileSync(path, new Uint8Array(bytes));
  return await parquetTable({ path, shownPath: '/exports/payments.parquet' }, never);
}

async function write(written: Written) {
  return await open(parquetWriteBuffer(written));
}

async function cellsOf(written: Written) {
  return (await everythingOf(await write(written))).rows.map(({ cells }) => cells);
}

test('rows count from 1, and a missing value is no cell', async () => {
  const table = await write({
    columnData: [
      { name: 'id', data: ['a', 'b', 'c'], type: 'STRING' },
      { name: 'amount', data: [1, null, 3], type: 'INT32' },
      { name: 'ok', data: [true, false, null], type: 'BOOLEAN' },
    ],
  });
  expect(table.columns).toEqual(['id', 'amount', 'ok']);
  expect((await everythingOf(table)).rows).toEqual([
    { number: 1, cells: ['a', '1', 'true'] },
    { number: 2, cells: ['b', undefined, 'false'] },
    { number: 3, cells: ['c', '3', undefined] },
  ]);
});

test('whole numbers keep all of their digits', async () => {
  const data = [9223372036854775807n, -9223372036854775808n, 12345678901234567n];
  expect(await cellsOf({ columnData: [{ name: 'n', data, type: 'INT64' }] })).toEqual([
    ['9223372036854775807'],
    ['-9223372036854775808'],
    ['12345678901234567'],
  ]);
  const unsigned = await cellsOf({
    schema: [
      { name: 'root', num_children: 2 },
      { name: 'n', type: 'INT64', converted_type: 'UINT_64', repetition_type: 'REQUIRED' },
      { name: 'm', type: 'INT32', converted_type: 'UINT_32', repetition_type: 'REQUIRED' },
    ],
    columnData: [
      { name: 'n', data: [18446744073709551615n, 1n] },
      { name: 'm', data: [4294967295, 7] },
    ],
  });
  expect(unsigned).toEqual([
    ['18446744073709551615', '4294967295'],
    ['1', '7'],
  ]);
});

test('floating numbers have the shortest digits that mean them', async () => {
  const cells = await cellsOf({
    columnData: [
      { name: 'd', data: [0.1, 1e21, -0.5, 123456789.12345679], type: 'DOUBLE' },
      {
        name: 'f',
        data: [Math.fround(0.1), Math.fround(16777216), Math.fround(3.4028235e38), Math.fround(1.1754944e-38)],
        type: 'FLOAT',
      },
    ],
  });
  expect(cells).toEqual([
    ['0.1', '0.1'],
    ['1e+21', '16777216'],
    ['-0.5', '3.4028235e+38'],
    ['123456789.12345679', '1.1754944e-38'],
  ]);
});

test('a cut file, another file and an encrypted one are refused in words', async () => {
  const whole = new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'id', data: ['a'], type: 'STRING' }] }));
  const encrypted = whole.slice();
  encrypted.set(new TextEncoder().encode('PARE'), whole.length - 4);
  for (const [bytes, detail] of [
    [whole.slice(0, -20), /probably been cut off/],
    [new TextEncoder().encode('id;name\n1;a\n'), /does not end as a Parquet file/],
    [new Uint8Array(), /does not end as a Parquet file/],
    [encrypted, /encrypted/],
  ] as const)
    await expect(open(bytes)).rejects.toMatchObject({
      code: 'file.export-unreadable',
      detail: expect.stringMatching(detail),
    });
});

test('cells come back as they were written, in any pages and groups', async () => {
  const text = fc.option(fc.string({ unit: 'grapheme' }), { nil: null });
  const whole = fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { nil: null });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(text, whole), { minLength: 1, maxLength: 60 }),
      fc.constantFrom(7, 1000),
      fc.constantFrom(20, 1 << 20),
      fc.constantFrom('SNAPPY' as const, 'UNCOMPRESSED' as const),
      async (rows, rowGroupSize, pageSize, codec) => {
        const cells = await cellsOf({
          ...{ rowGroupSize, pageSize, codec },
          columnData: [
            { name: 'text', data: rows.map(([one]) => one), type: 'STRING' },
            { name: 'whole', data: rows.map(([, one]) => one), type: 'INT64' },
          ],
        });
        expect(cells).toEqual(rows.map(([one, other]) => [one ?? undefined, other?.toString()]));
      },
    ),
    { numRuns: 100 },
  );
});
