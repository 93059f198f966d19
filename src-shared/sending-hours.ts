/**
 * @file When uploads over a connection may begin, and how fast they may go, by the clock of this computer: hours of days of the
 * week, every hour at the end of a month, a limit that may hold only at some hours. Pure.
 */

import { z } from 'zod';
import { onTheWall } from './app-zone.ts';
import { MINUTE, SECOND } from './durations.ts';
import { type Fact, fact } from './languages/fact.ts';

/** The days of the week that hours hold for, as `Date` counts them: from Sunday, 0. */
export const dayGroups = {
  'every-day': [0, 1, 2, 3, 4, 5, 6],
  'mon-fri': [1, 2, 3, 4, 5],
  'sun-thu': [0, 1, 2, 3, 4],
  'sat-sun': [6, 0],
  mon: [1],
  tue: [2],
  wed: [3],
  thu: [4],
  fri: [5],
  sat: [6],
  sun: [0],
} as const satisfies Record<string, readonly number[]>;
export type DayGroup = keyof typeof dayGroups;

const isDayGroup = (name: string): name is DayGroup => Object.hasOwn(dayGroups, name);
export const dayGroupNames: readonly DayGroup[] = Object.keys(dayGroups).filter(isDayGroup);

const DAY_MINUTES = 1440;

/** Hours on these days, in minutes since midnight. What does not end after its begin ends on the next day. */
const hoursSchema = z.strictObject({
  days: z.enum(dayGroupNames),
  from: z
    .int()
    .min(0)
    .max(DAY_MINUTES - 1),
  to: z.int().min(1).max(DAY_MINUTES),
});

const limitSchema = z.strictObject({
  bytesPerSecond: z.int().min(10_000),
  /** Without hours it always holds. */
  hours: z.array(hoursSchema).max(20).readonly(),
});

export const sendingRulesSchema = z.strictObject({
  /** None: at any time. */
  hours: z.array(hoursSchema).max(20).readonly(),
  /** On so many last days of each month, uploads may begin at every hour. */
  monthEndDays: z.int().min(0).max(10),
  bandwidth: limitSchema.optional(),
});

/** What is absent stays. */
export const sendingChangeSchema = sendingRulesSchema
  .partial()
  .extend({ bandwidth: z.union([limitSchema, z.literal('none')]).optional() });

export type Hours = z.infer<typeof hoursSchema>;
export type SendingRules = z.infer<typeof sendingRulesSchema>;
export type SendingChange = z.infer<typeof sendingChangeSchema>;

/** At any time, as fast as the line is. */
export const unruled: SendingRules = { hours: [], monthEndDays: 0 };

export const isUnruled = ({ hours, bandwidth }: SendingRules): boolean => hours.length === 0 && bandwidth === undefined;

export function changedRules(before: SendingRules, { bandwidth, ...change }: SendingChange): SendingRules {
  const { hours = before.hours, monthEndDays = before.monthEndDays } = change;
  const limit = bandwidth === 'none' ? undefined : (bandwidth ?? before.bandwidth);
  return { hours, monthEndDays, ...(limit !== undefined && { bandwidth: limit }) };
}

/** @param weekday as `Date` counts it @param minute since midnight */
export function holdsAt(hours: readonly Hours[], weekday: number, minute: number): boolean {
  return hours.some(({ days, from, to }) => {
    const isOn = (day: number) => dayGroups[days].some((one) => one === day);
    if (from < to) return isOn(weekday) && minute >= from && minute < to;
    return (isOn(weekday) && minute >= from) || (isOn((weekday + 6) % 7) && minute < to);
  });
}

const minuteOf = (wall: Date): number => 60 * wall.getUTCHours() + wall.getUTCMinutes();

/** Whether these hours hold at this moment (ms since the epoch), by the clock on the wall. */
export function holdNow(hours: readonly Hours[], at: number): boolean {
  const wall = onTheWall(at);
  return holdsAt(hours, wall.getUTCDay(), minuteOf(wall));
}

/** Whether an upload may begin at this moment, however long it takes. */
export function isOpenAt({ hours, monthEndDays }: SendingRules, at: number): boolean {
  if (hours.length === 0 || holdNow(hours, at)) return true;
  const wall = onTheWall(at);
  return new Date(wall.getTime() + monthEndDays * DAY_MINUTES * MINUTE).getUTCMonth() !== wall.getUTCMonth();
}

/** The limit at this moment; undefined for none. */
export function limitAt({ bandwidth }: SendingRules, at: number): number | undefined {
  if (bandwidth === undefined) return undefined;
  const { bytesPerSecond, hours } = bandwidth;
  return hours.length === 0 || holdNow(hours, at) ? bytesPerSecond : undefined;
}

/** A time in which uploads may be under way, in ms since the epoch; one without an end in sight ends at infinity. */
export interface Opening {
  from: number;
  to: number;
}

const isSameDay = (one: Date, other: Date): boolean =>
  one.toISOString().slice(0, 10) === other.toISOString().slice(0, 10);

/** When in the hours something is, with its preposition, by the clock that they go by: “at 20:00”, “on Mon 30 Nov at 20:00”. */
export const hourOf = (at: number, now: number): Fact =>
  isSameDay(onTheWall(at), onTheWall(now))
    ? fact('at {at, number, clock}', { at })
    : fact('on {day, number, weekday} at {at, number, clock}', { day: at, at });

/** As far ahead as a month end can be. */
const AHEAD = 33 * DAY_MINUTES * MINUTE;

/**
 * The openings from now on, the present one from now on. What the clock on the wall shows counts, also in the nights in which
 * it is changed: an hour that comes twice holds twice, one that is left out not at all.
 */
export function openingsFrom(rules: SendingRules, now: number): Opening[] {
  const borders = [...new Set([DAY_MINUTES, ...rules.hours.flatMap(({ from, to }) => [from, to])])].sort(
    (one, other) => one - other,
  );
  const openings: Opening[] = [];
  let from: number | undefined;
  // The last one is followed to its end: what was closed once closes again.
  const isFollowed = (at: number) => at < now + AHEAD || (from !== undefined && from > now);
  for (let at = now; isFollowed(at); at = nextBorder(borders, at)) {
    const isOpen = isOpenAt(rules, at);
    if (isOpen) from ??= at;
    else if (from !== undefined) {
      openings.push({ from, to: at });
      from = undefined;
    }
  }
  return from === undefined ? openings : [...openings, { from, to: Number.POSITIVE_INFINITY }];
}

/** The next moment at which something may begin or end. */
function nextBorder(borders: readonly number[], at: number): number {
  const wall = onTheWall(at);
  const minute = minuteOf(wall);
  const inMinute = wall.getUTCSeconds() * SECOND + wall.getUTCMilliseconds();
  const border = borders.find((one) => one > minute) ?? DAY_MINUTES;
  const next = at - inMinute + (border - minute) * MINUTE;
  // Where the clock is changed on the way, minute by minute.
  return onTheWall(next).getTime() - next === wall.getTime() - at ? next : at - inMinute + MINUTE;
}

/** Whether an upload may begin now; if not, when, and why not earlier. */
export type Departure =
  | { mayBegin: true }
  | {
      mayBegin: false;
      /** closed: no sending hours now · too-long: it would not end before the present or the next ones do */
      why: 'closed' | 'too-long';
      /** Absent where no opening is long enough: a person has to see to it. */
      until?: number;
      /** When the present opening ends; absent where there is none. */
      ends?: number;
    };

/** @param takes how long the upload takes (ms); undefined where nothing is known of the line: then only a try tells */
export function departure(openings: readonly Opening[], now: number, takes: number | undefined): Departure {
  const ahead = openings.filter(({ to }) => to > now);
  const next = ahead.find(({ from, to }) => to - Math.max(from, now) >= (takes ?? 0));
  if (next !== undefined && next.from <= now) return { mayBegin: true };
  const until = next === undefined ? {} : { until: next.from };
  const [first] = ahead;
  if (first === undefined || first === next) return { mayBegin: false, why: 'closed', ...until };
  return { mayBegin: false, why: 'too-long', ...until, ...(first.from <= now && { ends: first.to }) };
}
