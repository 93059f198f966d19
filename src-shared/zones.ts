/** @file The zones that a recipe can name for times that carry an offset. Pure. */

import { fact, packed } from './languages/fact.ts';

/** The time stays as it is written, and the offset is cut off. */
export const AS_WRITTEN = 'as-written';

/** A fixed offset, such as `+02:00`: sign, hours, minutes. */
export const FIXED_OFFSET = /^([+-])(\d\d):(\d\d)$/;

/** Whether a recipe can name this zone: `as-written`, `UTC`, an offset such as `+02:00`, or a name such as `Europe/Berlin`. */
export function isZone(zone: string): boolean {
  if (zone === AS_WRITTEN || FIXED_OFFSET.test(zone)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export const noZone = packed(
  fact('is no zone: as-written, UTC, an offset such as {offset}, or a name such as {name}', {
    offset: '+02:00',
    name: 'Europe/Berlin',
  }),
);
