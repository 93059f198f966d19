/**
 * @file The days for which rules may be run. Today is the day in this machine’s time zone, which the person sees; the
 * contract does not name the service's time zone, and the service decides in the end. Pure.
 */

import { AppError } from '../../src-shared/errors.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import type { RuleRun } from './rule-run.ts';

const LONGEST_AGO_DAYS = 30;

/** The day of this moment (ms since the epoch) in this machine’s time zone, as YYYY-MM-DD. */
export function dayOf(moment: number): string {
  const date = new Date(moment);
  return dayOfParts(date.getFullYear(), date.getMonth(), date.getDate());
}

/** The day so many days before or after another one. */
export function dayFrom(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  return dayOfParts(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + days);
}

/** @throws AppError rule-run.date for an invalid day, or one for which this kind of run is not allowed */
export function requireExecutionDate(kind: RuleRun['kind'], date: string, today: string): void {
  const problem = problemOf(kind, date, today);
  if (problem !== undefined) throw new AppError('rule-run.date', { date, problem });
}

function problemOf(kind: RuleRun['kind'], date: string, today: string): Said | undefined {
  if (!isCalendarDate(date)) return fact('this is not a calendar day such as 2026-01-31');
  if (kind === 'execute') return undefined;
  if (date >= today) return fact('only days that are over can be run again');
  if (date < dayFrom(today, -LONGEST_AGO_DAYS))
    return fact('only the last {days} days can be run again', { days: LONGEST_AGO_DAYS });
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
