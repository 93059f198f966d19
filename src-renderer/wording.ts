/** @file How the window words what it shows. Pure. */

import type { Stage } from '../src-shared/contract.ts';
import { dateWriter } from '../src-shared/languages/measures.ts';
import { perLanguage } from '../src-shared/languages/message.ts';

export {
  about,
  counted,
  dateOf,
  decimalSeparator,
  momentOf,
  number,
  roughDuration as duration,
  size,
  speed,
  thousandSeparator,
} from '../src-shared/quantities.ts';

/** The progress of a stage in whole per cent; 100 only when it is complete. */
export function percentOf(stage: Pick<Stage, 'bytes'>, whole: Pick<Stage, 'bytes'>): number {
  if (whole.bytes === 0) return 0;
  return stage.bytes >= whole.bytes ? 100 : Math.floor((100 * stage.bytes) / whole.bytes);
}

/** A format of dates in the language that is spoken. */
export const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  perLanguage((language) => dateWriter(language, options));

const days = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const times = dateFormat({ hour: '2-digit', minute: '2-digit' });
const exactTimes = dateFormat({ timeStyle: 'medium' });
const shortDays = dateFormat({ day: 'numeric', month: 'short' });
const shortDaysWithYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

export const dayOf = (at: number): string => days().format(at);
export const timeOf = (at: number): string => times().format(at);

/** “06:30:05”, where several things happen within a minute. */
export const exactTimeOf = (at: number): string => exactTimes().format(at);

/** A moment in its shortest unambiguous form: “06:30” today, “19 Nov” earlier, with the year if it is another year. */
export function shortMoment(at: number, now: number): string {
  if (dayOf(at) === dayOf(now)) return timeOf(at);
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? shortDays() : shortDaysWithYear()).format(at);
}

const choices = perLanguage(({ code }) => new Intl.ListFormat(code, { type: 'disjunction' }));
const lists = perLanguage(({ code }) => new Intl.ListFormat(code, { type: 'conjunction' }));

/** “Held, Failed or Refused”. */
export const anyOf = (names: readonly string[]): string => choices().format(names);

/** “2, 5 and 17”. */
export const allOf = (names: readonly string[]): string => lists().format(names);
