/** @file What Excel shows for a serial number that has the style of a date. Pure. */

export interface DateStyle {
  hasDate: boolean;
  hasTime: boolean;
  /** Hours, minutes or seconds that are not cut at a day: [h]:mm. */
  isElapsed: boolean;
}

/** The days that a workbook counts from 1900 or 1904; LibreOffice Calc counts right where Excel has a day that never was. */
export type DateSystem = '1900' | '1904' | 'calc';

const MILLISECONDS_OF_DAY = 86_400_000;
/** 1 January 1900 is day 1; Excel has a 29 February 1900, which never was, as day 60. */
const DAY_0_OF_1900 = Date.UTC(1899, 11, 31);
const DAY_0_OF_1904 = Date.UTC(1904, 0, 1);
const DAY_0_OF_CALC = Date.UTC(1899, 11, 30);
/** Calc has dates before 1900, too: to the year 100. */
const FIRST_DAY_OF_CALC = -657_434;
const DAY_THAT_NEVER_WAS = 60;
const DAY_AFTER_9999 = 2_958_466;

/**
 * `YYYY-MM-DD`, `YYYY-MM-DDTHH:mm:ss` (with milliseconds where there are any), `HH:mm:ss` for a time without a date;
 * undefined for what is no date in Excel either, and stays a number.
 */
export function dateOfSerial(written: string, style: DateStyle, system: DateSystem): string | undefined {
  const serial = Number(written);
  if (written.trim() === '' || !Number.isFinite(serial) || serial >= DAY_AFTER_9999) return undefined;
  if (serial < (system === 'calc' && style.hasDate ? FIRST_DAY_OF_CALC : 0)) return undefined;
  const milliseconds = Math.round(serial * MILLISECONDS_OF_DAY);
  if (style.isElapsed && !style.hasDate) return elapsed(milliseconds);
  if (!style.hasDate && milliseconds < MILLISECONDS_OF_DAY) return timeOf(milliseconds);
  const days = Math.floor(milliseconds / MILLISECONDS_OF_DAY);
  const rest = milliseconds - days * MILLISECONDS_OF_DAY;
  const day = dayOf(days, system);
  return style.hasTime || rest > 0 ? `${day}T${timeOf(rest)}` : day;
}

function dayOf(days: number, system: DateSystem): string {
  if (system === 'calc') return isoDay(DAY_0_OF_CALC + days * MILLISECONDS_OF_DAY);
  if (system === '1904') return isoDay(DAY_0_OF_1904 + days * MILLISECONDS_OF_DAY);
  // As Excel shows them. Neither is a date, and as such they are refused.
  if (days === 0) return '1900-01-00';
  if (days === DAY_THAT_NEVER_WAS) return '1900-02-29';
  const real = days > DAY_THAT_NEVER_WAS ? days - 1 : days;
  return isoDay(DAY_0_OF_1900 + real * MILLISECONDS_OF_DAY);
}

function isoDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

function elapsed(milliseconds: number): string {
  const hours = Math.floor(milliseconds / 3_600_000);
  return `${String(hours).padStart(2, '0')}${timeOf(milliseconds % 3_600_000).slice(2)}`;
}

function timeOf(milliseconds: number): string {
  const time = new Date(milliseconds).toISOString().slice(11, 23);
  return time.endsWith('.000') ? time.slice(0, 8) : time;
}
