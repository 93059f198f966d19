import { expect, it } from 'vitest';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { originOfField } from '../../src-main/templates/origin-of-field.ts';
import { previewRows } from '../../src-main/templates/preview.ts';
import { column, constant, templateOf } from './templates.ts';

const template = templateOf({
  columns: ['Id', 'Kunde', 'Name', 'Betrag', 'S/H', 'Währung', 'Notiz', 'a.b'],
  fields: {
    'modification.external_id': { source: { from: 'uuid', columns: ['Id'] } },
    'modification.amount': { ...column('Betrag'), sign: { sign: 'by-column', column: 'S/H', negative: ['S'] } },
    'modification.currency': column('Währung'),
    'sender.by_external_id': column('Kunde'),
    'receiver.by_external_id': constant('BANK'),
  },
  additionalFields: { memo: column('Name') },
  entities: { sender: { knownWhen: { column: 'Kunde', test: 'filled' } } },
  otherColumns: 'additional-fields',
  leaveOutRows: [{ column: 'Id', test: 'one-of', values: ['Summe'] }],
});

it.each([
  ['modification.amount', ['Betrag', 'S/H']],
  ['modification.external_id', ['Id']],
  ['modification', ['Id', 'Betrag', 'S/H', 'Währung']],
  ['sender', ['Kunde']],
  ['receiver.by_external_id', []],
  ['additional_fields.memo', ['Name']],
  ['additional_fields.memo.inner', ['Name']],
  ['additional_fields.Notiz', ['Notiz']],
  ['additional_fields.a.b', ['a.b']],
  ['additional_fields.Betrag', []],
  ['payment_type', []],
  ['', []],
])('A finding on “%s” leads to its columns', (path, columns) => {
  expect(originOfField(template, path)).toEqual(columns);
});

it('A preview shows what each row becomes, and what mapping and check find in it', () => {
  const now = Date.parse('2026-11-20T00:00:00Z');
  const rows = [
    { number: 2, cells: ['1', 'K1', 'Anna', '5', 'H', 'EUR'] },
    { number: 3, cells: ['2', 'K1', 'Anna', '5', 'H', 'euro'] },
    { number: 4, cells: ['3', 'K1', 'Anna', 'five', 'H', 'EUR'] },
    { number: 5, cells: ['Summe', '', '', '15'] },
  ];
  const previewed = previewRows(template, template.columns, rows, defaultRuleSet, now);
  expect(previewed.map(({ row, kind }) => [row, kind])).toEqual([
    ...[
      [2, 'line'],
      [3, 'line'],
      [4, 'refused'],
      [5, 'left-out'],
    ],
  ]);
  expect(previewed.map(({ findings }) => findings)).toEqual([
    [],
    [
      {
        rule: 'field.format',
        severity: 'error',
        path: 'modification.currency',
        columns: ['Währung'],
        message: 'modification.currency must be three upper-case letters, but is “euro”.',
      },
    ],
    [
      {
        rule: 'map.number',
        severity: 'error',
        path: 'modification.amount',
        columns: ['Betrag'],
        message: '“five” is not a number written with “.” before the decimals and nothing between thousands.',
      },
    ],
    [],
  ]);
  expect(JSON.parse(previewed[0]?.json ?? '')).toMatchObject({ modification: { amount: 5, currency: 'EUR' } });
});

it('A finding in a preview leads to the columns of the side on which an entity is in its row', () => {
  const bySign = templateOf({
    ...template,
    columns: ['Kunde', 'Name', 'Betrag'],
    fields: {
      'sender.by_external_id': column('Kunde'),
      'receiver.unknown.external_id': { source: { from: 'uuid', columns: ['Kunde'] } },
      'receiver.unknown.full_name': constant('ACME'),
      'receiver.unknown.risk_assessment': column('Name'),
      'modification.external_id': { source: { from: 'uuid', columns: ['Betrag'] } },
      'modification.amount': { ...column('Betrag'), sign: { sign: 'absolute' } },
      'modification.currency': constant('EUR'),
      'modification.created_at': constant('2026-10-01T08:00:00'),
    },
    entities: {},
    leaveOutRows: [],
    direction: {
      by: 'conditions',
      outgoing: { column: 'Betrag', test: 'negative' },
      incoming: { column: 'Betrag', test: 'positive' },
    },
  });
  const rows = ['-5', '5'].map((amount, at) => ({ number: at + 2, cells: ['K1', '', amount] }));
  const now = Date.parse('2026-11-20T00:00:00Z');
  const found = previewRows(bySign, bySign.columns, rows, defaultRuleSet, now).map(({ findings }) =>
    findings.map(({ path, columns }) => [path, columns]),
  );
  expect(found).toEqual([
    [['receiver.unknown.risk_assessment', ['Name']]],
    [['sender.unknown.risk_assessment', ['Name']]],
  ]);
});
