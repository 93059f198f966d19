import { expect, it } from 'vitest';
import { rowsOfKinds } from '../../src-renderer/preparing/outcome.ts';
import { outcomeTexts } from '../../src-renderer/texts/mapping.ts';

it('Warnings are told by their kinds and by the rows that have them', () => {
  const told = (all: number, ...rows: number[]) => {
    const kinds = rows.map((of) => ({ rows: of }));
    return outcomeTexts.warnings(kinds.length, rowsOfKinds(kinds, all));
  };
  expect(told(350, 350)).toBe('1 warning in 350 rows');
  expect(told(350, 1)).toBe('1 warning in 1 row');
  expect(told(350, 350, 12)).toBe('2 kinds of warnings in 350 rows');
  expect(told(350, 20, 12)).toBe('2 kinds of warnings in at most 32 rows');
  // Rows that are left out may be asked about, too.
  expect(told(350, 360)).toBe('1 warning in 360 rows');
});
