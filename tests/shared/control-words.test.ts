/** @file What differs from the source system's figures, as a clerk reads it. */

import { expect, it } from 'vitest';
import { differenceInWords, type NamedDifference } from '../../src-shared/control-words.ts';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { speaking } from '../../src-shared/languages/message.ts';

it.each<[NamedDifference, string]>([
  [
    { currency: 'EUR', expected: { count: 2, sum: '1234.60' }, actual: { count: 1, sum: '1234.5' } },
    'EUR: 2 transactions with 1,234.60 expected, 1 with 1,234.50 prepared: 1 transaction and 0.10 missing.',
  ],
  [
    { currency: 'EUR', expected: { count: 1, sum: '1234.5' }, actual: { count: 2, sum: '1234.6' } },
    'EUR: 1 transaction with 1,234.50 expected, 2 with 1,234.60 prepared: 1 transaction too many, and 0.10 too much.',
  ],
  [
    { currency: 'EUR', expected: { count: 3, sum: '1' }, actual: { count: 1, sum: '2' } },
    'EUR: 3 transactions with 1.00 expected, 1 with 2.00 prepared: 2 transactions missing, and 1.00 too much.',
  ],
  [
    { currency: 'KWD', day: '2026-01-31', expected: { sum: '0.125' }, actual: { count: 7, sum: '0.1' } },
    'KWD, 31 Jan 2026: 0.125 expected, 0.100 prepared: 0.025 missing.',
  ],
  [
    { currency: 'EUR', expected: { count: 2, sum: '-5' }, actual: { count: 2, sum: '5' } },
    'EUR: 2 transactions with -5.00 expected, 2 with 5.00 prepared: 10.00 too much.',
  ],
  [
    { currency: 'JPY', expected: { count: 2, sum: '50000' }, actual: { count: 2, sum: '49000.00' } },
    'JPY: 2 transactions with 50,000.00 expected, 2 with 49,000.00 prepared: 1,000.00 missing.',
  ],
  [
    { currency: 'JPY', expected: { count: 2, sum: '50000' }, actual: { count: 2, sum: '49000' } },
    'JPY: 2 transactions with 50,000 expected, 2 with 49,000 prepared: 1,000 missing.',
  ],
  [
    { expected: { count: 2000 }, actual: { count: 1999 } },
    'all currencies: 2,000 transactions expected, 1,999 prepared: 1 transaction missing.',
  ],
  [
    { currency: '', expected: { count: 0 }, actual: { count: 1, sum: '0' } },
    '(none): 0 transactions expected, 1 with 0.00 prepared: 1 transaction too many.',
  ],
])('%o', (difference, words) => {
  expect(differenceInWords(difference)).toBe(words);
});

it('is said in the language that is spoken, with its numbers', () => {
  const german = languageFor('de', []);
  const difference = {
    currency: 'EUR',
    expected: { count: 2000, sum: '1234.60' },
    actual: { count: 1, sum: '1234.5' },
  };
  const catalogue = {
    '{subject}: {expected} expected, {prepared} prepared: {gap}.':
      '{subject}: erwartet {expected}, vorbereitet {prepared}; {gap}.',
    '{count, plural, one {# transaction} other {# transactions}} with {amount}':
      '{count, plural, one {# Transaktion} other {# Transaktionen}} mit {amount}',
    '{count, number} with {amount}': '{count, number} mit {amount}',
    '{count, plural, one {# transaction} other {# transactions}} and {amount} missing':
      'es fehlen {count, plural, one {# Transaktion} other {# Transaktionen}} und {amount}',
  };
  expect(speaking(german, catalogue, () => differenceInWords(difference))).toBe(
    'EUR: erwartet 2.000 Transaktionen mit 1.234,60, vorbereitet 1 mit 1.234,50; es fehlen 1.999 Transaktionen und 0,10.',
  );
});
