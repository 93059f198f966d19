import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberBeside, numberReader, reversed, whyNoNumber } from '../../src-main/templates/number-text.ts';
import type { Numbers } from '../../src-shared/template-shapes.ts';

const german: Numbers = { decimal: ',', thousands: '.' };
const english: Numbers = { decimal: '.', thousands: ',' };
const french: Numbers = { decimal: ',', thousands: ' ' };
const swiss: Numbers = { decimal: '.', thousands: "'" };
const plain: Numbers = { decimal: '.', thousands: 'none' };

it.each<[string, Numbers, string]>([
  ['12.50', plain, '12.50'],
  ['0', plain, '0'],
  ['-0.00', plain, '-0.00'],
  ['007', plain, '7'],
  ['000', plain, '0'],
  ['00.10', plain, '0.10'],
  ['+5', plain, '5'],
  ['.5', plain, '0.5'],
  ['-.5', plain, '-0.5'],
  ['5.', plain, '5'],
  ['1.5E+3', plain, '1.5E+3'],
  ['1e-7', plain, '1e-7'],
  ['12345678901234567890.12345678901234567890', plain, '12345678901234567890.12345678901234567890'],
  ['1.234,50', german, '1234.50'],
  ['1.234.567', german, '1234567'],
  ['1234,50', german, '1234.50'],
  [',5', german, '0.5'],
  ['-1.234,5', german, '-1234.5'],
  ['1,5E3', german, '1.5E3'],
  ['1.234', german, '1234'],
  ['1,234,567.89', english, '1234567.89'],
  ['1,234', english, '1234'],
  ['1 234,50', french, '1234.50'],
  ['1\u00a0234\u00a0567,50', french, '1234567.50'],
  ['1\u202f234,50', french, '1234.50'],
  ["1'234.50", swiss, '1234.50'],
  ['1’234.50', swiss, '1234.50'],
  ['5-', plain, '-5'],
  ['(5.25)', plain, '-5.25'],
  ['( 5.25 )', plain, '-5.25'],
  ['- 5', plain, '-5'],
  ['−5', plain, '-5'],
  ['–5', plain, '-5'],
  ['1.234,50-', german, '-1234.50'],
  ['012.345,6', german, '12345.6'],
])('%s is a number: %o', (text, numbers, json) => {
  expect(numberReader(numbers)(text)).toBe(json);
});

it.each<[string, Numbers]>([
  ['0.100', german],
  ['00.500', german],
  ["0'100", swiss],
  ['-0.000', german],
  ['', plain],
  ['.', plain],
  ['-', plain],
  ['ten', plain],
  ['NaN', plain],
  ['Infinity', plain],
  ['0x10', plain],
  ['1_000', plain],
  ['1,5', plain],
  ['1 5', plain],
  ['1.2.3', plain],
  ['--5', plain],
  ['-5-', plain],
  ['(-5)', plain],
  ['(5', plain],
  ['5.-', plain],
  ['5,–', german],
  ['5 %', plain],
  ['5 CR', plain],
  ['５', plain],
  ['٥', plain],
  ['######', plain],
  ['#N/A', plain],
  ['1e', plain],
  ['e5', plain],
  ['12/3', plain],
  ['1.23,50', german],
  ['1234.567,50', german],
  ['1.234.56', german],
  ['1.2345', german],
  ['1.5', german],
  ['1,234,5', german],
  ['1.234E5', german],
  ['12,34,567', english],
  ['1,5', english],
  ['1.234,567', english],
  ["1'23", swiss],
  ["1'234’567", swiss],
  ['1  234', french],
  ['1\n234', french],
])('%s is refused: %o', (text, numbers) => {
  expect(numberReader(numbers)(text)).toBeUndefined();
});

it('A refusal names the text and the marks that were expected', () => {
  expect(whyNoNumber('1,5', { decimal: '.', thousands: ' ' })).toEqual(
    '“1,5” is not a number written with “.” before the decimals and spaces between thousands.',
  );
});

it.each([
  ['€ 1.234,50', german, '1234.50', 'EUR'],
  ['1.234,50 €', german, '1234.50', 'EUR'],
  ['-€5', plain, '-5', 'EUR'],
  ['€-5', plain, '-5', 'EUR'],
  ['(€5)', plain, '-5', 'EUR'],
  ['5 EUR-', plain, '-5', 'EUR'],
  ['USD 12.00', plain, '12.00', 'USD'],
  ['US$12.00', plain, '12.00', 'USD'],
  ['$12.00', plain, '12.00', 'CAD'],
  ["CHF 1'000.05", swiss, '1000.05', 'CHF'],
  ['100 kr', plain, '100', 'SEK'],
  ['12,30 zł', german, '12.30', 'PLN'],
] as const)('%s is a number and a currency beside it', (text, numbers, number, currency) => {
  const found = numberBeside(text, numberReader(numbers));
  expect(found?.number).toBe(number);
  expect(found?.currencies).toContain(currency);
});

it('A cell of a million characters is refused at once', () => {
  const cell = `5${' '.repeat(1_000_000)}EUR`;
  expect([numberReader(french)(cell), numberBeside(cell, numberReader(french))]).toEqual([undefined, undefined]);
});

it('A zero has no other sign', () => {
  expect([reversed('0.00'), reversed('-0.00'), reversed('0E5'), reversed('5'), reversed('-5E2')]).toEqual([
    ...['0.00', '0.00', '0E5', '-5', '5E2'],
  ]);
});

/** Digits in groups of three, from the right. */
function grouped(digits: string, mark: string): string {
  const from = digits.length % 3;
  const groups = [...(from === 0 ? [] : [digits.slice(0, from)])];
  for (let at = from; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return groups.join(mark);
}

const digits = (least: number, most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((some) => some.join(''));
const marks = fc.constantFrom(...[german, english, french, swiss, plain, { decimal: ',', thousands: 'none' } as const]);

it('However a number is written, its digits stay and only its marks change', () => {
  const written = fc.record({
    marks,
    first: fc.integer({ min: 1, max: 9 }),
    more: digits(0, 30),
    decimals: digits(0, 30),
    isGrouped: fc.boolean(),
    sign: fc.constantFrom('', '-', '+', 'after', 'brackets'),
  });
  fc.assert(
    fc.property(written, ({ marks: { decimal, thousands }, first, more, decimals, isGrouped, sign }) => {
      const whole = `${first}${more}`;
      const body = isGrouped && thousands !== 'none' ? grouped(whole, thousands) : whole;
      const size = body + (decimals === '' ? '' : decimal + decimals);
      const text = { '': size, '-': `-${size}`, '+': `+${size}`, after: `${size}-`, brackets: `(${size})` }[sign];
      const isNegative = sign !== '' && sign !== '+';
      const json = `${isNegative ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
      expect(numberReader({ decimal, thousands })(text ?? '')).toBe(json);
    }),
  );
});

it('Whatever text it is given, a reader says a number that JSON knows, or none', () => {
  const parts = fc.array(fc.constantFrom(..."0123456789.,' \u00a0+-()eE€".split('')), { maxLength: 12 });
  fc.assert(
    fc.property(marks, parts, (numbers, characters) => {
      const json = numberReader(numbers)(characters.join(''));
      if (json !== undefined) expect(typeof JSON.parse(json)).toBe('number');
    }),
    { numRuns: 2000 },
  );
});
