import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberWith, onlyNumberIn } from '../../src-shared/written-number.ts';

describe('A number that a person writes', () => {
  it.each([
    ['3416,82', '3416.82'],
    ['3416.82', '3416.82'],
    ['1.249,50', '1249.50'],
    ['1,249.50', '1249.50'],
    ['12.345.678', '12345678'],
    ['1 249,5', '1249.5'],
    ['1\u202f249', '1249'],
    ["12'345.60", '12345.60'],
    ['-0,50', '-0.50'],
    [' 7 ', '7'],
    ['0,234', '0.234'],
    ['12345678901234567890,10', '12345678901234567890.10'],
  ])('%j is %s, with every digit', (text, number) => {
    expect(onlyNumberIn(text)).toBe(number);
  });

  it('has no zeros beyond two decimals, which look like thousands elsewhere', () => {
    expect(['18,500', '0,2340', '7,000', '1,05'].map((text) => numberWith(',', text))).toEqual([
      ...['18.50', '0.234', '7.00', '1.05'],
    ]);
  });

  it.each(['1,234', '1.234', '12,50 EUR', 'n/a', '', ',5', '5,', '1.2.3', '1,2,3', '007,5', '1.234,567.8'])(
    '%j is none, or may be two',
    (text) => {
      expect(onlyNumberIn(text)).toBeUndefined();
    },
  );

  it('is what each mark reads that reads it at all', () => {
    const text = fc
      .array(fc.constantFrom('0', '1', '234', '.', ',', ' ', '-'), { maxLength: 8 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, (said) => {
        const read = [numberWith('.', said.trim()), numberWith(',', said.trim())].filter((one) => one !== undefined);
        expect(onlyNumberIn(said)).toBe(new Set(read).size === 1 ? read[0] : undefined);
      }),
    );
  });
});
