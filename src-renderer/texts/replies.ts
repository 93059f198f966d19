/** @file The texts around an answer of the service. */

import { amountDigits, amountIn } from '../../src-shared/amounts.ts';
import { message } from '../../src-shared/languages/message.ts';
import { counted } from '../wording.ts';

export const replyTexts = {
  status: message('Status'),
  took: message('Time taken'),
  milliseconds: (milliseconds: number) =>
    milliseconds < 10_000
      ? message('{milliseconds, number} ms', { milliseconds })
      : message('{seconds, number} s', { seconds: Math.round(milliseconds / 1000) }),
  correlationId: message('Correlation id'),
  views: { table: message('Table'), readable: message('Formatted'), raw: message('Raw') },
  viewLabel: message('How the answer is shown'),
  text: message('The answer of the service'),
  empty: message('The answer is empty.'),
  copyAll: message('Copy all'),
  shortened: (characters: number) =>
    message(
      'The answer has {characters, number} characters; only the beginning is shown. “Copy all” copies all of it.',
      { characters },
    ),
  table: message('The answer as a table'),
  rows: (rows: number) => counted(rows, 'row'),
  noRows: message('The answer contains an empty list.'),
  copyCsv: message('Copy as CSV'),
  copyJson: message('Copy as JSON'),
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
  cut: message('The answer is longer than 1 MiB. Only its beginning was read, so there is no table of it.'),
  beside: message('Beside the list'),
  besideOmitted: (count: number) =>
    message(
      '{count, plural, one {# more value stands only in the raw answer.} other {{count, number} more values stand only in the raw answer.}}',
      { count },
    ),
  sumOf: (column: string) => message('Sum of {column}', { column }),
  /** The sum of a column, in a currency where it has one. */
  total: ({ unit, sum }: { unit: string; sum: string }) => (unit === '' ? amountDigits(sum, '') : amountIn(sum, unit)),
  picture: message('Picture of the answer'),
  pictureWhat: message('Show'),
  pictureBy: message('By'),
  pictureOf: (what: string, by: string) => message('{what} by {by}', { what, by }),
  rowsCounted: message('Number of rows'),
};
