import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBytesPerSecond, toMegabits } from '../../src-renderer/settings/line-limit.ts';

describe('the limit of the line', () => {
  it('is eight times as many bits as bytes', () => {
    expect(toBytesPerSecond(100)).toBe(12_500_000);
  });

  it('is never less than the app takes', () => {
    expect(toBytesPerSecond(0)).toBe(1000);
  });

  it('is the same after being shown and stored again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 1_000_000_000 }), (bytesPerSecond) => {
        expect(toBytesPerSecond(toMegabits(bytesPerSecond))).toBe(bytesPerSecond);
      }),
    );
  });
});
