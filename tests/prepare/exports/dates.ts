/** @file Dates as banks write them. Results were worked out with the calendar and `date` of Linux. */

import type { Dates } from '../../../src-shared/template-shapes.ts';
import { type AwkwardExport, payments } from './awkward-export.ts';

/** Cells with the date-time that must be written, or undefined where the row must be refused. */
const dateCase = (
  name: string,
  dates: Dates,
  cells: readonly (readonly [string, string | undefined])[],
): AwkwardExport => ({
  name,
  files: { 'dates.tsv': `Booked\tOther\n${cells.map(([cell]) => `${cell}\tx\n`).join('')}` },
  template: {
    ...payments,
    columns: ['Booked', 'Other'],
    reading: { format: 'delimited', delimiter: '\t' },
    dates,
    fields: { 'modification.created_at': { source: { from: 'column', column: 'Booked' } } },
    additionalFields: {},
  },
  outcome: {
    lines: cells.flatMap(([, date]) => (date === undefined ? [] : [`{"modification":{"created_at":"${date}"}}`])),
    refused: cells.flatMap(([, date], at) => (date === undefined ? [{ row: at + 2, column: 'Booked' }] : [])),
  },
});

export const dateExports: readonly AwkwardExport[] = [
  dateCase(
    'days come first, and only days of the calendar are taken',
    { formats: ['DD.MM.YYYY'], zone: 'as-written' },
    [
      ['02.01.2024', '2024-01-02T00:00:00'],
      ['29.02.2024', '2024-02-29T00:00:00'],
      ['29.02.2000', '2000-02-29T00:00:00'],
      ['31.12.1999', '1999-12-31T00:00:00'],
      ['29.02.2023', undefined],
      ['29.02.1900', undefined],
      ['31.04.2024', undefined],
      ['00.01.2024', undefined],
      ['01.13.2024', undefined],
      ['00.00.0000', undefined],
      ['01.01.24', undefined],
      ['2024-01-02', undefined],
      ['01/02/2024', undefined],
      ['02.01.2024 10:00', undefined],
      ['yesterday', undefined],
    ],
  ),
  dateCase('months come first, and years may have two digits', { formats: ['MM/DD/YY'], zone: 'as-written' }, [
    ['01/02/24', '2024-01-02T00:00:00'],
    ['12/31/99', '1999-12-31T00:00:00'],
    ['02/29/00', '2000-02-29T00:00:00'],
    ['13/01/24', undefined],
    ['02/30/24', undefined],
  ]),
  dateCase('formats are tried in their order', { formats: ['DD/MM/YYYY', 'MM/DD/YYYY'], zone: 'as-written' }, [
    ['02/01/2024', '2024-01-02T00:00:00'],
    ['12/31/2024', '2024-12-31T00:00:00'],
    ['31/12/2024', '2024-12-31T00:00:00'],
    ['32/01/2024', undefined],
  ]),
  dateCase(
    'clocks have 12 or 24 hours',
    { formats: ['MM/DD/YYYY hh:mm A', 'DD.MM.YYYY HH:mm:ss'], zone: 'as-written' },
    [
      ['01/02/2024 12:05 AM', '2024-01-02T00:05:00'],
      ['01/02/2024 12:05 PM', '2024-01-02T12:05:00'],
      ['01/02/2024 11:59 pm', '2024-01-02T23:59:00'],
      ['02.01.2024 23:59:59', '2024-01-02T23:59:59'],
      ['01/02/2024 13:05 PM', undefined],
      ['01/02/2024 00:05 AM', undefined],
      ['02.01.2024 24:00:01', undefined],
      ['02.01.2024 10:60:00', undefined],
    ],
  ),
  dateCase('months have names, in any case', { formats: ['D-MMM-YYYY'], zone: 'as-written' }, [
    ['2-Jan-2024', '2024-01-02T00:00:00'],
    ['31-DEC-2023', '2023-12-31T00:00:00'],
    ['30-Feb-2024', undefined],
    ['2-Foo-2024', undefined],
  ]),
  dateCase('eight digits are a day', { formats: ['YYYYMMDD'], zone: 'as-written' }, [
    ['20240102', '2024-01-02T00:00:00'],
    ['20240230', undefined],
    ['202401', undefined],
    ['202401021', undefined],
    ['00000000', undefined],
  ]),
  dateCase('ISO 8601 stays as it is written, and loses its offset', { formats: ['iso'], zone: 'as-written' }, [
    ['2024-03-31T02:30:00', '2024-03-31T02:30:00'],
    ['2024-03-31T02:30:00Z', '2024-03-31T02:30:00'],
    ['2024-03-31T02:30:00+05:30', '2024-03-31T02:30:00'],
    ['2024-03-31 02:30:00', '2024-03-31T02:30:00'],
    ['2024-03-31', '2024-03-31T00:00:00'],
    ['2024-03-31T02:30', '2024-03-31T02:30:00'],
    ['2024-03-31T02:30:00.123456', '2024-03-31T02:30:00.123456'],
    ['2024-02-30T02:30:00', undefined],
    ['2024-03-31T25:30:00', undefined],
    ['31.03.2024', undefined],
  ]),
  dateCase(
    'around the change of clocks, moments become the time on the wall',
    { formats: ['iso'], zone: 'Europe/Berlin' },
    [
      ['2024-03-31T00:59:59Z', '2024-03-31T01:59:59'],
      ['2024-03-31T01:00:00Z', '2024-03-31T03:00:00'],
      ['2024-10-27T00:30:00Z', '2024-10-27T02:30:00'],
      ['2024-10-27T01:30:00Z', '2024-10-27T02:30:00'],
      ['2024-10-27T02:30:00+02:00', '2024-10-27T02:30:00'],
      ['2024-10-27T02:30:00+01:00', '2024-10-27T02:30:00'],
      ['2023-12-31T23:30:00Z', '2024-01-01T00:30:00'],
      ['2024-03-31T02:30:00', '2024-03-31T02:30:00'],
      ['2024-01-01T00:30:00.123456789+01:00', '2024-01-01T00:30:00.123456789'],
    ],
  ),
  dateCase('a fixed offset is a zone', { formats: ['iso'], zone: '+05:30' }, [
    ['2024-01-01T20:00:00Z', '2024-01-02T01:30:00'],
    ['2024-01-01T20:00:00-03:00', '2024-01-02T04:30:00'],
  ]),
  dateCase('seconds since 1970 are moments', { formats: ['unix-seconds'], zone: 'Europe/Berlin' }, [
    ['1711846799', '2024-03-31T01:59:59'],
    ['1711846800', '2024-03-31T03:00:00'],
    ['1729987200', '2024-10-27T02:00:00'],
    ['1729990800', '2024-10-27T02:00:00'],
    ['0', '1970-01-01T01:00:00'],
    ['2024-01-01', undefined],
    ['x', undefined],
  ]),
  dateCase('milliseconds since 1970 keep their milliseconds', { formats: ['unix-milliseconds'], zone: 'UTC' }, [
    ['1711846799999', '2024-03-31T00:59:59.999'],
  ]),
  dateCase('serial dates of Excel, with its day that never was', { formats: ['excel-serial'], zone: 'as-written' }, [
    ['45292', '2024-01-01T00:00:00'],
    ['45292.75', '2024-01-01T18:00:00'],
    ['45292.520833333336', '2024-01-01T12:30:00'],
    ['45292.5208333333', '2024-01-01T12:30:00'],
    ['1', '1900-01-01T00:00:00'],
    ['59', '1900-02-28T00:00:00'],
    ['60', undefined],
    ['60.5', undefined],
    ['61', '1900-03-01T00:00:00'],
    ['2958465', '9999-12-31T00:00:00'],
    ['2958466', undefined],
    ['-1', undefined],
    ['01.01.2024', undefined],
  ]),
];
