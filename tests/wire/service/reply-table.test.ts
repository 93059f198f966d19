import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactValueOf, Numeral } from '../../../src-main/wire/service/exact-json.ts';
import { tableOf } from '../../../src-main/wire/service/reply-table.ts';

describe('a reply as a table', () => {
  it('a table has a row for each object of a list, and columns in the order of their first appearance', () => {
    expect(
      tableOf([
        { id: 1, state: 'DONE' },
        { id: 2, count: 7, state: '' },
      ]),
    ).toEqual({
      columns: ['id', 'state', 'count'],
      rows: [
        ['1', 'DONE', ''],
        ['2', '', '7'],
      ],
      beside: [],
      omitted: { columns: 0, rows: 0, beside: 0 },
    });
  });

  it.each([
    ['under a name', { total: 1, batches: [{ id: 'a' }] }],
    ['three deep', { data: { page: { items: [{ id: 'a' }] } } }],
    ['beside an empty list', { before: [], after: [{ id: 'a' }] }],
    ['beside a list of words', { tags: ['x'], found: [{ id: 'a' }] }],
  ])('a table finds the list %s', (_, reply) => {
    expect(tableOf(reply)).toMatchObject({ columns: ['id'], rows: [['a']] });
  });

  it('a table takes the least deep list', () => {
    expect(tableOf({ page: { links: [{ to: 'next' }] }, items: [{ id: 'a' }] })).toMatchObject({ columns: ['id'] });
  });

  it('a table does not look deeper than three', () => {
    expect(tableOf({ a: { b: { c: { d: [{ id: 'a' }] } } } })).toMatchObject({ columns: ['field', 'value'] });
  });

  it('a table shows the fields of an object without a list as names and values', () => {
    expect(tableOf({ status: 'UP', limits: { minute: 100 }, gone: null, none: [] })).toEqual({
      columns: ['field', 'value'],
      rows: [
        ['status', 'UP'],
        ['limits.minute', '100'],
        ['gone', ''],
        ['none', '[]'],
      ],
      beside: [],
      omitted: { columns: 0, rows: 0, beside: 0 },
    });
  });

  it('nested values of a row get dotted names, and deeper ones are written as JSON', () => {
    expect(tableOf([{ rule: { id: 'R1', days: { mon: true } }, tags: ['x', 'y'], empty: {} }])).toMatchObject({
      columns: ['rule.id', 'rule.days', 'tags', 'empty'],
      rows: [['R1', '{"mon":true}', '["x","y"]', '{}']],
    });
  });

  it('a table has at most 30 columns and 10,000 rows, and reports what it left out', () => {
    const wide = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`c${index}`, index]));
    const table = tableOf(Array.from({ length: 10_002 }, () => wide));
    expect(table?.columns).toHaveLength(30);
    expect(table?.rows).toHaveLength(10_000);
    expect(table?.omitted).toEqual({ columns: 3, rows: 2, beside: 0 });
  });

  it('a value that is too deep to be written is still shown', () => {
    const deep: unknown = JSON.parse(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    expect(tableOf(deep)?.rows).toEqual([['a', '…']]);
  });

  it.each([undefined, null, 7, 'words', true, []])('%j is no table', (reply) => {
    expect(tableOf(reply)).toBeUndefined();
  });

  it.each([
    ['a list of numbers', [1, 2], ['value'], [['1'], ['2']]],
    ['a list of lists', [[{ id: 1 }]], ['value'], [['[{"id":1}]']]],
    [
      'a list of mixed shapes',
      [{ id: 1 }, 2, null, 'x'],
      ['id', 'value'],
      [
        ['1', ''],
        ['', '2'],
        ['', ''],
        ['', 'x'],
      ],
    ],
    [
      'a mixed list under a name',
      { found: ['x', { id: 1 }] },
      ['value', 'id'],
      [
        ['x', ''],
        ['', '1'],
      ],
    ],
  ])('a table shows %s', (_, reply, columns, rows) => {
    expect(tableOf(reply)).toMatchObject({ columns, rows });
  });

  it('a table names what stands beside its list', () => {
    const reply = { total: 2, page: { number: 1, items: [{ id: 'a' }], next: null }, meta: { of: { day: 'x' } } };
    expect(tableOf(reply)?.beside).toEqual([
      ['total', '2'],
      ['page.number', '1'],
      ['page.next', ''],
      ['meta.of.day', 'x'],
    ]);
  });

  it('two values with one name both stay', () => {
    const table = tableOf([{ 'a.b': 'key', a: { b: 'inner' } }]);
    expect(table).toMatchObject({
      columns: ['a.b', 'a.b (2)'],
      rows: [['key', 'inner']],
    });
  });

  it('keys that every object has are keys like others', () => {
    const reply: unknown = JSON.parse('[{"__proto__":{"a":1},"constructor":2,"toString":"x"}]');
    expect(tableOf(reply)).toMatchObject({ columns: ['__proto__.a', 'constructor', 'toString'] });
  });

  it('no value is lost, whatever the reply: it stands in a row or beside the list, unless that is said', () => {
    const leaves = (value: unknown): string[] => {
      if (value === null) return [];
      if (typeof value !== 'object') return [String(value)];
      return Object.values(value).flatMap(leaves);
    };
    const plain = (text: string) => text.replace(/[\p{Cc}\s]+/gu, '');
    // Within a cell that is JSON, a text is escaped.
    const isIn = (cells: string[], leaf: string) =>
      cells.some((cell) => plain(cell).includes(plain(leaf)) || cell.includes(JSON.stringify(leaf).slice(1, -1)));
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (reply) => {
        const table = tableOf(reply);
        const isWhole = table !== undefined && Object.values(table.omitted).every((count) => count === 0);
        if (!isWhole) return;
        const cells = [...table.rows.flat(), ...table.beside.map(([, value]) => value)];
        expect(leaves(reply).filter((leaf) => !isIn(cells, leaf))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('every row has a cell for each column, for any reply', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(fc.string(), fc.jsonValue()))), (reply) => {
        const table = tableOf(reply);
        for (const row of table?.rows ?? []) {
          expect(row).toHaveLength(table?.columns.length ?? -1);
          expect(row.every((cell) => typeof cell === 'string')).toBe(true);
        }
      }),
    );
  });

  it('making a table never throws', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (given) => void tableOf(given)),
    );
  });
});

describe('a reply with its numbers as they are written', () => {
  it.each(['18446744073709551616', '-0', '1.10', '1E+400', '0.1000000000000000055511151231257827'])(
    '%s is shown so',
    (numeral) => {
      expect(tableOf(exactValueOf(`[{"id":${numeral},"deep":{"er":[${numeral}]}}]`))?.rows).toEqual([
        [numeral, `[${numeral}]`],
      ]);
    },
  );

  it('texts that look like numbers, and escaped ones, stay texts', () => {
    const text = String.raw`{"n1":"n1","t":"t\"2","\u0022":"\\","__proto__":"-3 ]","e":""}`;
    expect(tableOf(exactValueOf(text))?.rows).toEqual([
      ['n1', 'n1'],
      ['t', 't"2'],
      ['"', '\\'],
      ['__proto__', '-3 ]'],
      ['e', ''],
    ]);
  });

  it('apart from its numbers, any value is what JSON.parse makes of it', () => {
    const withNumbers = (value: unknown): unknown => {
      if (value instanceof Numeral) return Number(value.text);
      if (Array.isArray(value)) return value.map(withNumbers);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNumbers(inner)]));
    };
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(withNumbers(exactValueOf(text))).toEqual(JSON.parse(text));
      }),
    );
  });
});
