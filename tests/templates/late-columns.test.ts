import { expect, it } from 'vitest';
import { lateColumnsOf } from '../../src-main/templates/late-columns.ts';
import { column, templateOf } from './templates.ts';

const template = templateOf({ columns: ['id', 'known'], fields: { payment_type: column('known') } });
const row = (...others: [string, string][]) => ({ number: 1201, cells: ['1'], others });

it('A column that comes late, and of which the template takes nothing, is told with its row', () => {
  expect(lateColumnsOf(template)(row(['late', 'x']))).toMatchObject([
    { row: 1201, column: 'late', cell: 'x', rule: 'row.late-column', severity: 'warning' },
  ]);
});

it('A column that the template reads, and an empty cell, are no loss', () => {
  expect(lateColumnsOf(template)(row(['known', 'x'], ['late', ' ']))).toEqual([]);
});

it('Where other columns become additional fields, nothing is left out', () => {
  expect(lateColumnsOf({ ...template, otherColumns: 'additional-fields' })(row(['late', 'x']))).toEqual([]);
});
