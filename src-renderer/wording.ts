/** @file Sizes, counts and times as text for people. Pure. */

import prettyMilliseconds from 'pretty-ms';
import type { Stage } from '../src-shared/contract.ts';

const MINUTE = 60_000;

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;
const amounts = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** “812 B”, “1.5 MB”: in decimal units, as the service counts its limits. */
export function size(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${amounts.format(bytes / 1000 ** step)} ${units[step]}`;
}

const numbers = new Intl.NumberFormat('en');

export const number = (count: number): string => numbers.format(count);

const plurals = {
  line: 'lines',
  error: 'errors',
  warning: 'warnings',
  batch: 'batches',
  file: 'files',
  submission: 'submissions',
  day: 'days',
  finding: 'findings',
  'earlier entry': 'earlier entries',
  'more batch': 'more batches',
  'id given up': 'ids given up',
  rule: 'rules',
  row: 'rows',
  certificate: 'certificates',
  problem: 'problems',
} as const;

/** A number with its noun: “1 line”, “2,300,000 lines”, “2 batches”. */
export function counted(count: number, noun: keyof typeof plurals): string {
  return `${numbers.format(count)} ${count === 1 ? noun : plurals[noun]}`;
}

/** The progress of a stage in whole per cent; 100 only when it is complete. */
export function percentOf(stage: Stage, whole: Stage): number {
  if (whole.bytes === 0) return 0;
  return stage.bytes >= whole.bytes ? 100 : Math.floor((100 * stage.bytes) / whole.bytes);
}

/** A duration, rounded: an amount in hours needs no seconds. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return 'under 1 s';
  return prettyMilliseconds(milliseconds < MINUTE ? Math.round(milliseconds / 1000) * 1000 : milliseconds, {
    unitCount: milliseconds < 10 * MINUTE ? 2 : milliseconds < 60 * MINUTE ? 1 : 2,
    secondsDecimalDigits: 0,
  });
}

/** The same for an estimate: “about 10s”. */
export const about = (milliseconds: number): string =>
  milliseconds < 1000 ? duration(milliseconds) : `about ${duration(milliseconds)}`;

const days = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const shortDays = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const shortDaysWithYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

export const dayOf = (at: number): string => days.format(at);
export const timeOf = (at: number): string => times.format(at);
export const dateOf = (at: number): string => dates.format(at);
export const momentOf = (at: number): string => moments.format(at);

/** A moment in its shortest unambiguous form: “06:30” today, “19 Nov” earlier, with the year if it is another year. */
export function shortMoment(at: number, now: number): string {
  if (dayOf(at) === dayOf(now)) return timeOf(at);
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? shortDays : shortDaysWithYear).format(at);
}
