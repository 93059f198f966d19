/** @file Sending hours and bandwidth in words. */

import { inWords, message } from '../../src-shared/languages/message.ts';
import {
  type DayGroup,
  type Hours,
  hourOf,
  isOpenAt,
  isUnruled,
  openingsFrom,
  type SendingRules,
} from '../../src-shared/sending-hours.ts';
import { clockText, type HoursPreset, hoursPresets } from '../../src-shared/sending-text.ts';
import { speed } from '../wording.ts';

export const dayWords: Readonly<Record<DayGroup, string>> = {
  'every-day': message('Every day'),
  'mon-fri': message('Monday to Friday'),
  'sun-thu': message('Sunday to Thursday'),
  'sat-sun': message('Saturday and Sunday'),
  mon: message('Monday'),
  tue: message('Tuesday'),
  wed: message('Wednesday'),
  thu: message('Thursday'),
  fri: message('Friday'),
  sat: message('Saturday'),
  sun: message('Sunday'),
};

const presetHours = ([{ from, to }]: readonly [Hours]) => ({ from: from / 60, to: to / 60 });

export const presetWords: Readonly<Record<HoursPreset, string>> = {
  any: message('At any time'),
  office: message('Office hours {from, number}–{to, number}', presetHours(hoursPresets.office)),
  night: message('Night {from, number}–{to, number}', presetHours(hoursPresets.night)),
  weekdays: message('Weekdays'),
};

export function hoursInWords({ hours, monthEndDays }: SendingRules): string {
  if (hours.length === 0) return presetWords.any;
  const each = hours.map(({ days, from, to }) =>
    message('{days} {from}–{to}', { days: dayWords[days], from: clockText(from), to: clockText(to) }),
  );
  return [...each, ...(monthEndDays > 0 ? [monthEndWords(monthEndDays)] : [])].join(' · ');
}

export const monthEndWords = (days: number): string =>
  message(
    '{days, plural, =0 {No other hours at the end of a month} =1 {Any hour on the last day of a month} other {Any hour on the last # days of a month}}',
    { days },
  );

/** Undefined where nothing is limited. */
export function bandwidthInWords({ bandwidth }: SendingRules): string | undefined {
  if (bandwidth === undefined) return undefined;
  const limit = speed(bandwidth.bytesPerSecond);
  if (bandwidth.hours.length === 0) return message('At most {limit}', { limit });
  return message('At most {limit}: {hours}', {
    limit,
    hours: hoursInWords({ hours: bandwidth.hours, monthEndDays: 0 }),
  });
}

/** When uploads may begin that cannot now, in words; undefined where they can, or never may. */
export function opensInWords(rules: SendingRules, now: number): string | undefined {
  const [first] = isOpenAt(rules, now) ? [] : openingsFrom(rules, now);
  return first && inWords(hourOf(first.from, now));
}

/** Whether uploads may begin now, and until when, or from when on; undefined where they always may. */
export function stateInWords(rules: SendingRules, now: number): string | undefined {
  if (isUnruled({ ...rules, bandwidth: undefined })) return undefined;
  const [first] = openingsFrom(rules, now);
  if (first === undefined) return undefined;
  if (!isOpenAt(rules, now))
    return message('Outside the sending hours; the next ones begin {at}', { at: hourOf(first.from, now) });
  if (!Number.isFinite(first.to)) return message('Open now');
  return message('Open now; sending hours end {at}', { at: hourOf(first.to, now) });
}
