/** @file The days of a period, in the person's own zone. Pure. */

import { linesOf, noLines } from '../../src-shared/account.ts';
import type { DayFigures } from '../../src-shared/contract.ts';

/** Real figures; where there are none, those of what was practised. */
export function figuresShown(days: readonly DayFigures[]): { days: readonly DayFigures[]; isPractice: boolean } {
  const isPractice = practisedIn(days) > 0 && days.every(({ account }) => linesOf(account) === 0);
  return {
    days: isPractice ? days.map(({ at, practised = noLines() }) => ({ at, account: practised })) : days,
    isPractice,
  };
}

/** How many lines were practised on these days. */
export const practisedIn = (days: readonly DayFigures[]): number =>
  days.reduce((lines, { practised }) => lines + (practised === undefined ? 0 : linesOf(practised)), 0);

/** The first moments of the days up to today, and the end of today. Some days have 23 hours, and some 25. */
export function dayStarts(now: number, days: number): number[] {
  const today = new Date(now);
  const [year, month, date] = [today.getFullYear(), today.getMonth(), today.getDate()];
  return Array.from({ length: days + 1 }, (_, index) => new Date(year, month, date - days + 1 + index).getTime());
}
