import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RowMap, RowMapWriter } from '../../src-main/exports/row-map.ts';

function textOf(rows: readonly (readonly [table: number, row: number, count: number])[]): string {
  let text = '';
  const writer = new RowMapWriter((part) => {
    text += part;
  });
  for (const [table, row, count] of rows) writer.add(table, row, count);
  writer.finish();
  return text;
}

it('Rows that follow one another are one run; the header and what was left out are skipped', () => {
  const rows = [
    [0, 2, 3],
    [0, 5, 2],
    [0, 10, 1],
    [1, 2, 4],
  ] as const;
  expect(textOf(rows)).toBe('0:2+5 3+1 1:2+4');
});

it('A line leads to its row', () => {
  const map = RowMap.parse('0:2+5 3+1 1:2+4');
  expect(map?.originOf(1)).toEqual({ table: 0, row: 2 });
  expect(map?.originOf(5)).toEqual({ table: 0, row: 6 });
  expect(map?.originOf(6)).toEqual({ table: 0, row: 10 });
  expect(map?.originOf(10)).toEqual({ table: 1, row: 5 });
});

it.each([0, -1, 11])('Line %s leads nowhere', (line) => {
  expect(RowMap.parse('0:2+5 3+1 1:2+4')?.originOf(line)).toBeUndefined();
});

it.each(['x', '1+1', '0:1+0', '0:0+1', '0:5+1 -9+1', '0:1+1,2+1'])('%s is no map', (text) => {
  expect(RowMap.parse(text)).toBeUndefined();
});

it('Each row of any map is found again from its text', () => {
  const row = fc.record({ table: fc.integer({ min: 0, max: 3 }), row: fc.integer({ min: 1, max: 30 }) });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      const map = RowMap.parse(textOf(rows.map(({ table, row: number }) => [table, number, 1])));
      expect(rows.map((_, at) => map?.originOf(at + 1))).toEqual(rows);
      expect(map?.originOf(rows.length + 1)).toBeUndefined();
    }),
  );
});
