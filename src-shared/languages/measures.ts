/**
 * @file Sizes, durations and days in a language: for texts that have `{size, number, bytes}` in them, and for quantities.ts,
 * which says them by themselves. Pure.
 */

import prettyMilliseconds, { type Options } from 'pretty-ms';
import { otherZone } from '../app-zone.ts';
import { SECOND } from '../durations.ts';
import type { Language } from './languages.ts';

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;
/** The same units as Intl names them: in French, bytes are octets. */
const unitNames = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(code: string, unit?: (typeof unitNames)[number]): Intl.NumberFormat {
  const key = `${code} ${unit}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(code, unit && { style: 'unit', unit, unitDisplay: 'short' });
  formats.set(key, format);
  return format;
}

const isEnglish = ({ code }: Language): boolean => code === 'en';

/**
 * “812 B”, “1.5 MB”: in the decimal units that the service counts its limits in, with at most one decimal, rounded half
 * up. The unit is that of the rounded size, so that nothing reads as “1,000 kB”.
 */
export function sizeIn(language: Language, bytes: number): string {
  let rounded = Math.round(bytes);
  let step = 0;
  while (rounded >= 1000 && step < units.length - 1) {
    step++;
    // Divided once by a whole number, so that the half is exact.
    rounded = Math.round(bytes / (1000 ** step / 10)) / 10;
  }
  const { code } = language;
  return isEnglish(language)
    ? `${numberFormat(code).format(rounded)} ${units[step]}`
    : numberFormat(code, unitNames[step]).format(rounded);
}

export interface Precision {
  /** Only so many units, the largest first; all if absent. */
  unitCount?: number;
  secondsDecimalDigits?: number;
  /** “2 hours” instead of “2h”. */
  verbose?: boolean;
}

/** The lengths of the units in seconds, the largest first. */
const lengths = { day: 86_400, hour: 3600, minute: 60, second: 1 } as const;

/** “2h 5m”, in English as pretty-ms writes it, which speaks nothing else. */
export function spelledIn(language: Language, milliseconds: number, precision: Precision): string {
  if (isEnglish(language)) return prettyMilliseconds(milliseconds, precision satisfies Options);
  const { unitCount = Number.POSITIVE_INFINITY, secondsDecimalDigits = 1, verbose = false } = precision;
  const { code } = language;
  const unitDisplay = verbose ? 'long' : 'short';
  const decimals = 10 ** secondsDecimalDigits;
  let rest = Math.floor((milliseconds / SECOND) * decimals) / decimals;
  const parts: string[] = [];
  for (const [unit, length] of Object.entries(lengths)) {
    const amount = length === 1 ? Math.round(rest * decimals) / decimals : Math.floor(rest / length);
    rest -= amount * length;
    if (amount === 0 || parts.length >= unitCount) continue;
    parts.push(new Intl.NumberFormat(code, { style: 'unit', unit, unitDisplay }).format(amount));
  }
  return parts.length > 0
    ? parts.join(' ')
    : new Intl.NumberFormat(code, { style: 'unit', unit: 'second', unitDisplay }).format(0);
}

/** A time spelled out in a sentence, in its largest units: “2 hours 5 minutes”. At least a second. */
export const durationIn = (language: Language, milliseconds: number, unitCount: number): string =>
  spelledIn(language, Math.max(SECOND, Math.round(milliseconds / SECOND) * SECOND), { verbose: true, unitCount });

/** What writes moments in a language, as `Intl.DateTimeFormat` does; in French, the first day of a month is “1er”. */
export interface DateWriter {
  format: (at: number) => string;
}

export function dateWriter({ code, dates }: Language, options: Intl.DateTimeFormatOptions): DateWriter {
  const written = new Intl.DateTimeFormat(dates, options);
  if (code !== 'fr') return written;
  return {
    format: (at) => {
      const parts = written.formatToParts(at);
      const isNamed = parts.some(({ type, value }) => type === 'month' && !/\d/.test(value));
      return parts.map(({ type, value }) => (type === 'day' && value === '1' && isNamed ? '1er' : value)).join('');
    },
  };
}

/** A day (of ms since the epoch) as it is in UTC: “21 Nov 2026”. */
export const dayIn = (language: Language, at: number): string =>
  dateWriter(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(at);

/** A time of sending hours as the clock that they go by shows it: “20:00”, in German “20:00 Uhr”, elsewhere “20:00 (UTC)”. */
export function clockIn(language: Language, at: number): string {
  const zone = otherZone();
  const time = onClock(language, at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return [time, ...(language.code === 'de' ? ['Uhr'] : []), ...(zone === undefined ? [] : [`(${zone})`])].join(' ');
}

/** A day of sending hours that is soon to come, by the same clock: “Mon 30 Nov”. */
export const weekdayIn = (language: Language, at: number): string =>
  onClock(language, at, { weekday: 'short', day: 'numeric', month: 'short' });

function onClock(language: Language, at: number, parts: Intl.DateTimeFormatOptions): string {
  const timeZone = otherZone();
  return dateWriter(language, { ...parts, ...(timeZone !== undefined && { timeZone }) }).format(at);
}
