import { afterEach, describe, expect, it } from 'vitest';
import { dayOf, dayRange, isDay, momentsOf, nextMidnight } from '../../src-shared/calendar-days.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

it('A day is that of the person’s own clock', () => {
  process.env['TZ'] = 'Europe/Berlin';
  expect(dayOf(Date.parse('2026-11-20T23:05:00Z'))).toBe('2026-11-21');
  expect(dayOf(Date.parse('2026-11-21T22:55:00Z'))).toBe('2026-11-21');
});

describe('The days of a filter', () => {
  it('begin and end at midnight in the zone of the person, also where a day has 25 hours', () => {
    process.env['TZ'] = 'Europe/Berlin';
    // Clocks go back an hour on 25 October 2026.
    const now = Date.parse('2026-10-26T08:00:00Z');
    expect(momentsOf('yesterday', now)).toEqual({
      from: Date.parse('2026-10-24T22:00:00Z'),
      before: Date.parse('2026-10-25T23:00:00Z'),
    });
    expect(momentsOf('today', now)).toEqual({
      from: Date.parse('2026-10-25T23:00:00Z'),
      before: Date.parse('2026-10-26T23:00:00Z'),
    });
    expect(momentsOf('week', now).from).toBe(Date.parse('2026-10-19T22:00:00Z'));
    expect(nextMidnight(now)).toBe(Date.parse('2026-10-26T23:00:00Z'));
    expect(momentsOf({ from: '2026-10-25', to: '2026-10-25' }, now)).toEqual(momentsOf('yesterday', now));
  });

  it('have no end where one is open', () => {
    expect(momentsOf({ from: '2026-10-25' }, 0).before).toBe(Number.POSITIVE_INFINITY);
    expect(momentsOf({ to: '2026-10-25' }, 0).from).toBe(Number.NEGATIVE_INFINITY);
  });

  it.each(['', '2026-02-30', '2026-13-01', '0050-01-01', '26-01-01', '2026-1-1', '2026-01-01T00:00', ' 2026-01-01'])(
    '%j is no day',
    (text) => expect(isDay(text)).toBe(false),
  );

  it('are turned where they are the wrong way round, and leave out what is no day', () => {
    expect(dayRange('2026-11-20', '2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-20' });
    expect(dayRange('0002-11-20', '2026-11-01')).toEqual({ to: '2026-11-01' });
    expect(dayRange('', '')).toBeUndefined();
  });
});
