/** @file Strips the zone offset of a date and time: cut off, or converted to the zone that is meant. Pure. */

import { isDateTime } from './date-times.ts';
import { DAY, MINUTE, SECOND } from './durations.ts';
import { AS_WRITTEN, FIXED_OFFSET } from './zones.ts';

const WITH_OFFSET = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):?(\d\d))$/;

/** Turns a text with an offset into one without; undefined for what is no date and time with an offset. */
export type ZoneStripper = (text: string) => string | undefined;

/** @param zone one that `isZone` */
export function zoneStripper(zone: string): ZoneStripper {
  const localTime = zone === AS_WRITTEN ? undefined : localTimeIn(zone);
  return (text) => {
    const [, local, fraction = '', sign, hours = '0', minutes = '0'] = WITH_OFFSET.exec(text) ?? [];
    if (local === undefined || !isDateTime(local) || Number(hours) > 14 || Number(minutes) > 59) return undefined;
    if (localTime === undefined) return local + fraction;
    const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
    const converted = localTime(Date.parse(`${local}Z`) - offset);
    // Around the years 0 and 9999, there may be none in the form of the interface.
    return isDateTime(converted) ? converted + fraction : undefined;
  };
}

/** The local time of a moment, to the second. */
function localTimeIn(zone: string): (moment: number) => string {
  const [, sign, hours, minutes] = FIXED_OFFSET.exec(zone) ?? [];
  if (sign !== undefined) {
    const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
    return (moment) => new Date(moment + offset).toISOString().slice(0, -'.000Z'.length);
  }
  const offsetAt = offsetIn(zone);
  return (moment) => {
    const second = Math.floor(moment / SECOND) * SECOND;
    const offset = offsetAt(second);
    // Before the year 1 and after 9999, years have another form, and no offset can be read from it.
    return !(Math.abs(offset) < DAY) ? '' : new Date(second + offset).toISOString().slice(0, -'.000Z'.length);
  };
}

/** Days of which the offset is kept: more than transactions have. */
const MOST_DAYS = 10_000;

/** How far local time is ahead of UTC at a moment, in milliseconds. */
function offsetIn(zone: string): (moment: number) => number {
  const exact = exactOffsetIn(zone);
  // The language data of the runtime takes microseconds, and there are millions of rows. A day at whose both ends the
  // offset is the same has it throughout.
  const byDay = new Map<number, number | undefined>();
  return (moment) => {
    const day = Math.floor(moment / DAY);
    let offset = byDay.get(day);
    if (offset === undefined && !byDay.has(day)) {
      const atStart = exact(day * DAY);
      offset = atStart === exact((day + 1) * DAY) ? atStart : undefined;
      if (byDay.size === MOST_DAYS) byDay.clear();
      byDay.set(day, offset);
    }
    return offset ?? exact(moment);
  };
}

function exactOffsetIn(zone: string): (moment: number) => number {
  const two = '2-digit' as const;
  const format = new Intl.DateTimeFormat('en-CA-u-ca-iso8601', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes, length = 2) => (parts.get(type) ?? '').padStart(length, '0');
    const date = `${part('year', 4)}-${part('month')}-${part('day')}`;
    return Date.parse(`${date}T${part('hour')}:${part('minute')}:${part('second')}Z`) - moment;
  };
}
