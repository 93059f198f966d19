import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableOf } from '../../src-main/service/reply-table.ts';

describe('a reply as a table', () => {
  it('has a row for each object of a list, and columns in the order in which they first appear', () => {
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
  ])('finds the list %s', (_, reply) => {
    expect(tableOf(reply)).toMatchObject({ columns: ['id'], rows: [['a']] });
  });

  it('takes the list that lies least deep', () => {
    expect(tableOf({ page: { links: [{ to: 'next' }] }, items: [{ id: 'a' }] })).toMatchObject({ columns: ['id'] });
  });

  it('does not look deeper than three', () => {
    expect(tableOf({ a: { b: { c: { d: [{ id: 'a' }] } } } })).toMatchObject({ columns: ['field', 'value'] });
  });

  it('shows the fields of an object without a list as names and values', () => {
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

  it('gives what is nested in a row dotted names, and writes what is deeper as JSON', () => {
    expect(tableOf([{ rule: { id: 'R1', days: { mon: true } }, tags: ['x', 'y'], empty: {} }])).toMatchObject({
      columns: ['rule.id', 'rule.days', 'tags', 'empty'],
      rows: [['R1', '{"mon":true}', '["x","y"]', '{}']],
    });
  });

  it('keeps to 30 columns and 10,000 rows, and says what it left out', () => {
    const wide = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`c${index}`, index]));
    const table = tableOf(Array.from({ length: 10_002 }, () => wide));
    expect(table?.columns).toHaveLength(30);
    expect(table?.rows).toHaveLength(10_000);
    expect(table?.omitted).toEqual({ columns: 3, rows: 2 });
  });

  it('leaves nothing in a name or a cell that would steer a terminal', () => {
    expect(tableOf([{ 'na\u001bme': 'a\u001b[2Jb\r\nc' }])).toMatchObject({ columns: ['na me'], rows: [['a [2Jb c']] });
  });

  it('shows what lies too deep to be written', () => {
    const deep: unknown = JSON.parse(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    expect(tableOf(deep)?.rows).toEqual([['a', '…']]);
  });

  it.each([undefined, null, 7, 'words', true, [], [1, 2], [[{ id: 1 }]], [{ id: 1 }, 2]])('is none for %j', (reply) => {
    expect(tableOf(reply)).toBeUndefined();
  });

  it('is whole for any reply: each row has a cell for each column', () => {
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

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (given) => void tableOf(given)),
    );
  });
});
