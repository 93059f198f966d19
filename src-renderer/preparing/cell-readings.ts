/**
 * @file Whether a cell can be a number or a date of some writing: only to propose a reading. What the run reads decides. Pure.
 */

import type { Numbers } from '../../src-shared/contract.ts';

/** The ways in which numbers are written, the most common first. */
const numberWritings: readonly Numbers[] = [
  { decimal: ',', thousands: '.' },
  { decimal: '.', thousands: ',' },
  { decimal: ',', thousands: ' ' },
  { decimal: '.', thousands: "'" },
  { decimal: '.', thousands: ' ' },
];

const marks = { '.': '[.]', ',': ',', ' ': '[ \\u00a0\\u2009\\u202f]', "'": "['’]", none: '(?!)' } as const;

export function isNumber(cell: string, { decimal, thousands }: Numbers): boolean {
  const group = marks[thousands];
  const number = new RegExp(
    `^[-+−–]?\\s*(?:\\d+|[1-9]\\d{0,2}(?:${group}\\d{3})+)(?:${marks[decimal]}\\d+)?\\s*[-−–]?$`,
  );
  return number.test(cell.trim());
}

export const isAnyNumber = (cell: string): boolean => numberWritings.some((way) => isNumber(cell, way));

/** Another way to read all these numbers, and the others that can be read now; undefined where each stays the number that it is. */
export function otherNumbers(cells: readonly string[], others: readonly string[], now: Numbers): Numbers | undefined {
  const readNow = others.filter((cell) => isNumber(cell, now));
  return numberWritings.find(
    (way) =>
      [...cells, ...readNow].every((cell) => isNumber(cell, way)) &&
      cells.some((cell) => !isNumber(cell, now) || decimalsOf(cell, way) !== decimalsOf(cell, now)),
  );
}

/** Where the decimals begin decides which number the digits are. */
const decimalsOf = (cell: string, { decimal }: Numbers): string => cell.split(decimal)[1] ?? '';

export const ISO_DAY = 'YYYY-MM-DD';
const daysWritten = [
  ...['DD.MM.YYYY', 'D.M.YYYY', 'DD.MM.YY', 'D.M.YY', ISO_DAY, 'DD/MM/YYYY', 'MM/DD/YYYY', 'D/M/YYYY', 'M/D/YYYY'],
  ...['DD-MM-YYYY', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYYMMDD', 'DD/MM/YY', 'MM/DD/YY'],
];
const timesWritten = ['', ' HH:mm:ss', ' HH:mm', 'THH:mm:ss', 'THH:mm', ' H:mm', ' HH.mm', 'HHmmss'];
const dateWritings = daysWritten.flatMap((day) => timesWritten.map((time) => `${day}${time}`));

const parts: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<shortYear>\\d{2})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
  HH: '([01]\\d|2[0-3])',
  H: '(\\d|1\\d|2[0-3])',
  mm: '[0-5]\\d',
  ss: '[0-5]\\d',
  ' ': '\\s+',
  '.': '[.]',
};

/** Whether it is written so, and the day exists. */
export function isDate(cell: string, format: string): boolean {
  const pattern = format.replace(/YYYY|YY|MM?|DD?|HH?|mm|ss|[ .]/g, (part) => parts[part] ?? part);
  const { year, shortYear, month, day } = new RegExp(`^${pattern}$`).exec(cell.trim())?.groups ?? {};
  if (month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(Number(year ?? `20${shortYear}`), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

export const isAnyDate = (cell: string): boolean => dateWritings.some((format) => isDate(cell, format));

const MOST_DATES = 2;

/** Other ways to read at least some of these dates: those that read the most of them. */
export function otherDates(cells: readonly string[], now: readonly string[]): string[] {
  const read = (format: string) => cells.filter((cell) => isDate(cell, format)).length;
  const fitting = dateWritings.filter((format) => !now.includes(format) && read(format) > 0);
  const most = fitting.reduce((highest, format) => Math.max(highest, read(format)), 0);
  return fitting.filter((format) => read(format) === most).slice(0, MOST_DATES);
}
