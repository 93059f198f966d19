import { describe, expect, it } from 'vitest';
import { totalsInWords } from '../../../src-main/shells/cli/commands/check.ts';

const none = { sums: [], days: 0 };
const sum = (currency: string, amount: string) => ({ currency, amount });

describe('The totals of a file in words', () => {
  it('The totals name the transactions, the days and the sums', () => {
    const sums = [sum('EUR', '12345.67'), sum('USD', '8.9')];
    expect(totalsInWords(1204, { sums, firstDay: '2026-01-03', lastDay: '2026-01-05', days: 3 })).toBe(
      '1,204 transactions, 2026-01-03 to 2026-01-05 (3 days), 12,345.67 EUR, 8.90 USD',
    );
  });

  it('The totals name a single day once', () => {
    const totals = { ...none, firstDay: '2026-01-03', lastDay: '2026-01-03', days: 1 };
    expect(totalsInWords(1, totals)).toBe('1 transaction, 2026-01-03');
  });

  it('The totals leave out what no line has', () => {
    expect(totalsInWords(2, none)).toBe('2 transactions');
  });

  it.each([
    ['-1234567.125', '-1,234,567.125'],
    ['9007199254740993000', '9,007,199,254,740,993,000.00'],
    ['0.0001', '0.0001'],
    ['-0.5', '-0.50'],
    ['0', '0.00'],
    ['100', '100.00'],
  ])('The totals group the thousands of %s and round nothing', (amount, expected) => {
    expect(totalsInWords(1, { ...none, sums: [sum('EUR', amount)] })).toBe(`1 transaction, ${expected} EUR`);
  });

  it('The totals shorten a list of many currencies', () => {
    const sums = ['AED', 'BRL', 'CHF', 'DKK', 'EUR', 'GBP', 'JPY', 'USD'].map((currency) => sum(currency, '1'));
    expect(totalsInWords(8, { ...none, sums })).toBe(
      '8 transactions, 1.00 AED, 1.00 BRL, 1.00 CHF, 1.00 DKK, 1.00 EUR, 1.00 GBP, … and 2 more',
    );
  });
});
