import { describe, expect, it } from 'vitest';
import { bucketOf, PaymentSizes } from '../../src-main/prepare/payment-buckets.ts';
import { fileName, keyOf, safeName } from '../../src-main/prepare/split.ts';

it.each([
  ['november', '', 1, 'november-001.jsonl'],
  ['november', '2026-11-30', 12, 'november-2026-11-30-012.jsonl'],
  ['november', 'SE', 1234, 'november-SE-1234.jsonl'],
])('The name of a file: %s %s %i', (name, key, number, expected) => {
  expect(fileName(name, key, number)).toBe(expected);
});

it.each([
  ['Export März: Filiale/7', 'Export-März-Filiale-7'],
  ['con', 'con-export'],
  ['LPT1.2026', 'LPT1.2026-export'],
  ['..', 'export'],
  ['?*', 'export'],
  ['a'.repeat(300), 'a'.repeat(100)],
  ['trailing. ', 'trailing'],
])('A name that every system takes, of “%s”', (text, expected) => {
  expect(safeName(text)).toBe(expected);
});

it('What has no usable day or country is kept apart from what has one', () => {
  const facts = {
    day: '',
    currency: '',
    amount: undefined,
    sourceCountry: '',
    targetCountry: 'SE',
    payment: '',
    modification: '',
  };
  expect(keyOf(facts, 'day')).toBe('no-day');
  expect(keyOf(facts, 'source-country')).toBe('no-country');
  expect(keyOf(facts, 'target-country')).toBe('SE');
  expect(keyOf(facts, 'none')).toBe('');
});

describe('Payments that stay together', () => {
  const limits = { bytes: 100, lines: 3 };

  it('Fill the files in the order in which they begin, and each is in one file', () => {
    const sizes = new PaymentSizes();
    // Payment 7 comes back at the end.
    for (const [row, bucket] of [7, 8, 9, 7].entries()) sizes.add(bucket, '', 30, 0, row + 2);
    const assignment = sizes.assign(limits);
    if (!('files' in assignment)) throw new Error('They fit.');
    expect(assignment.files).toEqual([
      { key: '', number: 1 },
      { key: '', number: 2 },
    ]);
    expect([7, 8, 9].map((bucket) => assignment.fileOf[bucket])).toEqual([0, 0, 1]);
  });

  it('One that is larger than a file is named by its first row', () => {
    const sizes = new PaymentSizes();
    sizes.add(1, '', 30, 0, 2);
    for (const row of [3, 9, 10, 11]) sizes.add(2, '', 20, 1, row);
    expect(sizes.assign(limits)).toEqual({ table: 1, row: 3, bytes: 80, lines: 4 });
  });

  it('Without a payment, each row stands for itself', () => {
    expect(bucketOf('', 2)).not.toBe(bucketOf('', 3));
    expect(bucketOf('a', 2)).toBe(bucketOf('a', 3));
  });
});
