import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { stateInWords } from '../../src-renderer/connections/sending-texts.ts';
import { goByClockOf } from '../../src-shared/app-zone.ts';
import { ownZone } from '../../src-shared/calendar-days.ts';
import { inWords } from '../../src-shared/languages/message.ts';
import {
  dayGroupNames,
  departure,
  type Hours,
  holdsAt,
  hourOf,
  isOpenAt,
  limitAt,
  type Opening,
  openingsFrom,
  type SendingRules,
  unruled,
} from '../../src-shared/sending-hours.ts';
import { bandwidthAsText, bandwidthFromText, hoursAsText, hoursFromText } from '../../src-shared/sending-text.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const HOUR = 3_600_000;
const MINUTE = 60_000;

const night: SendingRules = { hours: [{ days: 'every-day', from: 20 * 60, to: 6 * 60 }], monthEndDays: 0 };
const office: SendingRules = { hours: [{ days: 'mon-fri', from: 8 * 60, to: 18 * 60 }], monthEndDays: 0 };

function decide(rules: SendingRules, now: string, takes?: number) {
  const at = Date.parse(now);
  return departure(openingsFrom(rules, at), at, takes);
}

describe('Sending hours', () => {
  it('let an upload begin that ends before they do, and have any other wait for the next ones', () => {
    process.env['TZ'] = 'Europe/Berlin';
    expect(decide(office, '2026-11-24T17:09:00+01:00', 50 * MINUTE)).toEqual({ mayBegin: true });
    expect(decide(office, '2026-11-24T17:11:00+01:00', 50 * MINUTE)).toEqual({
      mayBegin: false,
      why: 'too-long',
      ends: Date.parse('2026-11-24T18:00:00+01:00'),
      until: Date.parse('2026-11-25T08:00:00+01:00'),
    });
    expect(decide(office, '2026-11-27T18:00:00+01:00', 50 * MINUTE)).toEqual({
      mayBegin: false,
      why: 'closed',
      until: Date.parse('2026-11-30T08:00:00+01:00'),
    });
  });

  it('hold across midnight as one time, on the day they begin on', () => {
    process.env['TZ'] = 'Europe/Berlin';
    expect(decide(night, '2026-11-24T20:00:00+01:00', 10 * HOUR)).toEqual({ mayBegin: true });
    expect(decide(night, '2026-11-24T20:01:00+01:00', 10 * HOUR)).toMatchObject({ mayBegin: false, why: 'too-long' });
    const friday: SendingRules = { hours: [{ days: 'fri', from: 22 * 60, to: 4 * 60 }], monthEndDays: 0 };
    expect(decide(friday, '2026-11-28T03:59:00+01:00')).toEqual({ mayBegin: true });
    expect(decide(friday, '2026-11-27T03:59:00+01:00')).toMatchObject({ why: 'closed' });
  });

  it('have no border at midnight between two days that are open whole', () => {
    process.env['TZ'] = 'Europe/Berlin';
    const weekdays: SendingRules = { hours: [{ days: 'mon-fri', from: 0, to: 1440 }], monthEndDays: 0 };
    expect(decide(weekdays, '2026-11-23T12:00:00+01:00', 100 * HOUR)).toEqual({ mayBegin: true });
    expect(decide(unruled, '2026-11-23T12:00:00+01:00', 1000 * HOUR)).toEqual({ mayBegin: true });
  });

  it('are open at every hour of the last days of a month', () => {
    process.env['TZ'] = 'Europe/Berlin';
    const rules = { ...night, monthEndDays: 2 };
    expect(decide(rules, '2026-02-26T12:00:00+01:00')).toMatchObject({ why: 'closed' });
    expect(decide(rules, '2026-02-27T12:00:00+01:00', 40 * HOUR)).toEqual({ mayBegin: true });
    expect(decide(rules, '2026-03-01T12:00:00+01:00')).toMatchObject({ why: 'closed' });
  });

  it('leave to a person what is longer than any of them', () => {
    expect(decide(office, '2026-11-24T12:00:00Z', 11 * HOUR)).toMatchObject({ why: 'too-long' });
    expect(decide(office, '2026-11-24T12:00:00Z', 11 * HOUR)).not.toHaveProperty('until');
    expect(decide(office, '2026-11-24T22:00:00Z', 11 * HOUR)).toEqual({ mayBegin: false, why: 'too-long' });
  });

  it('have no end in sight only where they never close, also where the last ones that are looked at are under way', () => {
    const early = { hours: [{ days: 'every-day' as const, from: 0, to: 445 }], monthEndDays: 0 };
    const now = new Date(2026, 1, 28, 7, 25).getTime();
    expect(openingsFrom(early, now).every(({ to }) => Number.isFinite(to))).toBe(true);
    expect(departure(openingsFrom(early, now), now, 448 * MINUTE)).toEqual({ mayBegin: false, why: 'too-long' });
    expect(openingsFrom({ hours: [], monthEndDays: 0 }, now)).toEqual([{ from: now, to: Number.POSITIVE_INFINITY }]);
  });

  it('are as long as the clock on the wall says in the nights in which it is changed', () => {
    process.env['TZ'] = 'Europe/Berlin';
    // From 20:00 to 6:00 it is eleven hours in the night to 25 October, and nine in the night to 29 March.
    expect(decide(night, '2026-10-24T20:00:00+02:00', 11 * HOUR)).toEqual({ mayBegin: true });
    expect(decide(night, '2026-10-24T20:00:00+02:00', 11 * HOUR + 1)).toMatchObject({ why: 'too-long' });
    expect(decide(night, '2026-03-28T20:00:00+01:00', 9 * HOUR)).toEqual({ mayBegin: true });
    expect(decide(night, '2026-03-28T20:00:00+01:00', 9 * HOUR + 1)).toMatchObject({ why: 'too-long' });
  });
});

const hours = fc.record<Hours>({
  days: fc.constantFrom(...dayGroupNames),
  from: fc.integer({ min: 0, max: 1439 }),
  to: fc.integer({ min: 1, max: 1440 }),
});
const rulesOf = fc.record<SendingRules>({
  hours: fc.array(hours, { minLength: 1, maxLength: 4 }),
  monthEndDays: fc.integer({ min: 0, max: 3 }),
});
const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kolkata',
);
/** Around the days on which the clock is changed somewhere, and the ends of months. */
const moments = fc
  .tuple(
    fc.constantFrom('2026-03-29', '2026-03-08', '2026-10-25', '2026-11-01', '2026-04-05', '2026-09-06', '2026-02-28'),
    fc.integer({ min: -2 * 1440 * 60, max: 2 * 1440 * 60 }),
  )
  .map(([day, seconds]) => Date.parse(`${day}T00:00:00Z`) + seconds * 1000);

const within = (openings: readonly Opening[], at: number) => openings.some(({ from, to }) => at >= from && at < to);

describe('Sending hours, whatever they are', () => {
  it('are open in exactly the minutes in which the clock on the wall says so', () => {
    fc.assert(
      fc.property(zones, rulesOf, moments, (name, rules, now) => {
        process.env['TZ'] = name;
        const openings = openingsFrom(rules, now);
        for (let at = now; at < now + 3 * 24 * HOUR; at += 7 * MINUTE) {
          const date = new Date(at);
          const isMonthEnd =
            new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate() - date.getDate() < rules.monthEndDays;
          const isOpen = isMonthEnd || holdsAt(rules.hours, date.getDay(), date.getHours() * 60 + date.getMinutes());
          expect(within(openings, at), `${name} ${date.toString()}`).toBe(isOpen);
        }
        for (const { from, to } of openings) expect(to).toBeGreaterThan(from);
      }),
      { numRuns: 60 },
    );
  });

  it('hold an upload from its begin to its end, and have it begin as early as that is so', () => {
    fc.assert(
      fc.property(zones, rulesOf, moments, fc.integer({ min: 1, max: 20 * 60 }), (name, rules, now, minutes) => {
        process.env['TZ'] = name;
        const takes = minutes * MINUTE;
        const openings = openingsFrom(rules, now);
        const decided = departure(openings, now, takes);
        const begin = decided.mayBegin ? now : decided.until;
        const fits = (from: number) =>
          Array.from({ length: Math.ceil(minutes / 3) }, (_, step) =>
            Math.min(from + step * 3 * MINUTE, from + takes - 1),
          ).every((at) => isOpenAt(rules, at));
        if (begin !== undefined) expect(fits(begin)).toBe(true);
        const last = Math.min(begin ?? Number.POSITIVE_INFINITY, now + 2 * 24 * HOUR);
        // A begin between two minutes could not fit where neither of them does.
        for (let earlier = now; earlier < last; earlier += 11 * MINUTE) {
          const isRoom = openings.some(({ from, to }) => from <= earlier && to - earlier >= takes);
          expect(isRoom).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are read back from their text', () => {
    fc.assert(
      fc.property(rulesOf, (rules) => {
        expect(hoursFromText(hoursAsText(rules))).toEqual(rules);
      }),
    );
  });
});

describe('Hours and bandwidth as text', () => {
  it('are read as a person types them', () => {
    expect(hoursFromText('any')).toEqual({ hours: [], monthEndDays: 0 });
    expect(hoursFromText('office, Sat 8:00-12:30, month-end 3')).toEqual({
      hours: [...office.hours, { days: 'sat', from: 480, to: 750 }],
      monthEndDays: 3,
    });
    expect(bandwidthFromText('none')).toBeUndefined();
    expect(bandwidthFromText('2.5 MB/s')).toEqual({ bytesPerSecond: 2_500_000, hours: [] });
    expect(bandwidthFromText('500kB/s office')).toEqual({ bytesPerSecond: 500_000, hours: office.hours });
    expect(bandwidthAsText({ bytesPerSecond: 2_500_000, hours: office.hours })).toBe('2.5 MB/s mon-fri 08:00-18:00');
  });

  it.each(['mon-tue 8:00-9:00', 'mon 25:00-26:00', 'mon 8:60-9:00', 'at night', 'month-end 11'])(
    'refuse “%s”',
    (text) => expect(() => hoursFromText(text)).toThrow(expect.objectContaining({ code: 'connection.invalid' })),
  );

  it.each(['fast', '0 MB/s', '5 kB/s', '2 MB/s sometimes'])('refuse “%s” as a bandwidth', (text) =>
    expect(() => bandwidthFromText(text)).toThrow(expect.objectContaining({ code: 'connection.invalid' })),
  );

  it('limit only at their hours', () => {
    process.env['TZ'] = 'Europe/Berlin';
    const rules = { ...unruled, bandwidth: { bytesPerSecond: 1_000_000, hours: office.hours } };
    expect(limitAt(rules, Date.parse('2026-11-24T17:59:00+01:00'))).toBe(1_000_000);
    expect(limitAt(rules, Date.parse('2026-11-24T18:00:00+01:00'))).toBeUndefined();
    expect(limitAt(unruled, 0)).toBeUndefined();
  });
});

describe('Sending hours where the page shows another clock than Tranship goes by', () => {
  afterEach(() => goByClockOf(ownZone()));
  const at = (time: string) => Date.parse(`2026-11-24T${time}:00Z`);

  it('are those of Tranship, and every time of them names the zone', () => {
    process.env['TZ'] = 'Europe/Berlin';
    goByClockOf('UTC');
    expect(isOpenAt(office, at('07:30'))).toBe(false);
    expect(isOpenAt(office, at('17:30'))).toBe(true);
    expect(stateInWords(office, at('07:30'))).toBe('Outside the sending hours; the next ones begin at 08:00 (UTC)');
    // As the queue says it, whose times the process has worked out.
    expect(inWords(hourOf(at('08:00'), at('07:30')))).toBe('at 08:00 (UTC)');
    expect(inWords(hourOf(at('23:30'), at('07:30')))).toBe('at 23:30 (UTC)');
  });

  it('name no zone where it is the same', () => {
    process.env['TZ'] = 'Europe/Berlin';
    goByClockOf('Europe/Berlin');
    expect(stateInWords(office, at('06:30'))).toBe('Outside the sending hours; the next ones begin at 08:00');
  });

  it.each(['UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'])(
    'open and close at the same moments as in a process in %s, also where its clock is changed',
    (zone) => {
      const rules = { ...night, monthEndDays: 2 };
      for (const day of ['2026-03-06', '2026-04-03', '2026-10-02', '2026-10-31']) {
        const now = Date.parse(`${day}T12:34:56.789Z`);
        process.env['TZ'] = zone;
        goByClockOf(zone);
        const own = openingsFrom(rules, now);
        process.env['TZ'] = 'Europe/Berlin';
        goByClockOf(zone);
        expect(openingsFrom(rules, now)).toEqual(own);
      }
    },
  );
});
