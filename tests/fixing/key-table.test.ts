import { expect, it } from 'vitest';
import { KeyTable, keyOf } from '../../src-main/fixing/key-table.ts';

it('It remembers the latest number of each of many texts', () => {
  const table = new KeyTable();
  for (let round = 0; round < 2; round += 1) {
    for (let text = 0; text < 20_000; text += 1) table.set(keyOf(String(text)), round * 2 ** 50 + text);
  }
  expect(table.get(keyOf('0'))).toBe(2 ** 50);
  expect(table.get(keyOf('19999'))).toBe(2 ** 50 + 19_999);
  expect(table.get(keyOf('20000'))).toBeUndefined();
});

it('Zero is a number too', () => {
  const table = new KeyTable();
  table.set(keyOf('a'), 0);
  expect(table.get(keyOf('a'))).toBe(0);
});
