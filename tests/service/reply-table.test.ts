import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableOf } from '../../src-main/service/reply-table.ts';

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
      omitted: { columns: 0, rows: 0 },
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
      omitted: { columns: 0, rows: 0 },
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
    expect(table?.omitted).toEqual({ columns: 3, rows: 2 });
  });

  it('names and cells hold nothing that would control a terminal', () => {
    expect(tableOf([{ 'na\u001bme': 'a\u001b[2Jb\r\nc' }])).toMatchObject({ columns: ['na me'], rows: [['a [2Jb c']] });
  });

  it('a value that is too deep to be written is still shown', () => {
    const deep: unknown = JSON.parse(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    expect(tableOf(deep)?.rows).toEqual([['a', '…']]);
  });

  it.each([undefined, null, 7, 'words', true, [], [1, 2], [[{ id: 1 }]], [{ id: 1 }, 2]])('%j is no table', (reply) => {
    expect(tableOf(reply)).toBeUndefined();
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
