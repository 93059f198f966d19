import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ExactSum } from '../../src-main/check/totals/exact-sum.ts';
import { amountText } from '../../src-shared/exact-amount.ts';

function sumOf(amounts: readonly string[]): string {
  const sum = new ExactSum();
  for (const amount of amounts) sum.add(amount);
  return amountText(sum.total);
}

it.each([
  ['none', [], '0'],
  ['tenths', ['0.1', '0.2'], '0.3'],
  ['different decimals', ['1', '0.01', '0.001', '-0.1'], '0.911'],
  ['zeros of any kind', ['-0', '0.000', '-0.0'], '0'],
  ['the longest short amounts, beyond what a double holds', Array(30).fill('999999999999999'), '29999999999999970'],
  ['the same below zero', Array(30).fill('-9999999999999.99'), '-299999999999999.7'],
  ['a long amount between short ones', ['0.1', '99999999999999999999.01', '-99999999999999999999', '0.2'], '0.31'],
  ['exponents', ['1e3', '2.5E+2', '5e-1'], '1250.5'],
  ['what is in no sum', ['1e400', '1', '1e-31', `1.${'0'.repeat(200)}`], '1'],
  ['what is no number', ['', '-', '.', '1.', '.5', '1.2.3', '--1', '+1', ' 1', '1,5', 'NaN'], '0'],
])('A sum is exact: %s', (_, amounts, expected) => {
  expect(sumOf(amounts)).toBe(expected);
});

it('A sum can be read while it is added up, and takes sums that are exact already', () => {
  const sum = new ExactSum();
  sum.add('0.1');
  expect(amountText(sum.total)).toBe('0.1');
  sum.addExact(2n * 10n ** 29n);
  sum.add('0.3');
  expect(amountText(sum.total)).toBe('0.6');
});

it('A sum is that of the digits, however many there are and wherever the mark is', () => {
  const amount = fc.record({
    digits: fc.bigInt({ min: 0n, max: 10n ** 18n }),
    decimals: fc.integer({ min: 0, max: 20 }),
    isNegative: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 60 }), (amounts) => {
      let expected = 0n;
      const texts: string[] = [];
      for (const { digits, decimals, isNegative } of amounts) {
        const sign = isNegative ? -1n : 1n;
        expected += sign * digits * 10n ** BigInt(30 - decimals);
        const padded = digits.toString().padStart(decimals + 1, '0');
        const [whole, fraction] = [padded.slice(0, padded.length - decimals), padded.slice(padded.length - decimals)];
        texts.push(`${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`);
      }
      const sum = new ExactSum();
      for (const text of texts) sum.add(text);
      expect(sum.total).toBe(expected);
    }),
  );
});
