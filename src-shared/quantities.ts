/**
 * @file Sizes, speeds, durations, counts and dates as people read them: in the window, on the command line and in errors,
 * in the language that is spoken.
 */

import { onTheWall } from './app-zone.ts';
import { isDay } from './calendar-days.ts';
import { MINUTE, SECOND } from './durations.ts';
import { dateWriter, durationIn, type Precision, sizeIn, spelledIn } from './languages/measures.ts';
import { message, perLanguage, spokenLanguage } from './languages/message.ts';

const numbers = perLanguage(({ code }) => new Intl.NumberFormat(code));
const dates = perLanguage((language) => dateWriter(language, { dateStyle: 'medium' }));
const moments = perLanguage((language) => dateWriter(language, { dateStyle: 'medium', timeStyle: 'short' }));
const calendarDays = perLanguage((language) => dateWriter(language, { dateStyle: 'medium', timeZone: 'UTC' }));
/** To the second, of a moment without a zone. */
const writtenMoments = perLanguage((language) =>
  dateWriter(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
);
/** A number: “2,300,000”. */
export const number = (count: number): string => numbers().format(count);

const parts = perLanguage(({ code }) => new Intl.NumberFormat(code).formatToParts(-12_345.6));
const signOf = (type: Intl.NumberFormatPartTypes, otherwise: string): string =>
  parts().find((part) => part.type === type)?.value ?? otherwise;

/** What stands between thousands, and before decimals, for fields in which a number is typed. */
export const thousandSeparator = (): string => signOf('group', ' ');
export const decimalSeparator = (): string => signOf('decimal', '.');

/** “812 B”, “1.5 MB”. */
export const size = (bytes: number): string => sizeIn(spokenLanguage(), bytes);

/** “1.5 MB/s”. */
export const speed = (bytesPerSecond: number): string => `${size(bytesPerSecond)}/s`;

/** Each noun with its number. A sentence that needs more than this is one text with a plural of its own. */
const nouns = {
  'more file': (count: number) => message('{count, plural, one {# more file} other {# more files}}', { count }),
  'more field': (count: number) => message('{count, plural, one {# more field} other {# more fields}}', { count }),
  fault: (count: number) => message('{count, plural, one {# fault} other {# faults}}', { count }),
  'modification id': (count: number) =>
    message('{count, plural, one {# modification id} other {# modification ids}}', { count }),
  value: (count: number) => message('{count, plural, one {# value} other {# values}}', { count }),
  batch: (count: number) => message('{count, plural, one {# batch} other {# batches}}', { count }),
  certificate: (count: number) => message('{count, plural, one {# certificate} other {# certificates}}', { count }),
  column: (count: number) => message('{count, plural, one {# column} other {# columns}}', { count }),
  field: (count: number) => message('{count, plural, one {# field} other {# fields}}', { count }),
  day: (count: number) => message('{count, plural, one {# day} other {# days}}', { count }),
  'earlier entry': (count: number) =>
    message('{count, plural, one {# earlier entry} other {# earlier entries}}', { count }),
  entry: (count: number) => message('{count, plural, one {# entry} other {# entries}}', { count }),
  error: (count: number) => message('{count, plural, one {# error} other {# errors}}', { count }),
  file: (count: number) => message('{count, plural, one {# file} other {# files}}', { count }),
  finding: (count: number) => message('{count, plural, one {# finding} other {# findings}}', { count }),
  group: (count: number) => message('{count, plural, one {# group} other {# groups}}', { count }),
  'abandoned id': (count: number) =>
    message('{count, plural, one {# abandoned id} other {# abandoned ids}}', { count }),
  line: (count: number) => message('{count, plural, one {# line} other {# lines}}', { count }),
  'more batch': (count: number) => message('{count, plural, one {# more batch} other {# more batches}}', { count }),
  difference: (count: number) => message('{count, plural, one {# difference} other {# differences}}', { count }),
  figure: (count: number) => message('{count, plural, one {# figure} other {# figures}}', { count }),
  'more difference': (count: number) =>
    message('{count, plural, one {# more difference} other {# more differences}}', { count }),
  'more submission': (count: number) =>
    message('{count, plural, one {# more submission} other {# more submissions}}', { count }),
  'earlier submission': (count: number) =>
    message('{count, plural, one {# earlier submission} other {# earlier submissions}}', { count }),
  other: (count: number) => message('{count, plural, one {# other} other {# others}}', { count }),
  problem: (count: number) => message('{count, plural, one {# problem} other {# problems}}', { count }),
  row: (count: number) => message('{count, plural, one {# row} other {# rows}}', { count }),
  rule: (count: number) => message('{count, plural, one {# rule} other {# rules}}', { count }),
  submission: (count: number) => message('{count, plural, one {# submission} other {# submissions}}', { count }),
  transaction: (count: number) => message('{count, plural, one {# transaction} other {# transactions}}', { count }),
  warning: (count: number) => message('{count, plural, one {# warning} other {# warnings}}', { count }),
};

/** A number with its noun: “1 line”, “2,300,000 lines”, “2 batches”. */
export const counted = (count: number, noun: keyof typeof nouns): string => nouns[noun](count);

const spelled = (milliseconds: number, precision: Precision): string =>
  spelledIn(spokenLanguage(), milliseconds, precision);

/** A time that was measured: to the second, or below ten seconds to the tenth. */
export const duration = (milliseconds: number): string =>
  spelled(milliseconds, { secondsDecimalDigits: milliseconds < 10 * SECOND ? 1 : 0 });

/** A duration, rounded to what matters: an hour is shown without its seconds. */
export function roughDuration(milliseconds: number): string {
  if (milliseconds < SECOND) return message('under 1s');
  return spelled(milliseconds < MINUTE ? Math.round(milliseconds / SECOND) * SECOND : milliseconds, {
    unitCount: milliseconds < 10 * MINUTE ? 2 : milliseconds < 60 * MINUTE ? 1 : 2,
    secondsDecimalDigits: 0,
  });
}

/** The same of an estimate: “about 10s”. */
export const about = (milliseconds: number): string => {
  const rough = roughDuration(milliseconds);
  return milliseconds < SECOND ? rough : message('about {duration}', { duration: rough });
};

/** A time spelled out in a sentence, in its largest units: “2 hours 5 minutes”. At least a second. */
export const durationInWords = (milliseconds: number, unitCount = 1): string =>
  durationIn(spokenLanguage(), milliseconds, unitCount);

/** A day (of ms since the epoch): “21 Nov 2026”. */
export const dateOf = (at: number): string => dates().format(at);

/** A day that is spelled as 2026-11-21: “21 Nov 2026”. What is no day stays as it is. */
export const dateOfDay = (day: string): string => (isDay(day) ? calendarDays().format(Date.parse(day)) : day);

/** A date-time without a zone as a line has it (2026-11-03T20:14:14.744): “3 Nov 2026, 20:14:14.744”. What is none stays as it is. */
export function writtenMoment(text: string): string {
  const [, whole = '', fraction] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?$/.exec(text) ?? [];
  const at = Date.parse(`${whole}Z`);
  if (Number.isNaN(at)) return text;
  return `${writtenMoments().format(at)}${fraction === undefined ? '' : `${decimalSeparator()}${fraction}`}`;
}

/** A moment (ms since the epoch): “21 Nov 2026, 06:30”. */
export const momentOf = (at: number): string => moments().format(at);

/** The same to the second for those who read it elsewhere, as on paper, by the clock that the window shows: “21 Nov 2026, 06:30:00 UTC+1”. */
export function exactMomentOf(at: number): string {
  const onClock = onTheWall(at).getTime();
  const [ahead, sign] = [Math.round((onClock - at) / MINUTE), onClock < at ? '−' : '+'];
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  const zone = minutes === 0 ? `${hours}` : `${hours}:${String(minutes).padStart(2, '0')}`;
  return `${writtenMoments().format(onClock)} UTC${ahead === 0 ? '' : `${sign}${zone}`}`;
}
