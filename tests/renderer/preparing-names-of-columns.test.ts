import { describe, expect, it } from 'vitest';
import { dataAsNames } from '../../src-renderer/preparing/names-of-columns.ts';
import { startTexts } from '../../src-renderer/texts/mapping.ts';

const names = ['Booking ID', 'Customer No', 'Counterparty', 'Amount', 'Currency', 'Booked at'];
const booking = (at: number) => [`BK-10-10000${at}`, `C-${at}`, 'ACME', '-32.255,38', 'EUR', `0${at}.10.2026 08:00`];
const title = ['Bookings of October', null, null, null, null, null];

const table = (rows: readonly (readonly (string | null)[])[], headerRow: number) => ({
  name: '',
  columns: (rows[headerRow - 1] ?? []).map((cell, at) => cell ?? `Column ${at + 1}`),
  reading: { format: 'delimited' as const, headerRow },
  head: rows.slice(0, headerRow).map((cells, at) => ({ number: at + 1, cells: [...cells] })),
});

describe('The row with the names of the columns', () => {
  const rows = [title, names, booking(1), booking(2), booking(3)];

  it('is a row of data where names are amounts, days and ids, and the row of names is above it', () => {
    expect(dataAsNames(table(rows, 5))).toEqual({
      values: ['BK-10-100003', '-32.255,38', '03.10.2026 08:00'],
      row: 5,
      likelier: 2,
    });
    expect(startTexts.dataAsNames(dataAsNames(table(rows, 5)) ?? expect.fail())).toBe(
      'Row 5 was taken for the names of the columns, but has values such as “BK-10-100003”, “-32.255,38”, “03.10.2026 08:00”. The 4 rows above it are not read.',
    );
  });

  it('has names as long as they are words, whatever stands above', () => {
    expect(dataAsNames(table(rows, 2))).toBeUndefined();
    expect(dataAsNames(table(rows, 1))).toBeUndefined();
    const withYears = [['Account', 'Country', 'Kind', '2024', '2025', '7', 'Note', 'Currency']];
    expect(dataAsNames(table(withYears, 1))).toBeUndefined();
  });

  it('is not guessed where no row above it has names', () => {
    expect(dataAsNames(table([booking(1), booking(2)], 2))).toMatchObject({ row: 2, likelier: undefined });
  });

  it('is none where the table has none', () => {
    const none = { ...table(rows, 5), reading: { format: 'delimited' as const, headerRow: 0 } };
    expect(dataAsNames(none)).toBeUndefined();
    expect(dataAsNames({ ...none, reading: { format: 'parquet' } })).toBeUndefined();
  });
});
