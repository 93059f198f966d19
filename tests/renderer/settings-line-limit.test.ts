import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBytesPerSecond, toMegabits } from '../../src-renderer/settings/line-limit.ts';

describe('The upload limit', () => {
  it('The upload limit in bits is eight times the one in bytes', () => {
    expect(toBytesPerSecond(100)).toBe(12_500_000);
  });

  it("The upload limit is never below the app's minimum", () => {
    expect(toBytesPerSecond(0)).toBe(1000);
  });

  it('The upload limit stays the same after being shown and stored again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 1_000_000_000 }), (bytesPerSecond) => {
        expect(toBytesPerSecond(toMegabits(bytesPerSecond))).toBe(bytesPerSecond);
      }),
    );
  });
});
