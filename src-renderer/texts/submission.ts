/** @file The texts of the page of one submission. */

import type { BatchRow, PreparedFrom, SubmissionDetails } from '../../src-shared/contract.ts';
import { differenceInWords } from '../../src-shared/control-words.ts';
import { message } from '../../src-shared/languages/message.ts';

type Control = NonNullable<SubmissionDetails['control']>;

export { happeningInWords } from '../../src-shared/history-words.ts';

export const pageTexts = {
  loading: message('Loading this submission…'),
};

export const factTexts = {
  title: message('The file'),
  sha256: 'SHA-256',
  controlDiffers: ({ figures, differences }: Control) =>
    message(
      '{differences, plural, one {# difference} other {# differences}} from {figures, plural, one {# figure} other {# figures}} of the source system, over all files of the preparation',
      { differences, figures },
    ),
  difference: differenceInWords,
  yesOrNo: (isSo: boolean) => (isSo ? message('Yes') : message('No')),
  optionsTitle: message('How it is sent'),
  daySpan: (firstDay: string, lastDay: string, count: number) => {
    const [first, last] = [Date.parse(firstDay), Date.parse(lastDay)];
    if (first === last) return message('{first, number, day}', { first });
    return message(
      '{first, number, day} to {last, number, day} ({count, plural, one {# day} other {# days}} with transactions)',
      { first, last, count },
    );
  },
};

export const timelineTexts = {
  batches: (positions: readonly number[], whole: number): string => {
    if (positions.length === whole && whole > 1) return message('All batches');
    if (positions.length === 1) return message('Batch {place, number}', { place: positions[0] ?? 0 });
    return message('Batches {places}', { places: spans(positions) });
  },
};

/** 1, 2, 3, 7 as “1–3, 7”. */
function spans(positions: readonly number[]): string {
  const parts: { from: number; to: number }[] = [];
  for (const position of positions.toSorted((one, other) => one - other)) {
    const last = parts.at(-1);
    if (last !== undefined && position <= last.to + 1) last.to = position;
    else parts.push({ from: position, to: position });
  }
  return parts.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

export const batchTexts = {
  columns: [
    message('Batch'),
    message('State'),
    message('Size'),
    message('Lines'),
    message('Attempts'),
    message('At the service', {}, { context: 'column' }),
    message('Report & receipt'),
  ] as const,
  batchId: message('Batch id'),
  reportOf: (position: number) => message('Report of the service on batch {position}', { position }),
  sent: (share: string) => message('{share} sent', { share }),
};

/** Whether the service may have something to put on a receipt. */
export const hasReceipt = ({ batchId }: BatchRow): boolean => batchId !== undefined;

export const findingTexts = {
  from: ({ source, row, column }: PreparedFrom) =>
    column === undefined
      ? message('Row {row, number} of {source}', { row, source })
      : message('Row {row, number}, column {column} of {source}', { row, column, source }),
  checking: message('The check is running. Its findings appear here.'),
  severity: { error: message('Errors'), warning: message('Warnings') },
  severityOne: { error: message('Error'), warning: message('Warning') },
  columns: { line: message('Line'), message: message('What is wrong') },
  /** Heads the numbers by which the bank knows the lines of a correction. */
  lineIn: (submission: number) => message('In submission {submission}', { submission }),
  wholeFile: message('File'),
  keys: message('Arrow keys move through the findings; the line is shown beside them.'),
  path: message('Path in the line'),
  lineText: message('The line as it is in the file'),
  gridLabel: message('Findings'),
  retry: message('Try again'),
};
