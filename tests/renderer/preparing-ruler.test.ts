import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clickedAt, firstWidths } from '../../src-renderer/preparing/ruler.ts';

const two = [
  { name: 'Konto', width: 4 },
  { name: 'Betrag', width: 6 },
];

it('A click within a column ends it there', () => {
  expect(clickedAt(two, 7)).toEqual([
    { name: 'Konto', width: 4 },
    { name: 'Betrag', width: 3 },
    { name: 'Column 3', width: 3 },
  ]);
});

it('A click where a column ends joins it with the next', () => {
  expect(clickedAt(two, 4)).toEqual([{ name: 'Konto', width: 10 }]);
});

it('A click behind the last column adds one', () => {
  expect(clickedAt(two, 12).at(-1)).toEqual({ name: 'Column 3', width: 2 });
});

it('Columns end where every line has a space before a character', () => {
  expect(firstWidths(['A1  100 EUR', 'B2   50 SEK', '']).map(({ width }) => width)).toEqual([4, 4, 3]);
});

it('Clicks neither lose a character nor give two columns one name', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10 })), (clicks) => {
      const after = clicks.reduce((columns, at) => clickedAt(columns, at), two);
      expect(after.reduce((sum, { width }) => sum + width, 0)).toBe(10);
      expect(new Set(after.map(({ name }) => name)).size).toBe(after.length);
      expect(after.every(({ width }) => width > 0)).toBe(true);
    }),
  );
});
