/**
 * @file The days for which rules may be run. Today is the day in this machine’s time zone, which the person sees; the
 * contract does not name the service's time zone, and the service decides in the end. Pure.
 */

import { isDay } from '../../src-shared/calendar-days.ts';
import { AppError } from '../../src-shared/errors.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import { DAY } from '../ground/clock.ts';
import type { RuleRun } from './rule-run.ts';

const LONGEST_AGO_DAYS = 30;

/** The day so many days before or after another one. */
export function dayFrom(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

/** @throws AppError rule-run.date for an invalid day, or one for which this kind of run is not allowed */
export function requireExecutionDate(kind: RuleRun['kind'], date: string, today: string): void {
  const problem = problemOf(kind, date, today);
  if (problem !== undefined) throw new AppError('rule-run.date', { date, problem });
}

function problemOf(kind: RuleRun['kind'], date: string, today: string): Said | undefined {
  if (!isDay(date)) return fact('this is not a calendar day such as 2026-01-31');
  if (kind === 'execute') return undefined;
  if (date >= today) return fact('only days that are over can be run again');
  if (date < dayFrom(today, -LONGEST_AGO_DAYS))
    return fact('only the last {days} days can be run again', { days: LONGEST_AGO_DAYS });
  return undefined;
}
