/** @file The days of a period, in the person's own zone. Pure. */

/** The first moments of the days up to today, and the end of today. Some days have 23 hours, and some 25. */
export function dayStarts(now: number, days: number): number[] {
  const today = new Date(now);
  const [year, month, date] = [today.getFullYear(), today.getMonth(), today.getDate()];
  return Array.from({ length: days + 1 }, (_, index) => new Date(year, month, date - days + 1 + index).getTime());
}
