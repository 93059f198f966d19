import { describe, expect, it } from 'vitest';
import { amountIn } from '../../src-shared/amounts.ts';

describe('an amount', () => {
  it.each([
    ['63204.9', 'EUR', '63,204.90 EUR'],
    ['100', 'EUR', '100.00 EUR'],
    ['-0.5', 'USD', '-0.50 USD'],
    ['1200', 'JPY', '1,200 JPY'],
    ['1200.5', 'JPY', '1,200.5 JPY'],
    ['7.1', 'KWD', '7.100 KWD'],
  ])('of %s %s has the decimals of its currency', (amount, currency, words) => {
    expect(amountIn(amount, currency)).toBe(words);
  });

  it.each([
    ['-1234567.125', '-1,234,567.125 EUR'],
    ['9007199254740993000', '9,007,199,254,740,993,000.00 EUR'],
    ['0.00010', '0.00010 EUR'],
  ])('keeps every digit of %s', (amount, words) => {
    expect(amountIn(amount, 'EUR')).toBe(words);
  });

  it('in something that is no currency stays as it is', () => {
    expect([amountIn('12.5', 'euro'), amountIn('1000', '')]).toEqual(['12.5 euro', '1,000 ']);
  });

  it('stands one space from its currency, also where a line has one too many', () => {
    expect(amountIn('75', ' EUR')).toBe('75.00 EUR');
  });

  it('that is no decimal is shown as it is, without decimals of its own', () => {
    expect(amountIn('1e9', 'JPY')).toBe('1e9 JPY');
  });
});
