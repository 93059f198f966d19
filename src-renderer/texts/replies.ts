/** @file The texts around an answer of the service. */

import { counted, number } from '../wording.ts';

export const replyTexts = {
  status: 'Status',
  took: 'Time taken',
  milliseconds: (milliseconds: number) =>
    milliseconds < 10_000 ? `${number(milliseconds)} ms` : `${number(Math.round(milliseconds / 1000))} s`,
  correlationId: 'Correlation id',
  views: { table: 'Table', readable: 'Laid out', raw: 'As it came' },
  viewLabel: 'How the answer is shown',
  text: 'The answer of the service',
  empty: 'The service answered without any words.',
  copyAll: 'Copy all',
  copied: 'Copied',
  shortened: (characters: number) =>
    `Only the beginning is shown, for it has ${number(characters)} characters. “Copy all” copies all of it.`,
  table: 'The answer as a table',
  rows: (rows: number) => counted(rows, 'row'),
  noRows: 'The answer holds a list, and there is nothing in it.',
  copyCsv: 'Copy as CSV',
};
