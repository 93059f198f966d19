import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canRerun, clockTime, dayBefore, dayProblem, daysBetween, daysToRun } from '../../src-renderer/rules/days.ts';

describe('A day', () => {
  it('A day is one day after the day before it, across every end of a month and change of the clock', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 60 }), (start, days) => {
        const day = new Date(start * 24 * 3_600_000).toISOString().slice(0, 10);
        expect(daysBetween(dayBefore(day, days), day)).toBe(days);
      }),
    );
  });

  it.each([
    ['2026-11-21', undefined],
    ['2026-11-20', undefined],
    ['2026-11-22', 'future'],
    ['', 'missing'],
  ])('The day %j has the problem %s on 21 November', (day, problem) => {
    expect(dayProblem(day, '2026-11-21')).toBe(problem);
  });
});

describe('Rules run again', () => {
  it.each([
    ['2026-11-21', false],
    ['2026-11-20', true],
    ['2026-10-22', true],
    ['2026-10-21', false],
    ['', false],
  ])('Whether rules can run again for %j on 21 November: %s', (day, can) => {
    expect(canRerun(day, '2026-11-21')).toBe(can);
  });
});

it.each([
  [0, '0:00'],
  [42, '0:42'],
  [61, '1:01'],
])('A wait of %i seconds reads %s', (seconds, words) => {
  expect(clockTime(seconds)).toBe(words);
});

describe('After a submission, rules run', () => {
  const today = '2026-11-21';

  it('for its day', () => {
    expect(daysToRun({ first: '2026-11-20', last: '2026-11-20', count: 1 }, today)).toEqual({
      last: '2026-11-20',
      isOne: true,
    });
  });

  it('for one of its days, none of which is still to come', () => {
    expect(daysToRun({ first: '2026-11-02', last: '2026-11-30', count: 22 }, today)).toEqual({
      last: today,
      isOne: false,
    });
  });

  it('for no day that is still to come', () => {
    expect(daysToRun({ first: '2026-11-22', last: '2026-11-30', count: 7 }, today)).toBeUndefined();
  });
});
