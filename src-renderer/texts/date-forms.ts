/** @file How the window shows the form of a date, which templates keep in English letters: DD.MM.YYYY is JJ.MM.AAAA in French. */

import { message } from '../../src-shared/languages/message.ts';
import { ISO_DAY } from '../preparing/cell-readings.ts';

const day = (): string => message('D', {}, { context: 'letter of the day in the form of a date' });
const year = (): string => message('Y', {}, { context: 'letter of the year in the form of a date' });

/** What a template calls “iso” is shown as its day is written: it reads all that this form reads, and its times. */
const ISO = { kept: 'iso', day: ISO_DAY };

/** “DD.MM.YYYY HH:mm” in the letters of the language; what stands in brackets is a text of the date itself. */
export function formShown(form: string): string {
  return (form === ISO.kept ? ISO.day : form).replace(/\[[^\]]*\]|DD?|YY(?:YY)?/g, (part) => {
    if (part.startsWith('[')) return part;
    return (part.startsWith('D') ? day() : year()).repeat(part.length);
  });
}

/** The form that a person has typed, in either letters. A T before the hour is itself, and an A alone is AM or PM. */
export function formTyped(text: string): string {
  const [d, y] = [day(), year()];
  const pattern = new RegExp(`\\[[^\\]]*\\]|${y}{4}|${y}{2}|${d}{2}|${d}(?!H)`, 'g');
  const form = text.replace(pattern, (part) => {
    if (part.startsWith('[')) return part;
    return (part.startsWith(d) ? 'D' : 'Y').repeat(part.length);
  });
  return form === ISO.day ? ISO.kept : form;
}
