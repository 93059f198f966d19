import { expect, it } from 'vitest';
import { templateDifferencesInWords, templateLikenessInWords } from '../../src-shared/template-difference-words.ts';
import { column, constant } from '../templates/templates.ts';

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

it.each([
  [undefined, '“Währung” has gone'],
  [{ 'modification.currency': constant('EUR') }, '“Währung” has gone, and Currency is EUR for all'],
  [
    { 'modification.currency': column('Ccy'), 'modification.monitoring_currency': column('Base') },
    '“Währung” has gone, and Currency comes from “Ccy”, Monitoring currency comes from “Base”',
  ],
])('Says what takes the place of a column that has gone: %j', (instead, said) => {
  const gone = { kind: 'gone' as const, column: 'Währung', isRead: true, ...(instead !== undefined && { instead }) };
  expect(templateDifferencesInWords('Karten', [gone])).toBe(
    `Since the template “Karten” was made, the export has changed: ${said}.`,
  );
});
