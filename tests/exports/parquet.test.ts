import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { unpacked } from '../../src-main/exports/parquet/data-page.ts';
import { parquetTable } from '../../src-main/exports/parquet/parquet-table.ts';
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
    { number: 1, cells: ['a', '1', 'true'], stored: [1] },
    { number: 2, cells: ['b', undefined, 'false'], stored: [1] },
    { number: 3, cells: ['c', '3', undefined], stored: [1] },
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
          rowGroupSize,
          pageSize,
          codec,
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

/** A stored value with the text that its cell must have, which is made of digits or written by hand, and not of the value. */
interface Told {
  value: bigint | number | boolean | null;
  cell: string | undefined;
}

const missing = fc.constant<Told>({ value: null, cell: undefined });
const digits = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
const two = (most: number, least = 0) =>
  fc.integer({ min: least, max: most }).map((number) => String(number).padStart(2, '0'));

const decimalOf = (whole: number, scale: number): fc.Arbitrary<Told> =>
  fc
    .tuple(fc.boolean(), digits(0, whole - 1), fc.integer({ min: 1, max: 9 }), digits(scale, scale))
    .map(([isNegative, rest, first, fraction]) => {
      const sign = isNegative ? '-' : '';
      return { value: BigInt(`${sign}${first}${rest}${fraction}`), cell: `${sign}${first}${rest}.${fraction}` };
    });

/** Days counted in the calendar: https://howardhinnant.github.io/date_algorithms.html#days_from_civil */
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}

const date = fc
  .tuple(
    // Counted in nanoseconds, 64 bits hold no other years.
    fc.integer({ min: 1700, max: 2200 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, day]) => ({
    days: daysFromCivil(year, month, day),
    text: `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
  }));
const toldDate = date.map(({ days, text }): Told => ({ value: days, cell: text }));

/** With this many digits behind the second, and what stands behind them. */
const timestampOf = (decimals: number, zone: string): fc.Arbitrary<Told> =>
  fc
    .tuple(date, two(23), two(59), two(59), digits(decimals, decimals))
    .map(([{ days, text }, hour, minute, second, fraction]) => {
      const seconds = days * 86_400 + Number(hour) * 3600 + Number(minute) * 60 + Number(second);
      const shown = fraction.replace(/0+$/, '');
      return {
        value: BigInt(seconds) * 10n ** BigInt(decimals) + BigInt(fraction),
        cell: `${text}T${hour}:${minute}:${second}${shown === '' ? '' : `.${shown}`}${zone}`,
      };
    });

/** Written by hand: the shortest decimal that means the double. */
const double = fc.constantFrom<Told>(
  { value: 0.1, cell: '0.1' },
  { value: -0.5, cell: '-0.5' },
  { value: 1234.56, cell: '1234.56' },
  { value: 123456789.12345679, cell: '123456789.12345679' },
  { value: 5e-324, cell: '5e-324' },
  { value: 1e21, cell: '1e+21' },
);
const truth = fc.constantFrom<Told>({ value: true, cell: 'true' }, { value: false, cell: 'false' });

const typed = [
  [{ type: 'INT32', converted_type: 'DECIMAL', precision: 9, scale: 2 }, decimalOf(7, 2)],
  [{ type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 4 }, decimalOf(14, 4)],
  [
    { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, converted_type: 'DECIMAL', precision: 38, scale: 10 },
    decimalOf(28, 10),
  ],
  [{ type: 'DOUBLE' }, double],
  [{ type: 'BOOLEAN' }, truth],
  [{ type: 'INT32', converted_type: 'DATE' }, toldDate],
  [{ type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } }, timestampOf(3, 'Z')],
  [{ type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' } }, timestampOf(6, '')],
  [{ type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'NANOS' } }, timestampOf(9, 'Z')],
] as const satisfies readonly (readonly [object, fc.Arbitrary<Told>])[];

test('decimals, dates, times, doubles and truth values come back with every digit, in any pages and groups', async () => {
  const row = fc.tuple(
    ...typed.map(([, told]) => fc.oneof({ weight: 4, arbitrary: told }, { weight: 1, arbitrary: missing })),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 40 }),
      fc.constantFrom(7, 1000),
      fc.constantFrom(40, 1 << 20),
      fc.constantFrom('SNAPPY' as const, 'UNCOMPRESSED' as const),
      async (rows, rowGroupSize, pageSize, codec) => {
        const cells = await cellsOf({
          rowGroupSize,
          pageSize,
          codec,
          schema: [
            { name: 'root', num_children: typed.length },
            ...typed.map(([element], at) => ({ ...element, name: `c${at}`, repetition_type: 'OPTIONAL' as const })),
          ],
          columnData: typed.map((_, at) => ({ name: `c${at}`, data: rows.map((told) => told[at]?.value ?? null) })),
        });
        expect(cells).toEqual(rows.map((told) => told.map(({ cell }) => cell)));
      },
    ),
    { numRuns: 100 },
  );
});

test.each([
  ['LZ4', [0]],
  ['LZ4_RAW', [0]],
  ['SNAPPY', [0]],
] as const)('a page without a value is read, as %s packs it', (codec, bytes) => {
  expect(unpacked(Uint8Array.from(bytes), 0, codec)).toEqual(new Uint8Array());
});

/** Counts of 1000 in the description at the end of a file, which become 999: of the file, of the row group, of a column. */
function miscounted(bytes: ArrayBuffer, which: readonly number[]): Uint8Array {
  const changed = Buffer.from(bytes);
  const described = changed.length - 8 - changed.readUInt32LE(changed.length - 8);
  let found = 0;
  for (let at = described; at < changed.length - 8; at++) {
    if (changed[at] !== 0xd0 || changed[at + 1] !== 0x0f) continue;
    if (which.includes(found)) changed[at] = 0xce;
    found += 1;
  }
  expect(found).toBe(3);
  return changed;
}

test.each([
  ['in the file', [2], 'The description at its end gives different numbers of rows'],
  ['in a row group', [1], 'The description at its end gives different numbers of rows'],
  ['in a column', [0], 'The description at its end gives different numbers of rows'],
  ['in the whole description', [0, 1, 2], 'A column has more values than the table has rows'],
])('a row less %s than there are is told, and none is missing in silence', async (_, which, problem) => {
  const columnData = [
    { name: 'id', data: Array.from({ length: 1000 }, (_row, at) => `id ${at}`), type: 'STRING' as const },
  ];
  const bytes = miscounted(parquetWriteBuffer({ columnData, statistics: false }), which);
  await expect(open(bytes).then(everythingOf)).rejects.toMatchObject({
    code: 'file.export-unreadable',
    detail: expect.stringContaining(problem),
  });
});
