import { describe, expect, it } from 'vitest';
import { asDifference, compareSums, typedAmount, withFigure } from '../../src-renderer/preparing/control-figures.ts';
import { differenceInWords, missingInWords } from '../../src-shared/control-words.ts';

const sums = [
  { currency: 'EUR', count: 2, sum: '100234.51' },
  { currency: 'SEK', count: 1, sum: '7' },
];

describe('A figure of the source system', () => {
  it('differs to the last digit', () => {
    const [eur] = compareSums(sums, [{ currency: 'EUR', count: 3, amount: '100234.52' }]);
    expect(eur).toMatchObject({ countDifference: -1, amountDifference: '−0.01' });
  });

  it('is told with what it is compared with, and with what is missing', () => {
    const told = (figure: { count?: number; amount?: string }) =>
      compareSums(sums, [{ currency: 'EUR', ...figure }])
        .slice(0, 1)
        .map(asDifference)
        .flatMap((difference) => [differenceInWords(difference), missingInWords(difference)]);
    expect(told({ count: 3, amount: '100234.52' })).toEqual([
      'EUR: 3 transactions with 100,234.52 expected, 2 with 100,234.51 prepared: 1 transaction and 0.01 missing.',
      '1 transaction and 0.01 missing',
    ]);
    expect(told({ amount: '100000' }).at(-1)).toBe('234.51 too much');
    expect(told({ count: 2 }).at(-1)).toBe('nothing missing');
  });

  it('that is the balance of what comes in and goes out does not differ, but another one does', () => {
    const incoming = [{ currency: 'EUR', count: 1, sum: '200.50' }];
    const balance = (amount: string) =>
      compareSums([{ currency: 'EUR', count: 2, sum: '300.00' }], [{ currency: 'EUR', amount }], incoming);
    expect(balance('101.00')).toMatchObject([{ isBalance: true, amountDifference: undefined }]);
    expect(balance('-101.00')).toMatchObject([{ isBalance: false, amountDifference: '+401.00' }]);
    expect(balance('300')).toMatchObject([{ isBalance: false, amountDifference: undefined }]);
  });

  it('does not differ by zeros at its end', () => {
    const [, sek] = compareSums(sums, [{ currency: 'SEK', count: 1, amount: '7.00' }]);
    expect(sek).toMatchObject({ countDifference: undefined, amountDifference: undefined });
  });

  it('is compared beyond what a double can hold', () => {
    const large = [{ currency: 'EUR', count: 1, sum: '12345678901234567890.02' }];
    const [eur] = compareSums(large, [{ currency: 'EUR', amount: '12345678901234567890.01' }]);
    expect(eur?.amountDifference).toBe('+0.01');
  });

  it('of a currency that the plan does not have stands against zero', () => {
    expect(compareSums(sums, [{ currency: 'NOK', amount: '5' }]).at(-1)).toMatchObject({
      currency: 'NOK',
      count: 0,
      amount: '0',
      amountDifference: '−5',
    });
  });

  it('is forgotten once nothing is typed', () => {
    const figures = withFigure([], { currency: 'EUR', count: 3 });
    expect(withFigure(figures, { currency: 'EUR' })).toEqual([]);
  });
});

it.each([
  ['100.234,52', '100234.52'],
  ['100,234.52', '100234.52'],
  ['1 234,5', '1234.5'],
  ['1’234.50', '1234.50'],
  ['12,50', '12.50'],
  ['1.234.567', '1234567'],
  ['−3,10', '-3.10'],
  ['7', '7'],
])('The typed amount %s is %s', (typed, amount) => {
  expect(typedAmount(typed)).toBe(amount);
});

it.each(['', 'zwölf', '1,2,3,4x', '--5', '1e5'])('“%s” is no amount', (typed) => {
  expect(typedAmount(typed)).toBeUndefined();
});
