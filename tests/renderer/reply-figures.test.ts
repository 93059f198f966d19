import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumOf } from '../../src-renderer/service-reply/decimals.ts';
import { cellWords, groupingsOf, groupsOf, totalsOf } from '../../src-renderer/service-reply/figures.ts';

describe('A sum of decimals', () => {
  it.each([
    [[], '0'],
    [['0.1', '0.2'], '0.3'],
    [['18446744073709551616', '1'], '18446744073709551617'],
    [['-0.05', '0.01'], '-0.04'],
    [['1.50', '-1.5'], '0.00'],
    [['1e3', '2.5E-1'], '1000.25'],
    [['-0'], '0'],
  ])('of %j is %s', (texts, sum) => {
    expect(sumOf(texts)).toBe(sum);
  });

  it.each([['1e999999999'], ['1e-999999999'], ['9'.repeat(100_000)], ['NaN'], ['Infinity'], [''], ['1,000'], ['0x10']])(
    'is not told of %s',
    (text) => {
      expect(sumOf(['1', text])).toBeUndefined();
    },
  );

  it('is that of the cents', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 })), (cents) => {
        const texts = cents.map(
          (cent) =>
            `${cent < 0 ? '-' : ''}${Math.floor(Math.abs(cent) / 100)}.${String(Math.abs(cent) % 100).padStart(2, '0')}`,
        );
        const whole = cents.reduce((sum, cent) => sum + cent, 0);
        expect(Number(sumOf(texts)) * 100).toBeCloseTo(whole, 3);
      }),
    );
  });
});

const summary = {
  columns: ['day', 'currency', 'transactions', 'amount', 'rule_id', 'error_rate', 'source'],
  rows: [
    ['2026-11-21', 'EUR', '3', '10.10', '7', '0.5', 'SINGLE'],
    ['2026-11-20', 'SEK', '4', '1000', '8', '0.5', 'BATCH'],
    ['2026-11-21T10:00:00Z', 'EUR', '', '0.20', '9', '0.5', 'BATCH'],
  ],
};

describe('The cells of a reply', () => {
  it('are figures with their thousands apart and the decimals of their currency, ids as they are, and a dash for nothing', () => {
    const table = {
      columns: ['day', 'currency', 'transactions', 'amount', 'rule_id'],
      rows: [
        ['2026-11-29', 'EUR', '6337', '10971885.1', '12345'],
        ['2026-11-29', '', '6', '', '7'],
      ],
    };
    const words = cellWords(table);
    expect(table.rows.map((row) => row.map((_, column) => words(row, column)))).toEqual([
      ['2026-11-29', 'EUR', '6,337', '10,971,885.10', '12345'],
      ['2026-11-29', '–', '6', '–', '7'],
    ]);
  });
});

describe('The figures of a reply', () => {
  it('are sums of what can be added: counts as one, money by currency, no ids and no rates', () => {
    expect(totalsOf(summary)).toEqual([
      { column: 2, sums: [{ unit: '', sum: '7' }] },
      {
        column: 3,
        sums: [
          { unit: 'EUR', sum: '10.30' },
          { unit: 'SEK', sum: '1000' },
        ],
      },
    ]);
  });

  it.each([
    'batch_id',
    'id',
    'orderId',
    'status_code',
    'http_status',
    'year',
    'created_at',
    'avg_seconds',
    'percentage',
    'page_number',
  ])('have no sum of %s', (name) => {
    expect(totalsOf({ columns: [name], rows: [['1'], ['2']] })).toEqual([]);
  });

  it.each(['count', 'transactions', 'invalid_transactions', 'bytes', 'totalAmount', 'valid', 'alerts'])(
    'have a sum of %s',
    (name) => {
      expect(totalsOf({ columns: [name], rows: [['1'], ['2']] })).toEqual([
        { column: 0, sums: [{ unit: '', sum: '3' }] },
      ]);
    },
  );

  it('leave out money of very many currencies', () => {
    const rows = Array.from({ length: 9 }, (_, index) => [`C${index}`, '1']);
    expect(totalsOf({ columns: ['currency', 'amount'], rows })).toEqual([]);
  });

  it('are told by day, and by what names states', () => {
    expect(groupingsOf(summary)).toEqual([
      { column: 0, kind: 'day' },
      { column: 1, kind: 'state' },
      { column: 6, kind: 'state' },
    ]);
    expect(groupsOf(summary, { column: 0, kind: 'day' }, 2)).toEqual([
      { name: '2026-11-20', value: 4 },
      { name: '2026-11-21', value: 3 },
    ]);
    expect(groupsOf(summary, { column: 6, kind: 'state' }, undefined)).toEqual([
      { name: 'BATCH', value: 2 },
      { name: 'SINGLE', value: 1 },
    ]);
  });

  it.each([
    ['one row', { columns: ['day'], rows: [['2026-11-21']] }],
    ['days that are not all days', { columns: ['day'], rows: [['2026-11-21'], ['soon']] }],
    ['a state that never differs', { columns: ['status'], rows: [['DONE'], ['DONE']] }],
    ['no columns', { columns: [], rows: [[], []] }],
  ])('of %s are not grouped', (_, table) => {
    expect(groupingsOf(table)).toEqual([]);
  });

  it('of any texts are made without a failure, and count every row that names a group', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('', '2026-11-21', '1', '1e400', '-5', '__proto__', 'constructor'),
    );
    const columns = ['status', 'day', 'amount', 'currency', '__proto__'];
    const rows = fc.array(fc.array(cell, { minLength: 5, maxLength: 5 }), { maxLength: 12 });
    fc.assert(
      fc.property(rows, (cells) => {
        const table = { columns, rows: cells };
        totalsOf(table);
        for (const grouping of groupingsOf(table)) {
          const named = cells.filter((row) => row[grouping.column] !== '').length;
          const groups = groupsOf(table, grouping, undefined);
          expect(groups.reduce((sum, { value }) => sum + value, 0)).toBe(named);
          for (const { value } of groupsOf(table, grouping, 2)) expect(value).not.toBeNaN();
        }
      }),
    );
  });
});
