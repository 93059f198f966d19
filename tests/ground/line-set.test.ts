import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSet } from '../../src-main/ground/line-set.ts';

const lines = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 120 });

describe('A set of lines', () => {
  it('has each line once, in order, whatever the order they came in', () => {
    fc.assert(
      fc.property(lines, (some) => {
        const set = LineSet.of(some);
        const wanted = [...new Set(some)].sort((one, other) => one - other);
        expect([...set]).toEqual(wanted);
        expect(set.size).toBe(wanted.length);
        for (let line = 0; line <= 401; line++) expect(set.has(line)).toBe(some.includes(line));
      }),
    );
  });

  it('joins, meets and leaves out another as sets do', () => {
    fc.assert(
      fc.property(lines, lines, (some, others) => {
        const [one, other] = [LineSet.of(some), LineSet.of(others)];
        const ascending = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b);
        expect([...one.union(other)]).toEqual(ascending([...some, ...others]));
        expect([...one.intersection(other)]).toEqual(ascending(some.filter((line) => others.includes(line))));
        expect([...one.difference(other)]).toEqual(ascending(some.filter((line) => !others.includes(line))));
      }),
    );
  });

  it('comes back from where it was stored', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 5_000_000 }), (some, before) => {
        const set = LineSet.of(some).movedBy(before);
        expect([...LineSet.decode(set.encode()).runs()]).toEqual([...set.runs()]);
      }),
    );
  });

  it('takes runs that overlap, touch or are empty', () => {
    const set = LineSet.ofRuns([
      { first: 20, last: 30 },
      { first: 1, last: 5 },
      { first: 6, last: 7 },
      { first: 25, last: 40 },
      { first: 50, last: 49 },
    ]);
    expect([...set.runs()]).toEqual([
      { first: 1, last: 7 },
      { first: 20, last: 40 },
    ]);
  });

  it.each([
    ['every second line', (line: number) => line % 2 === 0],
    ['lines without any order', (line: number) => ((line * 2_654_435_761) >>> 7) % 3 === 0],
    ['one line in a hundred', (line: number) => ((line * 2_654_435_761) >>> 7) % 100 === 0],
  ])('of five million lines, %s, is stored in less than a megabyte', (_, isMeant) => {
    const all = Array.from({ length: 5_000_000 }, (_, at) => at + 1).filter(isMeant);
    const stored = LineSet.of(all).encode();
    expect(stored.length).toBeLessThan(1_000_000);
    expect(LineSet.decode(stored).size).toBe(all.length);
  });

  it.each([[Uint8Array.of(7)], [Uint8Array.of(0, 99, 5, 5, 5, 5)]])('refuses what is none: %j', (bytes) => {
    expect(() => LineSet.decode(bytes)).toThrow();
  });
});
