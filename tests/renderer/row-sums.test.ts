import { describe, expect, it } from 'vitest';
import { allSumsInWords, sumInWords, sumsOfFiles } from '../../src-renderer/queue/row-sums.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';

const eur = { currency: 'EUR', amount: '4421234.45' };
const sek = { currency: 'SEK', amount: '12' };

describe('The sum of a file in its row', () => {
  it('is that of its one currency', () => {
    expect(sumInWords({ sums: [eur], errors: 0 })).toBe('4,421,234.45 EUR');
  });

  it('is that of the first of several currencies, with how many there are besides: they cannot be added', () => {
    expect(sumInWords({ sums: [eur, sek], errors: 0 })).toMatch(/^[\d,.]+ EUR \+1$/);
  });

  it('is missing until it is known', () => {
    expect(sumInWords({ errors: 0 })).toBe('');
    expect(allSumsInWords({ errors: 0 })).toBeUndefined();
  });

  it('is not told while lines are faulty: what can be read of them is not the sum of the file', () => {
    expect(sumInWords({ sums: [eur], errors: 2 })).toBe('');
  });

  it('is told of a file that is held for faults, as long as every amount can be read', () => {
    expect(sumInWords({ sums: [eur], errors: 2, unsummed: 0 })).toBe('4,421,234.45 EUR');
    expect(sumInWords({ sums: [eur], errors: 2, unsummed: 1 })).toBe('');
    expect(allSumsInWords({ sums: [eur], errors: 2, unsummed: 0 })).toBe('Sums: 4,421,234.45 EUR');
    const file = { sums: [eur], errors: 2, unsummed: 0 };
    expect(sumInWords(sumsOfFiles([file, file]))).toBe('8,842,468.90 EUR');
  });

  it('of files that came together is that of all of them, each once, and none while one is not known or faulty', () => {
    const file = { sums: [eur], errors: 0 };
    const correction = { ...file, story: { corrects: submissionIdSchema.parse(1) } };
    expect(sumInWords(sumsOfFiles([file, file, correction]))).toBe('8,842,468.90 EUR');
    expect(sumInWords(sumsOfFiles([file, { errors: 0 }]))).toBe('');
    expect(sumInWords(sumsOfFiles([file, { ...file, errors: 1 }]))).toBe('');
  });

  it('has all currencies in its tooltip, which says when not every line can be read', () => {
    expect(allSumsInWords({ sums: [eur, sek], errors: 0 })).toBe('Sums: 4,421,234.45 EUR; 12.00 SEK');
    expect(allSumsInWords({ sums: [eur], errors: 2 })).toBe(
      'Sums of the file as it came, as far as they can be read: 4,421,234.45 EUR',
    );
  });
});
