import { expect, it } from 'vitest';
import { rowMapper } from '../../src-main/templates/row-mapper.ts';
import { inEnglish, inWords } from '../../src-shared/languages/message.ts';
import type { PlainValue, Value } from '../../src-shared/template-shapes.ts';
import { inBrackets } from '../languages/bracketed.ts';
import { column, constant, faultsOf, lineOf, templateOf } from './templates.ts';

type Cells = Readonly<Record<string, string>>;

/** What becomes of one field, as JSON text; “refused” with the sentences, or “none”. */
function fieldOf(field: string, value: Value, cells: Cells, fields: Readonly<Record<string, Value>> = {}): string {
  const faults = faultsOf({ fields: { ...fields, [field]: value } }, { ...cells, filler: 'x' });
  if (faults.length > 0) {
    // The window says each of them in its language.
    for (const { message } of faults) expect(inBrackets(() => inWords(message))).toMatch(/^⟦.*⟧$/s);
    const sentences = faults.map(({ message }) => inEnglish(message));
    return `refused: ${sentences.join(' ')}`;
  }
  const line = lineOf({ fields: { ...fields, [field]: value } }, { ...cells, filler: 'x' });
  const key = `"${field.split('.').at(-1)}":`;
  const at = line.indexOf(key);
  return at === -1 ? 'none' : line.slice(at + key.length).replace(/[,}].*$/s, '');
}

const type = (value: Partial<PlainValue>, cell: string) =>
  fieldOf('payment_type', { ...column('c'), ...value }, { c: cell });
const amount = (value: Partial<PlainValue>, cells: Cells) =>
  fieldOf('modification.amount', { ...column('a'), ...value }, cells);

it.each<[string, Partial<PlainValue>, string, string]>([
  ['a code is without spaces around', {}, ' CR\u00a0', '"CR"'],
  ['an empty cell is left out', {}, '', 'none'],
  ['a cell of spaces is empty', {}, ' \t', 'none'],
  [
    'an empty cell is refused if wanted',
    { whenEmpty: 'refuse' },
    ' ',
    'refused: payment_type needs a value, but there is none in “c”.',
  ],
  ['a value becomes ours', { values: { CR: 'payout' } }, ' CR', '"payout"'],
  ['values are compared with their letter case', { values: { CR: 'payout' } }, 'cr', '"cr"'],
  ['another value is kept', { values: { CR: 'payout' }, otherValues: 'keep' }, 'DB', '"DB"'],
  ['another value is left out', { values: { CR: 'payout' }, otherValues: 'leave-out' }, 'DB', 'none'],
  [
    'another value is refused',
    { values: { CR: 'payout' }, otherValues: 'refuse' },
    'DB',
    'refused: “DB” is not among the values that the template knows for payment_type.',
  ],
  ['an empty cell is no other value', { values: { CR: 'payout' }, otherValues: 'refuse' }, '', 'none'],
  ['an empty cell can have a value', { values: { '': 'unknown' } }, ' ', '"unknown"'],
  ['a value can become nothing', { values: { NULL: '' } }, 'NULL', 'none'],
  [
    'what becomes nothing is refused if wanted',
    { values: { NULL: '' }, whenEmpty: 'refuse' },
    'NULL',
    'refused: payment_type needs a value, but there is none in “c”.',
  ],
  ['a value named like a property of objects is only a text', { values: { a: 'b' } }, 'constructor', '"constructor"'],
  ['letters become large', { letters: 'upper' }, 'eur', '"EUR"'],
  ['letters become small', { letters: 'lower' }, 'EUR', '"eur"'],
  ['our values keep their letters', { values: { a: 'Payout' }, letters: 'upper' }, 'a', '"Payout"'],
])('%s', (_, value, cell, expected) => {
  expect(type(value, cell)).toBe(expected);
});

it.each<[string, number, string, string]>([
  ['the first', 1, 'DE/BE/1', '"DE"'],
  ['the last', -1, 'DE/BE/ 1 ', '"1"'],
  ['one that is not there', 4, 'DE/BE/1', 'none'],
  ['one that is not there, from the end', -4, 'DE/BE/1', 'none'],
  ['the second of one', 2, 'DE', 'none'],
])('A part of a cell: %s', (_, number, cell, expected) => {
  expect(type({ source: { from: 'column', column: 'c', part: { separator: '/', number } } }, cell)).toBe(expected);
});

it('Of an IBAN, the country with which it begins is taken, and another cell as it is', () => {
  const country = (c: string, value: Partial<PlainValue> = {}) =>
    fieldOf(
      'payment_target_country',
      { source: { from: 'column', column: 'c', part: 'country-of-iban' }, ...value },
      { c },
    );
  expect(['DE79857952481039437787', ' NL14 RABO 8113 7465 81 ', 'FR', ''].map((cell) => country(cell))).toEqual([
    '"DE"',
    '"NL"',
    '"FR"',
    'none',
  ]);
  expect(country('1204711')).toBe('"1204711"');
  expect(country('GB29NWBK60161331926819', { values: { GB: 'JE' } })).toBe('"JE"');
});

it('Cells are joined without those that are empty', () => {
  const source = { from: 'columns' as const, columns: ['first', 'middle', 'last'], separator: ' ' };
  const cells = { first: 'Anna ', middle: ' ', last: 'Vogel' };
  expect(fieldOf('payment_type', { source }, cells)).toBe('"Anna Vogel"');
});

it('The first alternative whose condition holds is taken, even if it is empty', () => {
  const value: Value = {
    alternatives: [
      { when: { column: 'kind', test: 'one-of', values: ['A'] }, value: column('a') },
      { when: { column: 'kind', test: 'none-of', values: ['A', 'B'] }, value: column('b') },
      { value: constant('last') },
    ],
  };
  const of = (kind: string) => fieldOf('payment_type', value, { kind, a: '', b: 'bee' });
  expect([of('A '), of('B'), of('C'), of('')]).toEqual(['none', '"last"', '"bee"', '"bee"']);
});

it.each<[string, Partial<PlainValue>, Cells, string]>([
  ['as written', {}, { a: '-5.10' }, '-5.10'],
  ['absolute', { sign: { sign: 'absolute' } }, { a: '-5.10' }, '5.10'],
  ['reversed', { sign: { sign: 'reversed' } }, { a: '5.10' }, '-5.10'],
  ['reversed zero', { sign: { sign: 'reversed' } }, { a: '0.00' }, '0.00'],
  ['by column, negative', { sign: { sign: 'by-column', column: 's', negative: ['S'] } }, { a: '5', s: ' S' }, '-5'],
  [
    'by column, negative twice',
    { sign: { sign: 'by-column', column: 's', negative: ['S'] } },
    { a: '-5', s: 'S' },
    '-5',
  ],
  ['by column, positive', { sign: { sign: 'by-column', column: 's', negative: ['S'] } }, { a: '5', s: 'H' }, '5'],
  [
    'by column, in conflict',
    { sign: { sign: 'by-column', column: 's', negative: ['S'] } },
    { a: '-5', s: 'H' },
    'refused: “-5” is negative, but “s” says “H”, which the template takes for positive.',
  ],
  ['own marks', { numbers: { decimal: ',', thousands: '.' } }, { a: '1.234,5' }, '1234.5'],
  [
    'a currency beside it, without one in the row',
    {},
    { a: '5 €' },
    'refused: “5 €” has a currency beside the number, but the row has no currency for modification.amount. Say which it is in the template.',
  ],
])('Amounts: %s', (_, value, cells, expected) => {
  expect(amount(value, cells)).toBe(expected);
});

it('A currency beside an amount is taken where the row says the same, and refused where it says another', () => {
  const currency = { 'modification.currency': constant('EUR') };
  const of = (cell: string) => fieldOf('modification.amount', column('a'), { a: cell }, currency);
  expect(of('5 €')).toBe('5');
  expect(of('EUR 5')).toBe('5');
  expect(of('5 USD')).toBe('refused: “5 USD” has another currency beside the number than the row, which has “EUR”.');
});

it.each([
  ['0E984725-c51c-4bf4-9960-e1c80e27aba0', '"0E984725-c51c-4bf4-9960-e1c80e27aba0"'],
  [' {0e984725-c51c-4bf4-9960-e1c80e27aba0} ', '"0e984725-c51c-4bf4-9960-e1c80e27aba0"'],
  ['0e984725c51c4bf49960e1c80e27aba0', '"0e984725-c51c-4bf4-9960-e1c80e27aba0"'],
  ['4711', 'refused: “4711” is not a UUID. If the column has ids of another kind, let a UUID be made of them.'],
])('The id %s', (cell, expected) => {
  expect(fieldOf('request_uuid', column('c'), { c: cell })).toBe(expected);
});

it.each(['1.23457E+15', '1,23457E+15', '1E+15', ' 4.2e+10 '])('The id %s has lost its digits', (cell) => {
  expect(fieldOf('sender.by_external_id', column('c'), { c: cell })).toContain('digits are lost already');
  const uuid: Value = { source: { from: 'uuid', columns: ['c'] } };
  expect(fieldOf('request_uuid', uuid, { c: cell })).toContain('digits are lost already');
});

it.each(['00123', '1E5', 'E+15', '12E+3X', '12345678901234567890'])('The id %s stays as it is', (cell) => {
  expect(fieldOf('sender.by_external_id', column('c'), { c: cell })).toBe(`"${cell}"`);
});

it('A UUID whose cells are all empty is refused; one with some of them is made', () => {
  const uuid: Value = { source: { from: 'uuid', columns: ['a', 'b'] } };
  expect(fieldOf('request_uuid', uuid, { a: ' ', b: '' })).toBe(
    'refused: request_uuid is made of “a”, “b”, but nothing is filled in there.',
  );
  expect(fieldOf('request_uuid', uuid, { a: ' x', b: '' })).toBe(fieldOf('request_uuid', uuid, { a: 'x', b: ' ' }));
});

it('A number that the file stores as such is not read by the marks for texts', () => {
  const german = { decimal: ',', thousands: '.' } as const;
  const map = rowMapper(templateOf({ numbers: german, fields: { 'modification.amount': column('Amount') } }), [
    'Amount',
  ]);
  const amountOf = (cell: string, stored: number[]) => {
    const row = map({ number: 2, cells: [cell], stored });
    return row.kind === 'line' ? row.line : row.kind;
  };
  const amounts = ['1.234', '12.345', '12.5', '-0.5', '1.5E-3'].map((cell) => amountOf(cell, [0]));
  expect(amounts).toEqual(
    ['1.234', '12.345', '12.5', '-0.5', '1.5E-3'].map((amount) => `{"modification":{"amount":${amount}}}`),
  );
  expect(amountOf('1.234', [])).toBe('{"modification":{"amount":1234}}');
});

it('An error of a spreadsheet makes no id', () => {
  const source = { from: 'uuid' as const, columns: ['A'] };
  const faults = faultsOf({ fields: { 'sender.unknown.external_id': { source } } }, { A: '#NV' });
  expect(faults.map(({ message }) => inEnglish(message))).toEqual([expect.stringMatching(/error of a spreadsheet/)]);
});

it.each([
  ['0.100', 'modification.amount', /is not a number/],
  ['00.500', 'modification.amount', /is not a number/],
  ['1,23457E+11', 'modification.amount', /last digits are lost/],
  ['1.23457E+11', 'modification.amount', /last digits are lost/],
  ['4.9E15', 'sender.by_external_id', /last digits are lost/],
  ['#N/A', 'sender.by_external_id', /error of a spreadsheet/],
  ['#NV', 'sender.unknown.full_name', /error of a spreadsheet/],
  ['########', 'sender.unknown.full_name', /too narrow/],
  ['="0012"', 'sender.by_external_id', /a formula/],
])('What a spreadsheet shows in place of a value is refused: %s as %s', (cell, field, why) => {
  const numbers = { decimal: ',', thousands: '.' } as const;
  const faults = faultsOf({ numbers, fields: { [field]: column('A') } }, { A: cell });
  expect(faults.map(({ message }) => inEnglish(message))).toEqual([expect.stringMatching(why)]);
});
