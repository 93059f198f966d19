import { expect, it } from 'vitest';
import type { Condition, Value } from '../../src-shared/template-shapes.ts';
import { column, constant, faultsOf, lineOf } from './templates.ts';

const all: Readonly<Record<string, Value>> = {
  'sender.by_external_id': column('id'),
  'sender.unknown.external_id': { source: { from: 'uuid', columns: ['name'] } },
  'sender.unknown.full_name': column('name'),
  'sender.unknown.risk_assessment': constant('LOW'),
};
const filled = { sender: { knownWhen: { column: 'id', test: 'filled' } as Condition } };
const known = '{"sender":{"by_external_id":"K1"}}';
// By Python: uuid5(UUID(namespace), '["Anna"]')
const unknown =
  '{"sender":{"external_entity_type":"unknown","unknown":{"external_id":"c927f653-49df-58b3-936e-c6ba12e55400","full_name":"Anna","risk_assessment":"LOW"}}}';

it.each([
  ['the condition holds', filled, { id: 'K1', name: 'Anna' }, known],
  ['the condition does not hold', filled, { id: '', name: 'Anna' }, unknown],
  ['without a condition the id decides', {}, { id: 'K1', name: 'Anna' }, known],
  ['without a condition and id it is an unknown one', {}, { id: ' ', name: 'Anna' }, unknown],
  ['without anything but constants there is no entity', {}, { id: '', name: ' ' }, '{'],
])('An entity has one form: %s', (_, entities, cells, expected) => {
  const line = lineOf({ fields: all, entities }, { ...cells, filler: 'x' });
  expect(line).toBe(expected === '{' ? '{}' : expected);
});

it('A known entity without an id is refused', () => {
  const entities = { sender: { knownWhen: { column: 'kind', test: 'one-of', values: ['C'] } as Condition } };
  expect(faultsOf({ fields: all, entities }, { kind: 'C', id: '', name: 'Anna' })).toEqual([
    {
      row: 7,
      field: 'sender.by_external_id',
      rule: 'map.entity',
      message: 'The sender is a known entity here, but by_external_id has no value.',
    },
  ]);
});

it('An entity of which everything is constant is the same in every row', () => {
  const fields = {
    'receiver.unknown.external_id': constant('0e984725-c51c-4bf4-9960-e1c80e27aba0'),
    'receiver.unknown.risk_assessment': constant('LOW'),
  };
  expect(lineOf({ fields }, { a: 'x' })).toBe(
    '{"receiver":{"external_entity_type":"unknown","unknown":{"external_id":"0e984725-c51c-4bf4-9960-e1c80e27aba0","risk_assessment":"LOW"}}}',
  );
});

it('A UUID of an unknown entity is refused where others of its fields have a value, but its own cells are empty', () => {
  const fields: Record<string, Value> = {
    'receiver.unknown.external_id': { source: { from: 'uuid', columns: ['iban'] } },
    'receiver.unknown.full_name': column('name'),
  };
  expect(faultsOf({ fields }, { iban: '', name: 'Anna' }).map(({ rule }) => rule)).toEqual(['map.empty']);
  expect(lineOf({ fields }, { iban: '', name: '', filler: 'x' })).toBe('{}');
});

it('The type that the template gives is written', () => {
  const fields = { 'sender.external_entity_type': column('type'), 'sender.unknown.full_name': column('name') };
  expect(lineOf({ fields }, { type: 'other', name: 'A' })).toContain('"external_entity_type":"other"');
  expect(lineOf({ fields }, { type: '', name: 'A' })).toContain('"external_entity_type":"unknown"');
});
