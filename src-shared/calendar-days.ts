/** @file Days as a person names them, in the person's own zone. Pure. */

/** From one day to another (2026-11-20), both included; either may be open. */
export interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

export const namedDays = ['today', 'yesterday', 'week'] as const;
/** `week`: today and the six days before. */
export type NamedDays = (typeof namedDays)[number];
export type Days = NamedDays | DayRange;

/** From this moment, and before that one (milliseconds since the epoch). */
export interface Moments {
  from: number;
  before: number;
}

/** Whether this is a day of the calendar, spelled as 2026-11-20. */
export function isDay(text: string): boolean {
  return midnightOf(text, 0) !== undefined;
}

/** The days between these two, which may be the wrong way round or open (empty); undefined where neither is a day. */
export function dayRange(from: string, to: string): DayRange | undefined {
  const [first, last] = [from, to].map((day) => (isDay(day) ? day : undefined));
  if (first !== undefined && last !== undefined) return first <= last ? { from, to } : { from: to, to: from };
  if (first !== undefined) return { from };
  return last === undefined ? undefined : { to };
}

/** `today`, `2026-11-01..2026-11-20`, `2026-11-01..`, or `..2026-11-20`. */
export function spelledDays(days: Days): string {
  return typeof days === 'string' ? days : `${days.from ?? ''}..${days.to ?? ''}`;
}

/** What is spelled so, or a day alone; undefined for anything else. Days that are the wrong way round are turned. */
export function daysIn(text: string): Days | undefined {
  const named = namedDays.find((known) => known === text);
  if (named !== undefined) return named;
  const [from = '', to = from, ...more] = text.split('..');
  const given = [from, to].filter((day) => day !== '');
  return more.length === 0 && given.every(isDay) ? dayRange(from, to) : undefined;
}

/** The first moment of the days and the first one after them. Some days have 23 hours, and some 25. */
export function momentsOf(days: Days, now: number): Moments {
  switch (days) {
    case 'today':
      return { from: midnightFrom(now, 0), before: midnightFrom(now, 1) };
    case 'yesterday':
      return { from: midnightFrom(now, -1), before: midnightFrom(now, 0) };
    case 'week':
      return { from: midnightFrom(now, -6), before: midnightFrom(now, 1) };
    default:
      return {
        from: midnightOf(days.from, 0) ?? Number.NEGATIVE_INFINITY,
        before: midnightOf(days.to, 1) ?? Number.POSITIVE_INFINITY,
      };
  }
}

/** The day of a moment, such as 2026-11-20. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const digits = (part: number, length: number) => String(part).padStart(length, '0');
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1, 2)}-${digits(date.getDate(), 2)}`;
}

/** The name of the zone, such as Europe/Berlin. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The first moment of the day after this moment. */
export const nextMidnight = (now: number): number => midnightFrom(now, 1);

function midnightFrom(now: number, later: number): number {
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + later).getTime();
}

/** Of a day, or of one some days later; undefined for what is no day of the calendar. */
function midnightOf(day: string | undefined, later: number): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '')?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const start = new Date(year, month - 1, date);
  // 2026-02-30 would be a day of March, and 0050 a year of the last century.
  if (start.getFullYear() !== year || start.getMonth() !== month - 1 || start.getDate() !== date) return undefined;
  return new Date(year, month - 1, date + later).getTime();
}
