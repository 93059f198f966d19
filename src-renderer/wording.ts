/** @file How the window words what it shows. Pure. */

import type { Stage } from '../src-shared/contract.ts';

export {
  about,
  counted,
  dateOf,
  momentOf,
  number,
  roughDuration as duration,
  size,
  speed,
} from '../src-shared/quantities.ts';

/** The progress of a stage in whole per cent; 100 only when it is complete. */
export function percentOf(stage: Stage, whole: Stage): number {
  if (whole.bytes === 0) return 0;
  return stage.bytes >= whole.bytes ? 100 : Math.floor((100 * stage.bytes) / whole.bytes);
}

const days = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const exactTimes = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const shortDays = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const shortDaysWithYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

export const dayOf = (at: number): string => days.format(at);
export const timeOf = (at: number): string => times.format(at);

/** “06:30:05”, where several things happen within a minute. */
export const exactTimeOf = (at: number): string => exactTimes.format(at);

/** A moment in its shortest unambiguous form: “06:30” today, “19 Nov” earlier, with the year if it is another year. */
export function shortMoment(at: number, now: number): string {
  if (dayOf(at) === dayOf(now)) return timeOf(at);
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? shortDays : shortDaysWithYear).format(at);
}
