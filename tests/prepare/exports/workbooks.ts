/** @file Workbooks and Parquet files. Their files were made by make-files.py with openpyxl, xlsxwriter and pyarrow. */

import type { Template } from '../../../src-shared/template-shapes.ts';
import { type AwkwardExport, kept, paid, payments, texted, texts } from './awkward-export.ts';

const workbook = (
  reading: Partial<Extract<Template['reading'], { format: 'xlsx' }>>,
  changes: Partial<Template> = {},
) => ({
  ...payments,
  reading: { format: 'xlsx' as const, ...reading },
  dates: { formats: ['iso'], zone: 'as-written' },
  ...changes,
});

const typed = [
  'id',
  'count',
  'unsigned',
  'small',
  'amount',
  'price',
  'double',
  'day',
  'flag',
  'kind',
  'owner.name',
  'owner.age',
  'Column 16',
];
const typedLines = [
  texted({
    id: 'A',
    count: '9223372036854775807',
    unsigned: '18446744073709551615',
    small: '-128',
    amount: '12345678901234567890123456789012345.678',
    price: '1234.50',
    double: '0.1',
    day: '2024-02-29',
    flag: 'true',
    kind: 'CR',
    'owner.name': 'Müller',
    'owner.age': '5',
    'Column 16': 'nameless',
  }),
  texted({
    id: 'B',
    count: '-9007199254740993',
    unsigned: '0',
    small: '127',
    amount: '-0.100',
    price: '-0.05',
    double: '1e+300',
    day: '1900-03-01',
    flag: 'false',
    kind: 'DR',
  }),
  texted({ id: 'C' }),
];

const moment = (column: string, zone: string): Template => ({
  ...payments,
  reading: { format: 'parquet' },
  columns: ['id', column],
  dates: { formats: ['iso'], zone },
  fields: { 'modification.created_at': { source: { from: 'column', column } } },
  additionalFields: { id: { source: { from: 'column', column: 'id' } } },
});
const at = (id: string, moment?: string) =>
  moment === undefined
    ? `{"additional_fields":{"id":"${id}"}}`
    : `{"modification":{"created_at":"${moment}"},"additional_fields":{"id":"${id}"}}`;

const parquet = (name: string, file: string): AwkwardExport => ({
  name,
  files: { [file]: kept(file) },
  template: texts(typed, { format: 'parquet' }),
  outcome: { lines: typedLines },
});

export const workbooks: readonly AwkwardExport[] = [
  {
    name: 'a workbook of openpyxl: dates by their style, rich text, escapes, gaps between rows, numbers as they are written',
    files: { 'umsaetze.xlsx': kept('umsaetze.xlsx') },
    template: workbook({ sheets: ['Umsätze'] }),
    outcome: {
      lines: [
        paid('A', '1.5'),
        paid('B', '0.1', '2024-01-02T13:45:06'),
        paid('1.234567890123457e+16', '-7', '1900-03-01T00:00:00'),
        paid('rich bold & <end>', '1000000000000000', '2024-12-31T23:59:59'),
        paid('a\rb\nc', '12345678901234567890123456789012345678'),
        paid('after a gap', '3'),
      ],
    },
  },
  {
    name: 'a workbook counts its days from 1904 where it says so',
    files: { 'mac.xlsx': kept('mac-1904.xlsx') },
    template: workbook({}),
    outcome: { lines: [paid('mac', '1', '2024-01-02T12:30:00'), paid('first day', '1', '1904-01-02T00:00:00')] },
  },
  {
    name: 'texts within cells, formulas with their results, true, errors, 29 February 1900, and rows as the sheet counts them',
    files: { 'inline.xlsx': kept('inline.xlsx') },
    template: workbook(
      { headerRow: 3 },
      { leaveOutRows: [{ column: 'Reference', test: 'one-of', values: ['Total'] }] },
    ),
    outcome: {
      lines: [paid('A', '1.25'), paid('B', '2'), paid('E', '4.5'), paid('F', '5', '1900-02-28T00:00:00')],
      refused: [{ row: 6, column: 'Booked' }, { row: 7 }],
    },
  },
  {
    name: 'the sheets that are wanted are read one after the other',
    files: { 'two-sheets.xlsx': kept('two-sheets.xlsx') },
    template: workbook({ sheets: ['February', 'January & co'] }),
    outcome: { lines: [paid('F', '1'), paid('J', '1')] },
  },
  {
    name: 'a sheet that is wanted and not there is named',
    files: { 'two-sheets.xlsx': kept('two-sheets.xlsx') },
    template: workbook({ sheets: ['March'] }),
    outcome: { error: 'file.export-unreadable', says: /March/ },
  },
  parquet(
    'Parquet keeps integers of 64 bits, decimals of 38 digits, days, dictionaries and what is within',
    'types-snappy.parquet',
  ),
  parquet('Parquet packed with zstd, pages of version 2', 'types-zstd-v2.parquet'),
  parquet('Parquet packed with gzip, a group for each row', 'types-gzip-groups.parquet'),
  parquet('Parquet packed with brotli, decimals as integers', 'types-brotli.parquet'),
  {
    name: 'Parquet keeps microseconds',
    files: { 'types.parquet': kept('types-snappy.parquet') },
    template: moment('micro', 'as-written'),
    outcome: { lines: [at('A', '2024-01-02T12:34:56.123456'), at('B', '1970-01-01T00:00:00'), at('C')] },
  },
  {
    name: 'Parquet keeps nanoseconds, which are moments where they are in UTC',
    files: { 'types.parquet': kept('types-snappy.parquet') },
    template: moment('nano', 'Europe/Berlin'),
    outcome: { lines: [at('A', '2024-01-02T13:34:56.123456789'), at('B', '1970-01-01T01:00:00'), at('C')] },
  },
  {
    name: 'Parquet has moments before 1970',
    files: { 'types.parquet': kept('types-snappy.parquet') },
    template: moment('milli', 'as-written'),
    outcome: { lines: [at('A', '2024-01-02T12:34:56.123'), at('B', '1969-12-31T23:59:59.999'), at('C')] },
  },
  {
    name: 'Parquet without rows has nothing to prepare',
    files: { 'empty.parquet': kept('empty.parquet') },
    template: texts(['a'], { format: 'parquet' }),
    outcome: { error: 'preparation.nothing' },
  },
  {
    name: 'Parquet that is cut off says so',
    files: { 'cut.parquet': kept('cut.parquet') },
    template: texts(['a'], { format: 'parquet' }),
    outcome: { error: 'file.export-unreadable' },
  },
];
