import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayFrom, requireExecutionDate } from '../../src-main/rule-runs/execution-date.ts';
import { dayOf } from '../../src-shared/calendar-days.ts';

const today = '2026-03-15';
const refused = expect.objectContaining({ code: 'rule-run.date' });
const day = fc.integer({ min: -3000, max: 3000 }).map((days) => dayFrom(today, days));
const kinds = ['execute', 'rerun'] as const;

describe('the day for which rules are run', () => {
  it.each(kinds)('the execution date must be on the calendar (%s)', (kind) => {
    for (const odd of [
      '',
      '2026-2-3',
      '2026-02-30',
      '2026-13-01',
      '20260301',
      '2026-03-01T00:00',
      'yesterday',
      ' 2026-03-01',
    ])
      expect(() => requireExecutionDate(kind, odd, today), odd).toThrow(refused);
  });

  it.each(['2026-03-15', '2026-03-16', '2027-01-01'])('a day is not run again before it is over: %s', (date) => {
    expect(() => requireExecutionDate('rerun', date, today)).toThrow(refused);
  });

  it('a day can be run again for 30 days, across the end of a month', () => {
    expect(() => requireExecutionDate('rerun', '2026-02-13', today)).not.toThrow();
    expect(() => requireExecutionDate('rerun', '2026-02-12', today)).toThrow(refused);
  });

  it('an execution can be for any day: the service decides', () => {
    fc.assert(fc.property(day, (date) => requireExecutionDate('execute', date, today)));
  });

  it('exactly the 30 days before today can be run again', () => {
    const possible = new Set(Array.from({ length: 30 }, (_, index) => dayFrom(today, -1 - index)));
    fc.assert(
      fc.property(day, (date) => {
        const ask = () => requireExecutionDate('rerun', date, today);
        if (possible.has(date)) ask();
        else expect(ask).toThrow(refused);
      }),
    );
  });
});

describe('today', () => {
  it('today is the day in the person’s time zone, to the last millisecond', () => {
    expect(dayOf(new Date(2026, 2, 15, 0, 0, 0, 0).getTime())).toBe('2026-03-15');
    expect(dayOf(new Date(2026, 2, 15, 23, 59, 59, 999).getTime())).toBe('2026-03-15');
  });

  it('today is followed by tomorrow, even where clocks are changed', () => {
    expect(dayFrom('2026-03-29', 1)).toBe('2026-03-30');
    expect(dayFrom('2024-02-28', 1)).toBe('2024-02-29');
    expect(dayFrom('2026-01-01', -1)).toBe('2025-12-31');
  });
});
