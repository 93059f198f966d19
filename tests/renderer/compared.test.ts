import { describe, expect, it } from 'vitest';
import { compared, comparedSums } from '../../src-renderer/steps/compared.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';

describe('Beside the last time', () => {
  it.each([
    [100, 100, { kind: 'same' }, false],
    [103, 100, { kind: 'more', percent: 3 }, false],
    [97, 100, { kind: 'less', percent: 3 }, false],
    [1_000_001, 1_000_000, { kind: 'more', percent: 1 }, false],
    [149, 100, { kind: 'more', percent: 49 }, false],
    [150, 100, { kind: 'more', percent: 50 }, true],
    [66, 100, { kind: 'less', percent: 34 }, true],
    [5, 0, { kind: 'new' }, true],
    [0, 5, { kind: 'gone' }, true],
    [0, 0, { kind: 'same' }, false],
    [-100, 100, { kind: 'less', percent: 200 }, true],
  ] as const)('%d after %d', (now, before, change, isLarge) => {
    expect(compared(now, before)).toEqual({ change, isLarge });
  });

  it('currencies that only one of them has are shown, too', () => {
    const sums = [
      { currency: 'EUR', amount: '10' },
      { currency: 'USD', amount: '7' },
    ];
    const earlier = {
      sums: [
        { currency: 'CHF', amount: '3' },
        { currency: 'EUR', amount: '10' },
      ],
    };
    expect(
      comparedSums({
        sums,
        earlier: { ...earlier, transactions: 1, bytes: 1, fileName: 'a', addedAt: 1, id: submissionIdSchema.parse(1) },
      }).map(({ currency, comparison }) => [currency, comparison.change.kind]),
    ).toEqual([
      ['CHF', 'gone'],
      ['EUR', 'same'],
      ['USD', 'new'],
    ]);
  });
});
