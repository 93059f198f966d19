import { expect, it } from 'vitest';
import {
  pictureOf,
  rowsOfStart,
  startPictures,
  withHeaderRow,
  withSheets,
} from '../../src-renderer/preparing/table-start.ts';
import { whatChanged } from '../../src-renderer/preparing/what-changed.ts';
import type { PreparationDraft, PreparationTable } from '../../src-shared/contract.ts';
import { paymentTemplate } from '../prepare/exports.ts';

const sheet = (name: string, headerRow: number): PreparationTable => ({
  name,
  columns: ['Betrag', 'Land'],
  reading: { format: 'xlsx', headerRow },
  sampled: 1,
  isAll: true,
  faults: [],
  head: Array.from({ length: headerRow }, (_, at) => ({
    number: at + 1,
    cells: at + 1 < headerRow ? ['Umsätze', null] : ['Betrag', 'Land'],
  })),
  rows: [{ number: headerRow + 1, cells: ['1,50', ''] }],
});

it('Sheets that are not taken are shown too', () => {
  const sheets = [
    { name: 'Deckblatt', isTaken: false },
    { name: 'Umsätze', isTaken: true },
  ];
  expect(startPictures([sheet('Umsätze', 3)], sheets)).toMatchObject([
    { name: 'Deckblatt', isTaken: false, table: undefined },
    { name: 'Umsätze', isTaken: true, table: { name: 'Umsätze' } },
  ]);
});

it('What begins in one row of a sheet begins in another row of another sheet', () => {
  const tables = [sheet('Deckblatt', 1), sheet('Umsätze', 3)];
  expect(withSheets(tables, ['Umsätze'])).toEqual({ format: 'xlsx', sheets: ['Umsätze'], headerRow: 3 });
  expect(withSheets(tables, ['Deckblatt', 'Umsätze'])).toEqual({ format: 'xlsx', sheets: ['Deckblatt', 'Umsätze'] });
});

it('The row of names is one of the first, and stands out in the picture', () => {
  const table = sheet('Umsätze', 3);
  expect(rowsOfStart(table).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(pictureOf(table).map(({ isHeader, isFilled }) => [isHeader, ...isFilled])).toEqual([
    [false, true, false],
    [false, true, false],
    [true, true, true],
    [false, true, false],
  ]);
  expect(withHeaderRow(table, 2)).toEqual({ format: 'xlsx', headerRow: 2 });
  expect(withHeaderRow({ ...table, reading: { format: 'parquet' } }, 2)).toBeUndefined();
});

const draft: PreparationDraft = {
  template: paymentTemplate,
  split: { by: 'size', maxBytes: 2_000_000_000, maxTransactions: 1000, keepPayments: true },
  figures: [],
};
const withTemplate = (part: Partial<PreparationDraft['template']>): PreparationDraft => ({
  ...draft,
  template: { ...paymentTemplate, ...part },
});

it('A step is called by what it has changed', () => {
  const { payment_source_country: country, ...fields } = paymentTemplate.fields;
  expect(whatChanged(draft, withTemplate({ fields }))).toEqual({
    of: 'source',
    field: 'payment_source_country',
    columns: [],
    isMade: false,
  });
  expect(whatChanged(withTemplate({ fields }), draft)).toEqual({
    of: 'source',
    field: 'payment_source_country',
    columns: ['country'],
    isMade: true,
  });
  const coded = { ...country, source: { from: 'column' as const, column: 'country' }, letters: 'upper' as const };
  expect(whatChanged(draft, withTemplate({ fields: { ...fields, payment_source_country: coded } }))).toEqual({
    of: 'reading',
    field: 'payment_source_country',
  });
  expect(whatChanged(draft, withTemplate({ leaveOutRows: [{ column: 'id', test: 'empty' }] }))).toEqual({
    of: 'rows-left-out',
  });
  const direction = { by: 'column' as const, column: 'note', incoming: ['C'], outgoing: ['D'] };
  expect(whatChanged(draft, withTemplate({ direction, fields: {} }))).toEqual({ of: 'direction' });
  expect(whatChanged(draft, { ...draft, figures: [{ currency: 'EUR', count: 2 }] })).toEqual({ of: 'figures' });
  expect(whatChanged(draft, { ...draft })).toBeUndefined();
});
