import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isStillShared, leftOutOf, originsInWords } from '../../src-renderer/correcting/shared-lines.ts';
import type { EditedLine } from '../../src-shared/contract.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';

const pair = { fault: { kind: 'shared' as const, id: randomUUID() }, alike: [[2, 5, 7], [9]] };
const [none, ofSame] = [{ ofSame: false }, { ofSame: true }];
const edited = (...lines: [number, EditedLine['kind']][]) => new Map(lines);

describe('Of lines that share an id', () => {
  it('all stay until something is decided', () => {
    expect(leftOutOf(pair, edited(), none)).toEqual({ byHand: [], byStep: [] });
  });

  it('the step leaves out those that say the same as one before', () => {
    expect(leftOutOf(pair, edited(), ofSame)).toEqual({ byHand: [], byStep: [5, 7] });
  });

  it('the next one stays where the first was left out by hand, or says something of its own now', () => {
    expect(leftOutOf(pair, edited([2, 'left-out']), ofSame)).toEqual({ byHand: [2], byStep: [7] });
    expect(leftOutOf(pair, edited([2, 'replaced']), ofSame)).toEqual({ byHand: [], byStep: [7] });
  });

  it('all but the one that counts are left out, even where their content differs, unless their id is no UUID', () => {
    expect(leftOutOf(pair, edited(), { ofSame: false, ofEach: 'last' })).toEqual({ byHand: [], byStep: [2, 5, 7] });
    // Those that are left say the same.
    expect(leftOutOf(pair, edited([9, 'left-out']), { ofSame: false, ofEach: 'last' })).toEqual({
      byHand: [9],
      byStep: [],
    });
    // Which of the lines that say the same stays, the other decision says.
    const both = { ...pair, alike: [[2], [5, 7, 9]] };
    expect(leftOutOf(both, edited(), { ofSame: true, ofEach: 'last' })).toEqual({ byHand: [], byStep: [2, 7, 9] });
    const cutOff = { ...pair, fault: { kind: 'shared' as const, id: '1.23457e+35' } };
    expect(leftOutOf(cutOff, edited(), { ofSame: false, ofEach: 'last' })).toEqual({ byHand: [], byStep: [] });
  });

  it('all are left out where none of them counts, of the ids that were named', () => {
    const ofNone = new Set([pair.fault.id]);
    expect(leftOutOf(pair, edited([5, 'left-out']), { ofSame: true, ofNone })).toEqual({
      byHand: [5],
      byStep: [2, 7, 9],
    });
    const other = { ...pair, fault: { kind: 'shared' as const, id: randomUUID() } };
    expect(leftOutOf(other, edited(), { ofSame: false, ofNone })).toEqual({ byHand: [], byStep: [] });
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
