import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  columnTemplate,
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

describe('a table', () => {
  it('tells columns of numbers from columns of words', () => {
    expect(numberColumns(table)).toEqual([false, true]);
  });

  it('takes a column of gaps alone for no numbers', () => {
    expect(numberColumns({ columns: ['a'], rows: [[''], ['']] })).toEqual([false]);
  });

  it('sorts numbers by what they are worth, gaps last', () => {
    expect(column(1)).toEqual(['-2.5e3', '9', '10', '']);
  });

  it('leaves gaps last in the other direction, too', () => {
    expect(column(1, true)).toEqual(['10', '9', '-2.5e3', '']);
  });

  it('sorts words as people count', () => {
    expect(column(0)).toEqual(['alpha', 'beta', 'rule 9', 'rule 10']);
  });

  it('loses no row by being sorted', () => {
    const rows = fc.array(fc.array(fc.oneof(fc.string(), fc.integer().map(String)), { minLength: 2, maxLength: 2 }));
    fc.assert(
      fc.property(rows, fc.boolean(), (cells, isDescending) => {
        const sorted = ordered({ columns: ['a', 'b'], rows: cells }, { column: 0, isDescending });
        expect(sorted.map(String).toSorted()).toEqual(cells.map(String).toSorted());
      }),
    );
  });

  it('goes up, down, and back to how it came with each click', () => {
    const up = nextOrder(undefined, 1);
    const down = nextOrder(up, 1);
    expect([up, down, nextOrder(down, 1)]).toEqual([
      { column: 1, isDescending: false },
      { column: 1, isDescending: true },
      undefined,
    ]);
  });

  it('gives the room that is left to words', () => {
    expect(columnTemplate(table)).toBe('minmax(7ch, 1fr) 7ch');
  });
});

describe('a table as CSV', () => {
  it('quotes what would break a line or a cell', () => {
    expect(csvOf({ columns: ['a', 'b'], rows: [['x,y', 'say "hi"\n']] })).toBe('a,b\r\n"x,y","say ""hi""\n"\r\n');
  });

  it.each(['=1+1', '+49', '-x', '@a', '\tb'])('keeps a spreadsheet from taking %j for a formula', (cell) => {
    expect(csvOf({ columns: ['a'], rows: [[cell]] })).toContain(`'${cell}`);
  });

  it('leaves negative numbers numbers', () => {
    expect(csvOf({ columns: ['a'], rows: [['-12.5']] })).toBe('a\r\n-12.5\r\n');
  });
});
