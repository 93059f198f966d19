/** @file The time that test files have, and what is said when one takes more. */

import { describe, expect, it } from 'vitest';
import { budget, excesses, TOLERANCE, timesOf } from './budget.ts';

const result = (file: string, seconds: number) => ({ file, passed: 1, failures: [], seconds });
const excessesOf = (...files: [file: string, seconds: number][]) =>
  excesses(files.map(([file, seconds]) => ({ file, seconds })));

describe('A file', () => {
  it('may take as long as it has', () => {
    expect(excessesOf(['a.test.ts', budget.file], ['b.spec.ts', budget.file])).toEqual([]);
  });

  it.each(['a.test.ts', 'a.test.tsx', 'a.spec.ts in browser', 'a.test.ts as on Windows', 'along.test.ts'])(
    'is named if it takes longer: %s',
    (file) => {
      expect(excessesOf([file, 20.1], ['b.test.ts', 1])).toEqual([
        `${file} computes for 20.1 s: more than 20.0 s are only for a file named .long`,
      ]);
    },
  );

  it('that is a little late on a busy machine is named, and fails no run', () => {
    const file = (seconds: number) => ({ file: 'a.test.ts', seconds });
    const most = budget.file * TOLERANCE;
    expect([most, most + 0.1].map((seconds) => excesses([file(seconds)], TOLERANCE).length)).toEqual([0, 1]);
  });

  it('takes longer if its name says so', () => {
    expect(excessesOf(['a.long.test.ts', 60], ['b.long.spec.ts in browser', 30])).toEqual([]);
  });
});

it('Files that take longer than others are named if they take longer together than they have', () => {
  expect(excessesOf(['a.long.test.ts', 60], ['b.long.spec.ts in browser', 30.1])).toEqual([
    'The files above 20.0 s compute for 90.1 s together: they have 90.0 s',
  ]);
  expect(excessesOf(['a.long.test.ts', 60], ['b.long.test.ts', 30], ['c.long.test.ts', 20])).toEqual([]);
});

it('The time of a file is that of all its stories, as a usual machine would need it, and the longest comes first', () => {
  const results = [result('a.spec.ts', 10), result('b.test.ts', 26), result('a.spec.ts', 18)];
  expect(timesOf(results, 2)).toEqual([
    { file: 'a.spec.ts', seconds: 14 },
    { file: 'b.test.ts', seconds: 13 },
  ]);
});
