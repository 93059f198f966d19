/**
 * @file For which days rules may be run. Today is the day on this machine’s calendar, the one that the person sees; the
 * contract does not say whose midnight the service goes by, and it has the last word anyway. Pure.
 */

import { AppError } from '../../src-shared/errors.ts';
import type { RuleRun } from './rule-run.ts';

const LONGEST_AGO_DAYS = 30;

/** The day of this moment (ms since the epoch) on this machine’s calendar, as YYYY-MM-DD. */
export function dayOf(moment: number): string {
  const date = new Date(moment);
  return dayOfParts(date.getFullYear(), date.getMonth(), date.getDate());
}

/** The day so many days before or after another one. */
export function dayFrom(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  return dayOfParts(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + days);
}

/** @throws AppError rule-run.date for a day that is none, or one for which this kind of run cannot be asked */
export function requireExecutionDate(kind: RuleRun['kind'], date: string, today: string): void {
  const problem = problemOf(kind, date, today);
  if (problem !== undefined) throw new AppError('rule-run.date', { date, problem });
}

function problemOf(kind: RuleRun['kind'], date: string, today: string): string | undefined {
  if (!isCalendarDate(date)) return 'this is not a calendar day such as 2026-01-31';
  if (kind === 'execute') return undefined;
  if (date >= today) return 'only days that are over can be run again';
  if (date < dayFrom(today, -LONGEST_AGO_DAYS)) return `only the last ${LONGEST_AGO_DAYS} days can be run again`;
  return undefined;
}

function isCalendarDate(date: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) && dayFrom(date, 0) === date
  );
}

function dayOfParts(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}
