/** @file Of which lines the sums of a file are, in words: by itself, because the check of the command line starts with it. Pure. */

import { message } from './languages/message.ts';

/** Nothing where they are those of all. @param unread lines whose amount or currency cannot be read */
export function sumsOfInWords(lines: number, unread = 0): string[] {
  if (unread === 0) return [];
  return [
    message(
      'The sums are those of the {summed, number} of {lines, number} lines whose amount and currency can be read; of {unread, number} they cannot.',
      { summed: lines - unread, lines, unread },
    ),
  ];
}
