/**
 * @file The zone by whose clock sending hours are: that of the process in which Tranship runs, which a page in a browser is told.
 * So no two places name different times for the same hours.
 */

import { ownZone } from './calendar-days.ts';
import { MINUTE } from './durations.ts';

/** Only where it is not the zone of this process or page. */
let other: { zone: string; format: Intl.DateTimeFormat } | undefined;

/** Counts by the clock of this zone from now on. */
export function goByClockOf(zone: string): void {
  const format = () =>
    new Intl.DateTimeFormat('en', {
      ...{ timeZone: zone, hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  other = zone === ownZone() ? undefined : { zone, format: format() };
}

/** The zone, where the reader's clock shows another one. */
export const otherZone = (): string | undefined => other?.zone;

/** What the clock on the wall shows at a moment, as if it were UTC. */
export function onTheWall(at: number): Date {
  if (other === undefined) return new Date(at - new Date(at).getTimezoneOffset() * MINUTE);
  const parts = new Map(other.format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const seconds = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return new Date(seconds + (((at % 1000) + 1000) % 1000));
}
