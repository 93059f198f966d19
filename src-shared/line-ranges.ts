/** @file Line numbers as people write them: those that follow one another together. */

import { z } from 'zod';
import { message } from './languages/message.ts';
import { number } from './quantities.ts';

/** From the first to the last, both included. */
export const lineRangeSchema = z.object({ first: z.int(), last: z.int() });
export type LineRange = z.infer<typeof lineRangeSchema>;

/** “Lines 4; 7–12, and 30 more”. @param lines how many there are in all */
export function rangesInWords(ranges: readonly LineRange[], lines: number): string {
  const told = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const numbers = ranges
    .map(({ first, last }) => (first === last ? number(first) : `${number(first)}–${number(last)}`))
    .join('; ');
  return lines > told
    ? message('Lines {numbers}, and {more, number} more', { numbers, more: lines - told })
    : message('{lines, plural, one {Line} other {Lines}} {numbers}', { numbers, lines });
}
