/** @file Of which lines the sums of a file are, in words: by itself, because the check of the command line starts with it. Pure. */

import { message } from './languages/message.ts';

/** Nothing where they are those of all. @param unread lines whose amount or currency cannot be read */
export function sumsOfInWords(lines: number, unread = 0): string[] {
  if (unread === 0) return [];
  return [
    message(
      '{unread, plural, one {# of {lines, number} lines is in no sum: it is blank, or its currency is no code such as EUR, or its amount is no number.} other {# of {lines, number} lines are in no sum: they are blank, or their currency is no code such as EUR, or their amount is no number.}}',
      { lines, unread },
    ),
  ];
}
