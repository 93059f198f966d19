/** @file Strips the zone offset of a date and time: cut off, or converted to the zone that is meant. Pure. */

import { AS_WRITTEN, FIXED_OFFSET } from '../../src-shared/zones.ts';
import { isDateTime } from '../checking/rules/date-times.ts';
import { MINUTE, SECOND } from '../clock.ts';

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
  const two = '2-digit' as const;
  const format = new Intl.DateTimeFormat('en-CA-u-ca-iso8601', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: two, day: two },
    ...{ hour: two, minute: two, second: two },
  });
  return (moment) => {
    const parts = new Map(
      format.formatToParts(Math.floor(moment / SECOND) * SECOND).map(({ type, value }) => [type, value]),
    );
    const part = (type: Intl.DateTimeFormatPartTypes, length = 2) => (parts.get(type) ?? '').padStart(length, '0');
    const date = `${part('year', 4)}-${part('month')}-${part('day')}`;
    return `${date}T${part('hour')}:${part('minute')}:${part('second')}`;
  };
}
