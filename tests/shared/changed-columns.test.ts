import { expect, it } from 'vitest';
import { templateProblems } from '../../src-main/templates/template-problems.ts';
import { withChangedColumns } from '../../src-shared/changed-columns.ts';
import { column, constant, templateOf } from '../templates/templates.ts';

const when = { column: 'Old', test: 'filled' } as const;
const template = templateOf({
  columns: ['Old', 'Other'],
  fields: {
    payment_type: column('Old'),
    payment_method: { alternatives: [{ when, value: column('Other') }, { value: column('Old') }] },
    payment_external_id: { source: { from: 'uuid', columns: ['Old', 'Other'] } },
    'sender.by_external_id': column('Other'),
    'sender.unknown.full_name': column('Other'),
    'modification.amount': { ...column('Other'), sign: { sign: 'by-column', column: 'Old', negative: ['D'] } },
  },
  entities: { sender: { knownWhen: when } },
  additionalFields: { note: column('Old') },
  leaveOutRows: [when],
});

it('A renamed column has its new name wherever the template names it', () => {
  const now = withChangedColumns(template, [{ kind: 'renamed', before: 'Old', column: 'New', isRead: true }]);
  expect(JSON.stringify(now)).toBe(JSON.stringify(template).replaceAll('"Old"', '"New"'));
  expect(templateProblems(now)).toEqual([]);
});

it('A renamed column has its new name in the conditions of the direction', () => {
  const bySign = templateOf({
    columns: ['Old', 'Other'],
    direction: {
      by: 'conditions',
      outgoing: when,
      incoming: { column: 'Other', test: 'one-of', values: ['Old value'] },
      countries: 'change-places',
    },
  });
  const now = withChangedColumns(bySign, [{ kind: 'renamed', before: 'Old', column: 'New', isRead: true }]);
  expect(JSON.stringify(now)).toBe(JSON.stringify(bySign).replaceAll('"Old"', '"New"'));
});

it('A new name that the template knows already is there once', () => {
  const known = { ...template, columns: [...template.columns, 'New'] };
  const now = withChangedColumns(known, [{ kind: 'renamed', before: 'Old', column: 'New', isRead: true }]);
  expect(now.columns).toEqual(['New', 'Other']);
});

it('Where no column is renamed, the template stays the same', () => {
  expect(withChangedColumns(template, [{ kind: 'new', column: 'New' }])).toBe(template);
});

it('What takes the place of a column that has gone is taken with the new names, and the template knows the column no more', () => {
  const amounts = templateOf({
    columns: ['Betrag', 'Währung'],
    fields: { 'modification.amount': column('Betrag'), 'modification.currency': column('Währung') },
  });
  const now = withChangedColumns(amounts, [
    { kind: 'renamed', before: 'Betrag', column: 'Betrag EUR', isRead: true },
    { kind: 'gone', column: 'Währung', isRead: true, instead: { 'modification.currency': constant('EUR') } },
  ]);
  expect(now.columns).toEqual(['Betrag EUR']);
  expect(now.fields).toEqual({
    'modification.amount': column('Betrag EUR'),
    'modification.currency': constant('EUR'),
  });
  expect(templateProblems(now)).toEqual([]);
});
