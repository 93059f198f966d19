/** @file The values of a column, as the rows that were looked at have them. */

import { expect, it } from 'vitest';
import { valuesOf } from '../../src-main/actions/preparation-rows.ts';

const table = (estimatedRows: number | undefined) => ({
  columns: ['id', 'method'],
  rows: ['SEPA', 'SWIFT', 'SEPA ', ''].map((method, at) => ({ number: at + 2, cells: [`B${at}`, method] })),
  estimatedRows,
});
const counted = {
  ...{ column: 'method', empty: 1, isCut: false },
  values: [
    { value: 'SEPA', count: 2 },
    { value: 'SWIFT', count: 1 },
  ],
};

it('are counted in all rows, most frequent first', () => {
  expect(valuesOf({ tables: [table(4)] }, ['method'])).toEqual([counted]);
});

it('say how many rows were looked at where there are more', () => {
  expect(valuesOf({ tables: [table(350)] }, ['method'])).toEqual([{ ...counted, looked: 4 }]);
  expect(valuesOf({ tables: [table(undefined)] }, ['method'])).toEqual([{ ...counted, looked: 4 }]);
});
