/** @file Files that pyarrow wrote (see make-parquet.py), with what it was given. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parquetTable } from '../../src-main/exports/parquet/parquet-table.ts';
import { everythingOf, never, recordsOf } from './source.ts';
import { folderOfTest } from './workbook-file.ts';

const fileOf = (name: string) => join(import.meta.dirname, 'files', `${name}.parquet`);

async function open(path: string) {
  return await parquetTable({ path, shownPath: '/exports/payments.parquet' }, never);
}

test('structs are columns by path, and lists and maps are JSON', async () => {
  const table = await open(fileOf('nested'));
  expect(table.columns).toEqual([
    'tags',
    'matrix',
    'map',
    'people',
    'owner.name',
    'owner.home.city',
    'owner.ids',
    'last',
  ]);
  expect((await everythingOf(table)).rows).toMatchObject([
    {
      number: 1,
      cells: [
        '["a",null,"b\\"c"]',
        '[[1,2],[],null,[3]]',
        '{"k":1,"l":null}',
        '[{"name":"x","ids":[1,2]},{"name":null,"ids":null}]',
        'x',
        'y',
        '[7]',
        '1',
      ],
    },
    { number: 2, cells: ['[]', '[]', '{}', '[]', undefined, undefined, '[]', '2'] },
    { number: 3, cells: [undefined, undefined, undefined, undefined, undefined, undefined, undefined, '3'] },
    { number: 4, cells: ['["d"]', '[null]', '{"m":2}', '[null]', 'z', undefined, undefined, '4'] },
  ]);
});

test.each(['small-pages-1', 'small-pages-2'])('lists continue over pages and row groups in %s', async (name) => {
  const rows = await recordsOf(await open(fileOf(name)));
  expect(rows).toHaveLength(1000);
  for (const [number, row] of rows.entries()) {
    const list = JSON.stringify(Array.from({ length: number % 5 }, () => String(number)));
    expect(row).toEqual({ n: String(number), list });
  }
});

test('dates, times, bytes and small numbers are written out', async () => {
  expect((await everythingOf(await open(fileOf('times')))).rows.map(({ cells }) => cells)).toEqual([
    [
      '1970-01-01',
      '00:00:00.001',
      '00:00:00.000000001',
      '1970-01-01T00:00:00Z',
      'ff00',
      '6162',
      'true',
      '255',
      '4294967295',
      '0.1',
      undefined,
    ],
    [
      '1969-12-31',
      '00:01:26.399',
      '23:59:59.999999999',
      '1969-12-31T23:59:59.999Z',
      'text',
      '0001',
      'false',
      '0',
      '0',
      '-3.5',
      undefined,
    ],
    [
      '2024-01-01',
      undefined,
      undefined,
      '2023-12-31T23:59:59.999Z',
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      '16777216',
      undefined,
    ],
  ]);
});

test('times of older programs keep their nanoseconds', async () => {
  expect((await everythingOf(await open(fileOf('int96')))).rows.map(({ cells }) => cells)).toEqual([
    ['1970-01-01T00:00:00'],
    ['2023-12-31T23:59:59.123456789'],
    [undefined],
  ]);
});

test('numbers and texts are the same in every encoding', async () => {
  const rows = await recordsOf(await open(fileOf('delta')));
  expect(rows).toHaveLength(700);
  for (const [i, row] of rows.entries())
    expect(row).toEqual({
      int: String(BigInt(i) * 1000003n - 7n),
      int32: String(Number(BigInt.asIntN(32, BigInt(i % 2 === 0 ? i : -i) * 3000000n))),
      length: `text ${i}`,
      prefix: `same beginning ${Math.floor(i / 10)} ${i}`,
      split: String(i / 8),
      bool: String(i % 3 === 0),
    });
});

test('a file with changed bytes is refused or read, but never breaks the program', async () => {
  const folder = folderOfTest();
  for (const name of ['nested', 'times', 'small-pages-2', 'delta']) {
    const whole = readFileSync(fileOf(name));
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 120)) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0x55;
      const path = join(folder, 'changed.parquet');
      writeFileSync(path, changed);
      const outcome = await open(path).then(
        async (table) =>
          await everythingOf(table).then(
            () => 'read',
            ({ code }: { code: string }) => code,
          ),
        ({ code }: { code: string }) => code,
      );
      expect([name, at, outcome]).toEqual([name, at, expect.stringMatching(/^(read|file\.export-unreadable)$/)]);
    }
  }
});
