import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  columnWidths,
  csvOf,
  nextOrder,
  numberColumns,
  ordered,
} from '../../src-renderer/service-reply/table-order.ts';

const table = {
  columns: ['name', 'count'],
  rows: [
    ['beta', '10'],
    ['alpha', ''],
    ['rule 10', '9'],
    ['rule 9', '-2.5e3'],
  ],
};
const column = (index: number, isDescending = false) =>
  ordered(table, { column: index, isDescending }).map((row) => row[index]);

describe('A table', () => {
  it('A table distinguishes columns of numbers from columns of words', () => {
    expect(numberColumns(table)).toEqual([false, true]);
  });

  it('A column that contains only gaps is not numeric', () => {
    expect(numberColumns({ columns: ['a'], rows: [[''], ['']] })).toEqual([false]);
  });

  it('A table sorts numbers by value, gaps last', () => {
    expect(column(1)).toEqual(['-2.5e3', '9', '10', '']);
  });

  it('A table keeps gaps last in the other direction, too', () => {
    expect(column(1, true)).toEqual(['10', '9', '-2.5e3', '']);
  });

  it('A table sorts numbers inside words by value', () => {
    expect(column(0)).toEqual(['alpha', 'beta', 'rule 9', 'rule 10']);
  });

  it('Sorting a table loses no row', () => {
    const rows = fc.array(fc.array(fc.oneof(fc.string(), fc.integer().map(String)), { minLength: 2, maxLength: 2 }));
    fc.assert(
      fc.property(rows, fc.boolean(), (cells, isDescending) => {
        const sorted = ordered({ columns: ['a', 'b'], rows: cells }, { column: 0, isDescending });
        expect(sorted.map(String).toSorted()).toEqual(cells.map(String).toSorted());
      }),
    );
  });

  it('Each click on a column head sorts up, down, and back to the original order', () => {
    const up = nextOrder(undefined, 1);
    const down = nextOrder(up, 1);
    expect([up, down, nextOrder(down, 1)]).toEqual([
      { column: 1, isDescending: false },
      { column: 1, isDescending: true },
      undefined,
    ]);
  });

  it('Text columns share the remaining width of a table', () => {
    expect(columnWidths(table)).toEqual(['minmax(7ch, 1fr)', '7ch']);
  });
});

describe('A table as CSV', () => {
  it('The CSV of a table quotes what would break a line or a cell', () => {
    expect(csvOf({ columns: ['a', 'b'], rows: [['x,y', 'say "hi"\n']] })).toBe('a,b\r\n"x,y","say ""hi""\n"\r\n');
  });

  it.each(['=1+1', '+49', '-x', '@a', '\tb'])(
    'In the CSV of a table, no spreadsheet takes %j for a formula',
    (cell) => {
      expect(csvOf({ columns: ['a'], rows: [[cell]] })).toContain(`'${cell}`);
    },
  );

  it('The CSV of a table keeps negative numbers as numbers', () => {
    expect(csvOf({ columns: ['a'], rows: [['-12.5']] })).toBe('a\r\n-12.5\r\n');
  });
});
