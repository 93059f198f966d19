import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DistinctKeys } from '../../src-main/exports/payments/distinct-keys.ts';
import { keyOf } from '../../src-main/exports/payments/payment-columns.ts';

it('Keys that come again are counted, however many there are', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(300), { maxLength: 3000, size: 'max' }), (numbers) => {
      const keys = new DistinctKeys();
      const seen = new Map<number, number>();
      for (const number of numbers) {
        const count = (seen.get(number) ?? 0) + 1;
        seen.set(number, count);
        const key = keyOf('DE02120300000000202051', `E-${number}`);
        expect(keys.distinct(key)).toBe(count === 1 ? key : keyOf(key, String(count)));
      }
    }),
    { numRuns: 5 },
  );
});

it('Keys that differ in one character are different ones', () => {
  const keys = new DistinctKeys();
  for (let number = 0; number < 200_000; number++) {
    const key = `2026-11-23 | CRDT | ${number % 1000} | ${Math.floor(number / 1000)}`;
    if (keys.distinct(key) !== key) expect.fail(key);
  }
});

it('A key that comes a thousand times is counted to the end', () => {
  const keys = new DistinctKeys();
  for (let number = 0; number < 999; number++) {
    keys.distinct('a');
    keys.distinct(`b${number}`);
  }
  expect(keys.distinct('a')).toBe(keyOf('a', '1000'));
});
