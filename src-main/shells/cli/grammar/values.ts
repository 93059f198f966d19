/** @file The values of options: read, or refused with what is needed. */

import { InvalidArgumentError } from 'commander';
import { type Days, daysIn } from '../../../../src-shared/calendar-days.ts';
import type { PreparationOrdered } from '../../../../src-shared/contract.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { type SubmissionState, submissionStateNames } from '../../../../src-shared/states.ts';
import { LEAST_SETTLE_SECONDS, MARKER_ENDING, MOST_SETTLE_SECONDS } from '../../../../src-shared/watching-limits.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../ground/clock.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../../../send/batch-limit.ts';

export function wholeNumber(text: string, least = 0, most = Number.MAX_SAFE_INTEGER): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw new InvalidArgumentError(
      most === Number.MAX_SAFE_INTEGER
        ? message('A whole number is needed.')
        : message('A whole number from {least} to {most} is needed.', { least, most }),
    );
  }
  return value;
}

/** §2.1: a larger batch is rejected. */
export const batchLimit = (text: string): number => wholeNumber(text, 1, DEFAULT_MAX_BATCH_BYTES);

export const uploadCount = (text: string): number => wholeNumber(text, 1, 16);

export const concurrency = (text: string): number => wholeNumber(text, 1, 1000);

export const lineRate = (text: string): number => wholeNumber(text, 1000);

export function reason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError(message('A few words are needed.'));
  return text.trim();
}

const durationUnits = { s: SECOND, m: MINUTE, h: HOUR } as const;
/** What a timer takes. */
const LONGEST_DURATION = 500 * HOUR;

/** `90s`, `15m` or `2h`, in milliseconds. */
export function duration(text: string): number {
  const [, count = '', unit = ''] = /^(\d+)([smh])$/.exec(text.trim()) ?? [];
  const milliseconds = Number(count) * (unit === 's' || unit === 'm' || unit === 'h' ? durationUnits[unit] : 0);
  if (milliseconds === 0 || milliseconds > LONGEST_DURATION) {
    throw new InvalidArgumentError(message('A time of at most 500 hours is needed, such as 90s, 15m or 2h.'));
  }
  return milliseconds;
}

/** 5 s … 1 h, in milliseconds. */
export function lease(text: string): number {
  const milliseconds = duration(text);
  if (milliseconds < 5000 || milliseconds > 3_600_000)
    throw new InvalidArgumentError(message('A lease lasts 5 seconds to an hour.'));
  return milliseconds;
}

export const workerCount = (text: string): number => wholeNumber(text, 1, 64);

export const versionNumber = (text: string): number => wholeNumber(text, 1, 1_000_000);

export const portNumber = (text: string): number => wholeNumber(text, 0, 65_535);

export const keptDays = (text: string): number => wholeNumber(text, 1, 36_500);

export const keptDaysOrAlways = (text: string): number | 'always' =>
  text.trim() === 'always' ? 'always' : keptDays(text);

/** Parts of a second are allowed. */
export function settleSeconds(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= LEAST_SETTLE_SECONDS && value <= MOST_SETTLE_SECONDS))
    throw new InvalidArgumentError(message('A number of seconds from 0.1 to 86400 is needed.'));
  return value;
}

export function markerEnding(text: string): string {
  if (!MARKER_ENDING.test(text)) throw new InvalidArgumentError(message('An ending such as .done is needed.'));
  return text;
}

/** A state of a batch or a submission. */
export function stateName(text: string): SubmissionState {
  const found = submissionStateNames.find((name) => name === text.trim());
  if (found === undefined)
    throw new InvalidArgumentError(
      message('One of these is needed: {names}.', { names: submissionStateNames.join(', ') }),
    );
  return found;
}

export const collectStates = (text: string, before: SubmissionState[]): SubmissionState[] => [
  ...before,
  stateName(text),
];

/** Named days, one day, or a range of them. */
export function addedDays(text: string): Days {
  const days = daysIn(text.trim());
  if (days === undefined)
    throw new InvalidArgumentError(
      message('Needed is today, yesterday, week, a day such as 2026-11-20, or days such as 2026-11-01..2026-11-20.'),
    );
  return days;
}

/** @returns the day as it is written */
export function oneDay(text: string): string {
  const day = text.trim();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new InvalidArgumentError(message('Needed is a day such as 2026-11-20.'));
  return day;
}

export function collect(text: string, before: string[]): string[] {
  return [...before, text];
}

const sizeUnits: Readonly<Record<string, number>> = {
  '': 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
};

/** `size:500MB`, `count:100000`, `day`, `country`, `country:source` or `country:target`. */
export function prepareSplit(text: string): NonNullable<PreparationOrdered['split']> {
  const [how = '', detail = ''] = text.trim().toLowerCase().split(':', 2);
  const whole = { grouping: 'none', bytes: DEFAULT_MAX_BATCH_BYTES, lines: Number.MAX_SAFE_INTEGER } as const;
  if (how === 'size') return { ...whole, bytes: sizeOf(detail) };
  if (how === 'count') return { ...whole, lines: wholeNumber(detail, 1) };
  if (how === 'day' && detail === '') return { ...whole, grouping: 'day' };
  if (how === 'country' && (detail === '' || detail === 'source')) return { ...whole, grouping: 'source-country' };
  if (how === 'country' && detail === 'target') return { ...whole, grouping: 'target-country' };
  throw new InvalidArgumentError(message('Known are size:500MB, count:100000, day, country and country:target.'));
}

/** A size such as 500MB, up to what a batch may have (§2.1). */
function sizeOf(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/.exec(text.trim()) ?? [];
  const factor = sizeUnits[unit];
  const bytes = factor === undefined || number === '' ? Number.NaN : Math.floor(Number(number) * factor);
  if (!(bytes >= 1 && bytes <= DEFAULT_MAX_BATCH_BYTES))
    throw new InvalidArgumentError(message('A size from 1 byte to 2 GB is needed, such as size:500MB.'));
  return bytes;
}

/** The first moment of a day and the first one after it, in the zone of this computer. */
export function day(text: string): { from: number; before: number } {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim())?.map(Number) ?? [];
  const start = new Date(year ?? Number.NaN, (month ?? 0) - 1, date);
  if (Number.isNaN(start.getTime()) || start.getDate() !== date)
    throw new InvalidArgumentError(message('A day is needed, such as 2026-11-20.'));
  const next = new Date(start.getTime() + 1.5 * DAY);
  return { from: start.getTime(), before: new Date(next.getFullYear(), next.getMonth(), next.getDate()).getTime() };
}
