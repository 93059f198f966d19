import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseTemplate, templateDigest, templateText } from '../../src-main/templates/template-file.ts';
import { templateProblems } from '../../src-main/templates/template-problems.ts';
import { type Template, templateSchema } from '../../src-shared/template-shapes.ts';
import { column, constant, templateOf } from './templates.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`../../src-main/templates/${name}`, import.meta.url));
const example = () => parseTemplate(readFileSync(pathOf('template.example.json'), 'utf8'), 'template.example.json');

it('The published schema is the one that templates are read with (vitest -u rewrites it)', async () => {
  const schema = `${JSON.stringify(z.toJSONSchema(templateSchema, { io: 'input' }), null, 2)}\n`;
  await expect(schema).toMatchFileSnapshot(pathOf('template.schema.json'));
});

it('The published example can be used, and stays itself when it is written and read', () => {
  expect(parseTemplate(templateText(example()), 'again.json')).toEqual(example());
});

it('The digest does not depend on the order of keys, nor on the address of the schema', () => {
  const { $schema: _, fields, ...rest } = example();
  const turned = Object.fromEntries(Object.entries(fields).toReversed());
  expect(templateDigest(templateSchema.parse({ fields: turned, ...rest }))).toBe(templateDigest(example()));
});

it('The digest depends on every value, and on the order in lists', () => {
  const { columns, ...rest } = example();
  const digests = [
    templateDigest(example()),
    templateDigest({ ...rest, columns: columns.toReversed() }),
    templateDigest({ ...rest, columns, otherColumns: 'leave-out' }),
  ];
  expect(new Set(digests).size).toBe(3);
});

it('The digest is the SHA-256 of the sorted JSON (by sha256sum)', () => {
  // printf '%s' '{"additionalFields":{},"columns":["a"],"dates":{"formats":["iso"],"zone":"as-written"},"entities":{},"fields":{},"leaveOutRows":[],"name":"Test","numbers":{"decimal":".","thousands":"none"},"otherColumns":"leave-out","reading":{"format":"delimited"},"version":1}' | sha256sum
  expect(templateDigest(templateOf({ columns: ['a'] }))).toBe(
    'c823823091e89da67f8ce407ce9bdf8009cf2a62eb4524a3ce852368515203d7',
  );
});

it.each<[string, Partial<Template>, string]>([
  [
    'an unknown field',
    { fields: { amount: constant('1') } },
    'fields.amount: this is not a field of a transaction that can have a value.',
  ],
  [
    'an object as a field',
    { fields: { sender: constant('1') } },
    'fields.sender: this is not a field of a transaction that can have a value.',
  ],
  [
    'an additional field among the fields',
    { fields: { 'additional_fields.x': constant('1') } },
    'fields.additional_fields.x: fields inside additional_fields belong under additionalFields.',
  ],
  [
    'a column that is missing',
    { columns: ['Type'], fields: { payment_type: column('type') } },
    'fields.payment_type: there is no column “type”.',
  ],
  [
    'a column of a sign that is missing',
    {
      columns: ['a'],
      fields: { 'modification.amount': { ...column('a'), sign: { sign: 'by-column', column: 'b', negative: ['D'] } } },
    },
    'fields.modification.amount: there is no column “b”.',
  ],
  [
    'a column of a condition that is missing',
    { leaveOutRows: [{ column: 'Kind', test: 'empty' }] },
    'leaveOutRows.0: there is no column “Kind”.',
  ],
  [
    'a constant that is no UUID',
    { fields: { request_uuid: constant('4711') } },
    'fields.request_uuid: the constant must be a UUID, but is “4711”.',
  ],
  [
    'a constant that is no country',
    { fields: { payment_source_country: constant('Germany') } },
    'fields.payment_source_country: the constant must be two upper-case letters, but is “Germany”.',
  ],
  [
    'a constant amount in German',
    { fields: { 'modification.amount': constant('1,50') } },
    'fields.modification.amount: the constant must be a number such as 12.50, but is “1,50”.',
  ],
  [
    'a constant date that does not exist',
    { fields: { 'modification.created_at': constant('2023-02-29T00:00:00') } },
    'fields.modification.created_at: the constant must be a date and time that exists, but is “2023-02-29T00:00:00”.',
  ],
  ['an empty constant', { fields: { payment_type: constant('') } }, 'fields.payment_type: the constant is empty.'],
  [
    'a value of a map that does not fit',
    { columns: ['c'], fields: { 'modification.currency': { ...column('c'), values: { Euro: 'euro' } } } },
    'fields.modification.currency: what becomes of “Euro” must be three upper-case letters, but is “euro”.',
  ],
  [
    'a value of a map twice',
    { columns: ['c'], fields: { payment_type: { ...column('c'), values: { a: 'x', 'a ': 'y' } } } },
    'fields.payment_type: the value “a” appears twice.',
  ],
  [
    'a format of dates that cannot be read',
    { dates: { formats: ['DD.MM.YYYY at HH'], zone: 'UTC' } },
    'dates.formats: “DD.MM.YYYY at HH” cannot be read from “t HH” on: these letters stand for no part of a date.',
  ],
  ['a format without a year', { dates: { formats: ['DD.MM.'], zone: 'UTC' } }, 'dates.formats: “DD.MM.” has no year.'],
  [
    'one mark for two things',
    { numbers: { decimal: ',', thousands: ',' } },
    'numbers: “,” cannot be both the decimal and the thousands mark.',
  ],
  [
    'a known entity without an id',
    { columns: ['c'], entities: { sender: { knownWhen: { column: 'c', test: 'filled' } } } },
    'entities.sender: a known entity needs the field sender.by_external_id.',
  ],
  [
    'details that are never written',
    { fields: { 'sender.by_external_id': constant('K'), 'sender.unknown.full_name': constant('N') } },
    'fields.sender.by_external_id: with a constant here, sender is always known, and nothing under sender.unknown is ever written.',
  ],
  [
    'a type without details',
    { fields: { 'sender.external_entity_type': constant('unknown') } },
    'fields.sender.external_entity_type: an unknown entity needs fields under sender.unknown.',
  ],
  [
    'an alternative that is never tried',
    { fields: { payment_type: { alternatives: [{ value: constant('a') }, { value: constant('b') }] } } },
    'fields.payment_type: only the last alternative may have no condition, since none after it is ever tried.',
  ],
  [
    'part 0',
    {
      columns: ['c'],
      fields: { payment_type: { source: { from: 'column', column: 'c', part: { separator: '/', number: 0 } } } },
    },
    'fields.payment_type: parts are counted from 1, or from -1 at the end.',
  ],
  [
    'a sign of a text',
    { fields: { payment_type: { ...constant('a'), sign: { sign: 'absolute' } } } },
    'fields.payment_type: sign and numbers are only for numbers.',
  ],
])('A template is refused: %s', (_, parts, problem) => {
  expect(templateProblems(templateOf(parts))).toEqual([problem]);
});

it.each([
  ['no JSON', '{"version":1'],
  ['another version', JSON.stringify({ ...templateOf({}), version: 2 })],
  ['a typing error in a key', JSON.stringify({ ...templateOf({}), feilds: {} })],
  ['a key twice', templateText(templateOf({})).replace('"version"', '"name": "Other", "version"')],
  ['an unknown zone', JSON.stringify({ ...templateOf({}), dates: { formats: ['iso'], zone: 'local' } })],
  ['a problem beyond its shape', JSON.stringify(templateOf({ fields: { nothing: constant('a') } }))],
])('A file of a template is refused: %s', (_, text) => {
  expect(() => parseTemplate(text, 'a.json')).toThrow(expect.objectContaining({ code: 'template.unreadable' }));
});
