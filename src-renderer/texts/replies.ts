/** @file The texts around an answer of the service. */

import { counted, number } from '../wording.ts';

export const replyTexts = {
  status: 'Status',
  took: 'Time taken',
  milliseconds: (milliseconds: number) =>
    milliseconds < 10_000 ? `${number(milliseconds)} ms` : `${number(Math.round(milliseconds / 1000))} s`,
  correlationId: 'Correlation id',
  views: { table: 'Table', readable: 'Formatted', raw: 'Raw' },
  viewLabel: 'How the answer is shown',
  text: 'The answer of the service',
  empty: 'The answer is empty.',
  copyAll: 'Copy all',
  shortened: (characters: number) =>
    `The answer has ${number(characters)} characters; only the beginning is shown. “Copy all” copies all of it.`,
  table: 'The answer as a table',
  rows: (rows: number) => counted(rows, 'row'),
  noRows: 'The answer contains an empty list.',
  copyCsv: 'Copy as CSV',
};
