import { describe, expect, it } from 'vitest';
import { about, counted, duration, percentOf, shortMoment, size } from '../../src-renderer/wording.ts';

describe('A stage in per cent', () => {
  it.each([
    [0, 0],
    [1, 0],
    [999, 99],
    [1000, 100],
  ])('A stage of %i of 1000 bytes is %i per cent', (bytes, percent) => {
    expect(percentOf({ bytes, batches: 0 }, { bytes: 1000, batches: 1 })).toBe(percent);
  });

  it('A stage is at zero while there is nothing to send', () => {
    expect(percentOf({ bytes: 0, batches: 0 }, { bytes: 0, batches: 0 })).toBe(0);
  });
});

describe('A size', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [1550, '1.6 kB'],
    [2_000_000_000, '2 GB'],
    [1_234_567_890_123, '1.2 TB'],
  ])('A size of %i bytes reads “%s”', (bytes, words) => {
    expect(size(bytes)).toBe(words);
  });
});

describe('A number with its noun', () => {
  it.each([
    [1, 'line', '1 line'],
    [2_300_000, 'line', '2,300,000 lines'],
    [2, 'batch', '2 batches'],
  ] as const)('A count of %i %s reads “%s”', (count, noun, words) => {
    expect(counted(count, noun)).toBe(words);
  });
});

describe('A duration', () => {
  it.each([
    [400, 'under 1 s'],
    [10_400, '10s'],
    [162_000, '2m 42s'],
    [2_400_000, '40m'],
    [7_800_000, '2h 10m'],
  ])('A duration of %i ms reads “%s”', (milliseconds, words) => {
    expect(duration(milliseconds)).toBe(words);
  });

  it('An estimated duration says so, unless it is tiny', () => {
    expect([about(10_000), about(10)]).toEqual(['about 10s', 'under 1 s']);
  });
});

describe('A moment in short form', () => {
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
