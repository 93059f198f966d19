import { describe, expect, it } from 'vitest';
import { isStillShared, leftOutOf, originsInWords } from '../../src-renderer/correcting/shared-lines.ts';
import type { EditedLine } from '../../src-shared/contract.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';

const pair = { alike: [[2, 5, 7], [9]] };
const edited = (...lines: [number, EditedLine['kind']][]) => new Map(lines);

describe('Of lines that share an id', () => {
  it('all stay until something is decided', () => {
    expect(leftOutOf(pair, edited(), false)).toEqual({ byHand: [], byStep: [] });
  });

  it('the step leaves out those that say the same as one before', () => {
    expect(leftOutOf(pair, edited(), true)).toEqual({ byHand: [], byStep: [5, 7] });
  });

  it('the next one stays where the first was left out by hand, or says something of its own now', () => {
    expect(leftOutOf(pair, edited([2, 'left-out']), true)).toEqual({ byHand: [2], byStep: [7] });
    expect(leftOutOf(pair, edited([2, 'replaced']), true)).toEqual({ byHand: [], byStep: [7] });
  });

  it('none share it any more once one is left, also before the check has said so', () => {
    const entry = {
      ...{ fault: { kind: 'shared' as const, id: 'id' }, lines: 2, left: 2, first: 2, next: [9], ways: [] },
      isCertain: false,
    };
    expect(isStillShared(entry, { byHand: [], byStep: [] })).toBe(true);
    expect(isStillShared(entry, { byHand: [9], byStep: [] })).toBe(false);
    expect(isStillShared({ ...entry, left: 0 }, { byHand: [], byStep: [] })).toBe(false);
  });
});

it('Lines of a correction are named by their numbers in the first file', () => {
  const origin = (of: number, line: number) => ({
    ...{ of, line, submission: submissionIdSchema.parse(7), fileName: 'payments.jsonl' },
  });
  expect(originsInWords([origin(10, 71), origin(1, 23)])).toBe('lines 23 and 71 of payments.jsonl');
  expect(originsInWords([origin(1, 23)])).toBe('line 23 of payments.jsonl');
  expect(originsInWords([])).toBeUndefined();
});
