/** @file The texts around an answer of the service. */

import { amountDigits, amountIn } from '../../src-shared/amounts.ts';
import { message } from '../../src-shared/languages/message.ts';

export const replyTexts = {
  milliseconds: (milliseconds: number) =>
    milliseconds < 10_000
      ? message('{milliseconds, number} ms', { milliseconds })
      : message('{seconds, number} s', { seconds: Math.round(milliseconds / 1000) }),
  correlationId: message('Correlation id'),
  views: { table: message('Table'), readable: message('Formatted'), raw: message('Raw') },
  text: message('The answer of the service'),
  /** What the table leaves out. */
  omitted: ({ rows, columns }: { rows: number; columns: number }): string[] => [
    ...(rows > 0
      ? [
          message(
            '{rows, plural, one {# more row stands only in the raw answer.} other {{rows, number} more rows stand only in the raw answer.}}',
            { rows },
          ),
        ]
      : []),
    ...(columns > 0
      ? [
          message(
            '{columns, plural, one {# more column stands only in the raw answer.} other {{columns, number} more columns stand only in the raw answer.}}',
            { columns },
          ),
        ]
      : []),
  ],
  /** The sum of a column, in a currency where it has one. */
  total: ({ unit, sum }: { unit: string; sum: string }) => (unit === '' ? amountDigits(sum, '') : amountIn(sum, unit)),
  rowsCounted: message('Number of rows'),
};
