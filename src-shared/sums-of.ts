/** @file Of which lines the sums of a file are, in words: by itself, because the check of the command line starts with it. Pure. */

import { message } from './languages/message.ts';

/** Nothing where they are those of all. @param unread lines whose amount or currency cannot be read */
export function sumsOfInWords(lines: number, unread = 0): string[] {
  if (unread === 0) return [];
  return [
    message(
      '{unread, plural, one {# of {lines, number} lines is in no sum: it is blank, or has no currency or no amount that is a number.} other {# of {lines, number} lines are in no sum: they are blank, or have no currency or no amount that is a number.}}',
      { lines, unread },
    ),
  ];
}
