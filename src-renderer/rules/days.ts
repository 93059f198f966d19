/** @file Calendar days as the service spells them (2026-11-21), in the person's own time zone. Pure. */

import { dateFormat } from '../wording.ts';

const DAY_MS = 24 * 3_600_000;
/** How many days back the service reruns rules. */
const MOST_DAYS_BACK = 30;

/** The number of days between two days: positive when the second is later. */
export function daysBetween(one: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(one)) / DAY_MS);
}

/** The day this many days earlier. */
export function dayBefore(day: string, days = 1): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

/** Why rules cannot run for a day; undefined when they can. */
export function dayProblem(day: string, today: string): 'missing' | 'future' | undefined {
  if (Number.isNaN(Date.parse(day))) return 'missing';
  return daysBetween(day, today) < 0 ? 'future' : undefined;
}

/** For what the rules can run after a submission of these days: one of them, of which `last` is the latest that has come. */
export function daysToRun(
  { first, last, count }: { first: string; last: string; count: number },
  today: string,
): { last: string; isOne: boolean } | undefined {
  if (daysBetween(first, today) < 0) return undefined;
  return { last: daysBetween(last, today) < 0 ? today : last, isOne: count === 1 };
}

/** Whether rules can run again for a day: only past days within the limit. */
export function canRerun(day: string, today: string): boolean {
  const back = daysBetween(day, today);
  return back >= 1 && back <= MOST_DAYS_BACK;
}

const spelled = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** “Fri, 20 Nov 2026”. */
export const spelledDay = (day: string): string => {
  const moment = Date.parse(day);
  return Number.isNaN(moment) ? day : spelled().format(moment);
};

/** Remaining time, such as “0:42”. */
export function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
