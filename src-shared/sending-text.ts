/**
 * @file Sending hours and bandwidth as a person types them on the command line, or an organisation in its policy:
 * `mon-fri 20:00-06:00, month-end 3` and `2 MB/s mon-fri 08:00-18:00`. Pure.
 */

import { AppError } from './errors.ts';
import { type Fact, fact } from './languages/fact.ts';
import { dayGroupNames, type Hours, type SendingRules } from './sending-hours.ts';

/** Hours that have a name. */
export const hoursPresets = {
  any: [],
  office: [{ days: 'mon-fri', from: 8 * 60, to: 18 * 60 }],
  night: [{ days: 'every-day', from: 20 * 60, to: 6 * 60 }],
  weekdays: [{ days: 'mon-fri', from: 0, to: 24 * 60 }],
} as const satisfies Record<string, readonly Hours[]>;
export type HoursPreset = keyof typeof hoursPresets;

const isPreset = (text: string): text is HoursPreset => Object.hasOwn(hoursPresets, text);
export const hoursPresetNames: readonly HoursPreset[] = Object.keys(hoursPresets).filter(isPreset);

const parts = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');

/** @throws AppError connection.invalid */
export function hoursFromText(text: string): Pick<SendingRules, 'hours' | 'monthEndDays'> {
  const hours: Hours[] = [];
  let monthEndDays = 0;
  for (const part of parts(text)) {
    const monthEnd = /^month-end (\d+)$/.exec(part)?.[1];
    if (monthEnd === undefined) hours.push(...hoursOf('hours', part));
    else monthEndDays = Number(monthEnd);
  }
  if (monthEndDays > 10) throw invalid('hours', fact('has a month end of more than {most, number} days', { most: 10 }));
  return { hours, monthEndDays };
}

function hoursOf(field: string, part: string): readonly Hours[] {
  if (isPreset(part)) return hoursPresets[part];
  const [, name, ...times] = /^([a-z-]+) (\d{1,2}):(\d\d)-(\d{1,2}):(\d\d)$/.exec(part) ?? [];
  const days = dayGroupNames.find((one) => one === name);
  const [fromHour = 24, fromMinute = 0, toHour = 25, toMinute = 0] = times.map(Number);
  const [from, to] = [60 * fromHour + fromMinute, 60 * toHour + toMinute];
  // Midnight as an end is that of the day itself.
  const end = to === 0 ? 24 * 60 : to;
  if (days === undefined || fromHour > 23 || end > 24 * 60 || fromMinute > 59 || toMinute > 59)
    throw invalid(
      field,
      fact('has “{part}”, where hours such as “{example}” are expected', { part, example: 'mon-fri 20:00-06:00' }),
    );
  return [{ days, from, to: end }];
}

/** @returns undefined for no limit @throws AppError connection.invalid */
export function bandwidthFromText(text: string): SendingRules['bandwidth'] {
  const whole = text.trim();
  if (whole.toLowerCase() === 'none') return undefined;
  const [, amount = '', unit = '', rest = ''] = /^(\d+(?:\.\d+)?) ?(kb|mb)\/s\b(.*)$/i.exec(whole) ?? [];
  const bytesPerSecond = Math.round(Number(amount) * (unit.toLowerCase() === 'mb' ? 1_000_000 : 1000));
  if (bytesPerSecond < 10_000)
    throw invalid(
      'bandwidth',
      fact('is “{text}”, where “none” or at least 10 kB/s is expected, such as “{example}”', {
        text: whole,
        example: '2 MB/s mon-fri 08:00-18:00',
      }),
    );
  return { bytesPerSecond, hours: parts(rest).flatMap((part) => hoursOf('bandwidth', part)) };
}

const invalid = (field: string, problem: Fact): AppError => new AppError('connection.invalid', { field, problem });

/** As `hoursFromText` reads it. */
export function hoursAsText({ hours, monthEndDays }: Pick<SendingRules, 'hours' | 'monthEndDays'>): string {
  if (hours.length === 0) return 'any';
  return [...hours.map(asText), ...(monthEndDays > 0 ? [`month-end ${monthEndDays}`] : [])].join(', ');
}

/** As `bandwidthFromText` reads it. */
export function bandwidthAsText(bandwidth: SendingRules['bandwidth']): string {
  if (bandwidth === undefined) return 'none';
  const { bytesPerSecond, hours } = bandwidth;
  return `${bytesPerSecond / 1_000_000} MB/s ${hours.map(asText).join(', ')}`.trim();
}

const asText = ({ days, from, to }: Hours): string => `${days} ${clockText(from)}-${clockText(to)}`;

/** Minutes since midnight as `20:05`, which is read alike in every language. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
