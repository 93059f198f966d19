/** @file Sizes, speeds, durations, counts and dates as people read them: in the window, on the command line and in errors. */

import prettyMilliseconds from 'pretty-ms';

const MINUTE = 60_000;

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;
const numbers = new Intl.NumberFormat('en');
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A number: “2,300,000”. */
export const number = (count: number): string => numbers.format(count);

/**
 * “812 B”, “1.5 MB”: in the decimal units that the service counts its limits in, with at most one decimal, rounded half
 * up. The unit is that of the rounded size, so that nothing reads as “1,000 kB”.
 */
export function size(bytes: number): string {
  let rounded = Math.round(bytes);
  let step = 0;
  while (rounded >= 1000 && step < units.length - 1) {
    step++;
    // Divided once by a whole number, so that the half is exact.
    rounded = Math.round(bytes / (1000 ** step / 10)) / 10;
  }
  return `${number(rounded)} ${units[step]}`;
}

/** “1.5 MB/s”. */
export const speed = (bytesPerSecond: number): string => `${size(bytesPerSecond)}/s`;

const plurals = {
  'more file': 'more files',
  'more field': 'more fields',
  fault: 'faults',
  'modification id': 'modification ids',
  value: 'values',
  batch: 'batches',
  certificate: 'certificates',
  column: 'columns',
  day: 'days',
  'earlier entry': 'earlier entries',
  entry: 'entries',
  error: 'errors',
  file: 'files',
  finding: 'findings',
  group: 'groups',
  'abandoned id': 'abandoned ids',
  line: 'lines',
  'more batch': 'more batches',
  'more submission': 'more submissions',
  'earlier submission': 'earlier submissions',
  other: 'others',
  problem: 'problems',
  row: 'rows',
  rule: 'rules',
  submission: 'submissions',
  transaction: 'transactions',
  warning: 'warnings',
} as const;

/** A number with its noun: “1 line”, “2,300,000 lines”, “2 batches”. */
export function counted(count: number, noun: keyof typeof plurals): string {
  return `${number(count)} ${count === 1 ? noun : plurals[noun]}`;
}

/** A time that was measured: to the second, or below ten seconds to the tenth. */
export const duration = (milliseconds: number): string =>
  prettyMilliseconds(milliseconds, { secondsDecimalDigits: milliseconds < 10_000 ? 1 : 0 });

/** A duration, rounded to what matters: an hour is shown without its seconds. */
export function roughDuration(milliseconds: number): string {
  if (milliseconds < 1000) return 'under 1 s';
  return prettyMilliseconds(milliseconds < MINUTE ? Math.round(milliseconds / 1000) * 1000 : milliseconds, {
    unitCount: milliseconds < 10 * MINUTE ? 2 : milliseconds < 60 * MINUTE ? 1 : 2,
    secondsDecimalDigits: 0,
  });
}

/** The same of an estimate: “about 10s”. */
export const about = (milliseconds: number): string =>
  milliseconds < 1000 ? roughDuration(milliseconds) : `about ${roughDuration(milliseconds)}`;

/** A time spelled out in a sentence, in its largest units: “2 hours 5 minutes”. At least a second. */
export const durationInWords = (milliseconds: number, unitCount = 1): string =>
  prettyMilliseconds(Math.max(1000, Math.round(milliseconds / 1000) * 1000), { verbose: true, unitCount });

/** A day (of ms since the epoch): “21 Nov 2026”. */
export const dateOf = (at: number): string => dates.format(at);

/** A moment (ms since the epoch): “21 Nov 2026, 06:30”. */
export const momentOf = (at: number): string => moments.format(at);
