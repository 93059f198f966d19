import { expect, it } from 'vitest';
import { withAdditional, withField } from '../../src-renderer/preparing/mapping.ts';
import { withChosenSource, withColumnAs, withMovedField } from '../../src-renderer/preparing/mapping-choices.ts';
import { inPlace, mappingTable, openFields, rowOf } from '../../src-renderer/preparing/mapping-rows.ts';
import { cellAt } from '../../src-renderer/preparing/sampled-cells.ts';
import { howRead } from '../../src-renderer/texts/mapping.ts';
import type { FindingKind } from '../../src-shared/contract.ts';
import { paymentTemplate } from '../prepare/exports.ts';

const columns = ['payment', 'id', 'amount', 'currency', 'date', 'country', 'note'];
const kind = (part: Partial<FindingKind>): FindingKind => ({
  rule: 'map.number',
  severity: 'error',
  rows: 2,
  message: 'It cannot be read.',
  cells: [],
  areAllCells: true,
  first: [],
  ...part,
});
const keys = (template = paymentTemplate, kinds: FindingKind[] = []) =>
  mappingTable({ template, columns, kinds }).rows.map(({ key }) => key);

it('Amounts, days, parties and countries stand before the ids', () => {
  expect(keys()).toEqual([
    ...['field modification.amount', 'field modification.currency', 'field modification.created_at'],
    ...['field sender.by_external_id', 'field receiver.by_external_id', 'field payment_source_country'],
    ...['field payment_external_id', 'field modification.external_id'],
  ]);
});

it('What is wrong stands first, as much of it as there is on top', () => {
  const kinds = [
    kind({ field: 'payment_source_country', column: 'country', rows: 9 }),
    kind({ field: 'modification.amount', column: 'amount' }),
  ];
  expect(keys(paymentTemplate, kinds).slice(0, 3)).toEqual([
    ...['field payment_source_country', 'field modification.amount', 'field modification.currency'],
  ]);
});

it('A question about a field without a source stands among what is wrong, and the field is not needed for that', () => {
  const kinds = [
    kind({ rule: 'ask.country', severity: 'warning', field: 'payment_target_country', rows: 9 }),
    kind({ rule: 'ask.known', severity: 'warning', field: 'receiver.by_external_id' }),
  ];
  expect(keys(paymentTemplate, kinds).slice(0, 2)).toEqual([
    ...['field payment_target_country', 'field receiver.by_external_id'],
  ]);
  expect(mappingTable({ template: paymentTemplate, columns, kinds }).rows[0]).toMatchObject({ isNeeded: false });
});

it('A needed field without a source is a row of its own, before what is right', () => {
  const template = withField(paymentTemplate, 'modification.currency', undefined);
  expect(openFields(template)).toEqual(['modification.currency']);
  const [row] = mappingTable({ template, columns, kinds: [] }).rows;
  expect(row).toMatchObject({ kind: 'open', path: 'modification.currency', isNeeded: true });
});

it('A column without a field is left for the end, unless it decides', () => {
  const { unused } = mappingTable({ template: paymentTemplate, columns, kinds: [] });
  expect(unused).toMatchObject([{ kind: 'column', column: 'note', use: 'none' }]);
  const leftOut = { ...paymentTemplate, leaveOutRows: [{ column: 'note', test: 'filled' as const }] };
  expect(mappingTable({ template: leftOut, columns, kinds: [] }).rows).toContainEqual(
    expect.objectContaining({ kind: 'column', column: 'note', use: 'decides' }),
  );
  const kept = withAdditional(paymentTemplate, 'note', { source: { from: 'column', column: 'note' } });
  expect(mappingTable({ template: kept, columns, kinds: [] }).unused).toMatchObject([{ use: 'additional' }]);
});

it('A finding of a column stands with the field that the column makes', () => {
  const total = kind({ rule: 'row.total', column: 'payment' });
  const table = mappingTable({ template: paymentTemplate, columns, kinds: [total] });
  expect(rowOf(table, total)).toMatchObject({ key: 'field payment_external_id' });
});

it('A finding of a column stands with the field that is made of the fewest columns', () => {
  const template = withField(paymentTemplate, 'modification.external_id', {
    source: { from: 'uuid', columns: ['payment', 'id'] },
  });
  const joined = withField(template, 'payment_external_id', {
    source: { from: 'uuid', columns: ['payment', 'id', 'date'] },
  });
  const total = kind({ rule: 'row.total', column: 'payment' });
  const table = mappingTable({ template: joined, columns, kinds: [total] });
  expect(rowOf(table, total)).toMatchObject({ key: 'field modification.external_id' });
});

it('A finding of an entity as a whole stands with its identifier', () => {
  const none = kind({ rule: 'entity.no-form', field: 'sender' });
  const table = mappingTable({ template: paymentTemplate, columns, kinds: [none] });
  expect(rowOf(table, none)).toMatchObject({ key: 'field sender.by_external_id' });
});

it('A finding of no field and no column of the export has a row of its own', () => {
  const other = kind({ rule: 'row.unreadable' });
  const table = mappingTable({ template: paymentTemplate, columns, kinds: [other] });
  expect(rowOf(table, other)).toMatchObject({ kind: 'rows' });
  expect(table.rows[0]).toBe(rowOf(table, other));
});

it('A column that the export does not have is a fault of its field', () => {
  const { rows } = mappingTable({ template: paymentTemplate, columns: columns.slice(1), kinds: [] });
  expect(rows[0]).toMatchObject({ key: 'field payment_external_id', absent: ['payment'] });
});

it('A column that is chosen for an id becomes a UUID, unless it has some', () => {
  const chosen = withColumnAs(paymentTemplate, 'note', 'field:request_uuid', ['Z-1', 'Z-2']);
  expect(chosen.fields['request_uuid']).toEqual({ source: { from: 'uuid', columns: ['note'] } });
  const id = '22222222-2222-4222-8222-000000000001';
  expect(withColumnAs(paymentTemplate, 'note', 'field:request_uuid', [id]).fields['request_uuid']).toEqual({
    source: { from: 'column', column: 'note' },
  });
});

it('A field that moves takes with it what means the same for the other one', () => {
  const signed = withField(paymentTemplate, 'modification.amount', {
    source: { from: 'column', column: 'amount' },
    sign: { sign: 'reversed' },
  });
  const moved = withMovedField(signed, 'modification.amount', 'modification.original_amount', ['1,50']);
  expect(moved.fields['modification.amount']).toBeUndefined();
  expect(moved.fields['modification.original_amount']).toEqual(signed.fields['modification.amount']);
  expect(withMovedField(signed, 'modification.amount', 'payment_type', ['1,50']).fields['payment_type']).toEqual({
    source: { from: 'column', column: 'amount' },
  });
});

it('A field gets its source by one choice', () => {
  const given = { columns, cellsOf: () => ['EUR'] };
  const without = withField(paymentTemplate, 'modification.currency', undefined);
  expect(withChosenSource(without, 'modification.currency', 'column:note', given).fields).toMatchObject({
    'modification.currency': { source: { from: 'column', column: 'note' } },
  });
  expect(withChosenSource(without, 'modification.currency', 'constant', given).fields).toMatchObject({
    'modification.currency': { source: { from: 'constant', text: '' } },
  });
});

it('Where an id is made of a text, the text of the row that is looked at stands beside what it becomes', () => {
  const rows = [
    { number: 2, cells: ['B-1', '7'] },
    { number: 3, cells: ['3f333df6-90a4-4fda-8dd3-9485d27cee36', '8'] },
  ];
  const words = (row: number, of = ['id']) =>
    howRead('modification.external_id', { source: { from: 'uuid', columns: of } }, paymentTemplate, {
      cell: cellAt({ columns: ['id', 'amount'], rows }, of[0], row),
    });
  expect(words(2)).toBe('id calculated from “B-1”');
  expect(words(3)).toBe('id calculated from the text');
  expect(words(2, ['id', 'amount'])).toBe('calculated id');
});

it('A date stands beside the form in which it is written as the language writes it', () => {
  const value = paymentTemplate.fields['modification.created_at'];
  const read = (becomes?: string) => howRead('modification.created_at', value, paymentTemplate, { becomes });
  expect(read('2026-11-26T08:15:00')).toBe('DD.MM.YYYY → 26 Nov 2026, 08:15:00');
  expect(read()).toBe('DD.MM.YYYY');
});

it('While a person works in the table, each row stays where it stands, and a new one comes behind the one that it follows', () => {
  const finding = kind({ field: 'payment_source_country', column: 'country' });
  const before = mappingTable({ template: paymentTemplate, columns, kinds: [finding] });
  const mended = inPlace(mappingTable({ template: paymentTemplate, columns, kinds: [] }), before);
  expect(mended.rows.map(({ key }) => key)).toEqual(before.rows.map(({ key }) => key));
  expect(mended.rows[0]).toMatchObject({ key: 'field payment_source_country', findings: [] });
  const noted = withColumnAs(paymentTemplate, 'note', 'field:payment_type', []);
  const added = inPlace(mappingTable({ template: noted, columns, kinds: [] }), before);
  expect(before.unused.map(({ key }) => key)).toEqual(['column note']);
  expect(added.unused).toEqual([]);
  expect(added.rows.map(({ key }) => key)).toContain('field payment_type');
  expect(added.rows[0]?.key).toBe('field payment_source_country');
});
