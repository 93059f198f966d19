import { describe, expect, it } from 'vitest';
import { percentOf, shortMoment } from '../../src-renderer/wording.ts';

describe('A stage in per cent', () => {
  it.each([
    [0, 0],
    [1, 0],
    [999, 99],
    [1000, 100],
  ])('A stage of %i of 1000 bytes is %i per cent', (bytes, percent) => {
    expect(percentOf({ bytes }, { bytes: 1000 })).toBe(percent);
  });

  it('A stage is at zero while there is nothing to send', () => {
    expect(percentOf({ bytes: 0 }, { bytes: 0 })).toBe(0);
  });
});

describe('a moment in few letters', () => {
  const now = new Date(2026, 10, 21, 14, 0).getTime();
  it.each([
    [new Date(2026, 10, 21, 6, 30), '06:30'],
    [new Date(2026, 10, 20, 23, 59), '20 Nov'],
    [new Date(2026, 0, 2, 6, 30), '2 Jan'],
    [new Date(2025, 11, 31, 6, 30), '31 Dec 2025'],
  ])('The short form of %s is %s', (at, words) => {
    expect(shortMoment(at.getTime(), now)).toBe(words);
  });
});
