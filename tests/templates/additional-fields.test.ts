import { expect, it } from 'vitest';
import type { Value } from '../../src-shared/template-shapes.ts';
import { column, constant, faultsOf, lineOf } from './templates.ts';

const inside = (value: Value, cell: string) => {
  const faults = faultsOf({ additionalFields: { x: value } }, { c: cell });
  return faults.length > 0 ? faults[0]?.rule : lineOf({ additionalFields: { x: value } }, { c: cell });
};
const line = (json: string) => `{"additional_fields":{"x":${json}}}`;

it.each<['text' | 'number' | 'boolean' | 'json', string, string]>([
  ['text', ' 007 ', line('" 007 "')],
  ['text', '1.23457E+15', line('"1.23457E+15"')],
  ['number', ' 007.50 ', line('7.50')],
  ['number', 'seven', 'map.number'],
  ['boolean', 'Ja', line('true')],
  ['boolean', '0', line('false')],
  ['boolean', 'maybe', 'map.type'],
  ['json', '{"a": [1.10,\r\n"b\\n"]}', line('{"a": [1.10, "b\\n"]}')],
  ['json', '12345678901234567890', line('12345678901234567890')],
  ['json', '{a:1}', 'map.type'],
])('The type %s of an additional field makes of %s', (type, cell, expected) => {
  expect(inside({ ...column('c'), type }, cell)).toBe(expected);
});

it('Columns that no field uses become additional fields with their names, each once, empty ones not', () => {
  const fields = { payment_type: column('type') };
  const parts = { fields, additionalFields: { Note: constant('own') }, otherColumns: 'additional-fields' as const };
  expect(lineOf(parts, { type: 'a', Note: 'theirs', 'a "b"': '1', '': 'nameless', empty: ' ' })).toBe(
    '{"payment_type":"a","additional_fields":{"Note":"own","Note (2)":"theirs","a \\"b\\"":"1","column 4":"nameless"}}',
  );
});

it('Own additional fields are written by name, whatever their order in the template', () => {
  const one = { additionalFields: { b: column('c'), a: column('c') } };
  const other = { additionalFields: { a: column('c'), b: column('c') } };
  expect(lineOf(one, { c: '1' })).toBe('{"additional_fields":{"a":"1","b":"1"}}');
  expect(lineOf(other, { c: '1' })).toBe(lineOf(one, { c: '1' }));
});

it.each([
  ['quotes and backslashes', 'say "hi" \\', '"say \\"hi\\" \\\\"'],
  ['line ends and tabs', 'a\r\nb\tc', '"a\\r\\nb\\tc"'],
  ['NUL', 'a\0b', '"a\\u0000b"'],
  ['half of a pair', 'a\ud83d', '"a\\ud83d"'],
  ['a whole pair', '😀', '"😀"'],
  ['line separators', 'a\u2028b', '"a\u2028b"'],
])('A text is escaped as JSON needs: %s', (_, cell, json) => {
  expect(inside(column('c'), cell)).toBe(line(json));
});
