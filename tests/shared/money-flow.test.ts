import { expect, it } from 'vitest';
import { balancesInWords, flowInWords } from '../../src-shared/money-flow.ts';

it('What goes out and what comes in is told for each currency, to the last digit, with the balance', () => {
  const all = [
    { currency: 'EUR', count: 240, sum: '665854883.87' },
    { currency: 'JPY', count: 1, sum: '90071992547409931' },
    { currency: '', count: 3, sum: '0' },
  ];
  expect(flowInWords(all, [{ currency: 'EUR', count: 160, sum: '548677002.94' }])).toEqual([
    'Money out: 80 transactions, 117,177,880.93 EUR. Money in: 160 transactions, 548,677,002.94 EUR. In less out: 431,499,122.01 EUR.',
    'Money out: 1 transaction, 90,071,992,547,409,931 JPY. Money in: 0 transactions, 0 JPY. In less out: -90,071,992,547,409,931 JPY.',
  ]);
  expect(balancesInWords(all, [{ currency: 'EUR', count: 160, sum: '548677002.94' }])).toBe(
    'In less out: 431,499,122.01 EUR; -90,071,992,547,409,931 JPY.',
  );
});
