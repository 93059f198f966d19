import { expect, it } from 'vitest';
import { templateLikenessInWords } from '../../src-shared/template-difference-words.ts';

const template = { id: 'one', name: 'October', columns: 9 };
const renamed = (before: string) => ({ kind: 'renamed' as const, before, column: `${before} 2`, isRead: true });

it('It is said how many columns of a template are the same, and how many seem to have new names', () => {
  const differences = [{ kind: 'new' as const, column: 'Channel' }, ...['a', 'b', 'c', 'd'].map(renamed)];
  expect(templateLikenessInWords({ ...template, differences })).toBe(
    '5 of 9 columns are the same as in the template “October”; 4 seem to have new names.',
  );
  const gone = [{ kind: 'gone' as const, column: 'D/C', isRead: true }];
  expect(templateLikenessInWords({ ...template, differences: gone })).toBe(
    '8 of 9 columns are the same as in the template “October”.',
  );
});
