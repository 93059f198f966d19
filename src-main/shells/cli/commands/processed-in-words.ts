/** @file What of a preparation went to the service before, in words. */

import type { ProcessedBefore, ProcessedSubmission } from '../../../../src-shared/contract.ts';
import { inWords } from '../../../../src-shared/languages/message.ts';
import { stateInWords } from '../../../../src-shared/state-words.ts';
import { counted, grouped } from '../wording.ts';

const SHOWN_SUBMISSIONS = 10;
const SHOWN_ROWS = 5;

export function processedInWords(before: ProcessedBefore): string[] {
  const { isCompared, reason = '', transactions, leftOut, submissions, uncompared, connection } = before;
  const over = connection === undefined ? 'over any connection' : `over ${connection}`;
  if (!isCompared) return [`Not compared with what went ${over} before: ${inWords(reason)}.`];
  const notCompared = uncompared === 0 ? [] : [uncomparedInWords(uncompared)];
  if (transactions === 0)
    return [
      ...notCompared,
      `${uncompared > 0 ? 'As far as it was compared, nothing' : 'Nothing'} of it went ${over} before.`,
    ];
  const rest = submissions.length - SHOWN_SUBMISSIONS;
  return [
    `${counted(transactions, 'transaction')} went ${over} before${leftOut > 0 ? ', and are left out' : ''}:`,
    ...submissions.slice(0, SHOWN_SUBMISSIONS).map((submission) => `  ${submissionInWords(submission)}`),
    ...(rest > 0 ? [`  … and with ${counted(rest, 'more submission')}`] : []),
    ...notCompared,
    ...(leftOut === 0 ? ['They would be held before they are sent; --leave-out-processed leaves them out.'] : []),
  ];
}

function uncomparedInWords(count: number): string {
  return `The modification ids of ${counted(count, 'earlier submission')} are not there any more, or cannot be read: not compared.`;
}

function submissionInWords(submission: ProcessedSubmission): string {
  const { submission: id, file, connection, at, state, transactions, first } = submission;
  const [one] = first;
  const together = first.filter(({ source, table }) => source === one?.source && table === one?.table);
  const rows = together.slice(0, SHOWN_ROWS).map(({ row }) => row);
  const place = one === undefined ? '' : [one.source, one.table].filter(Boolean).join(', ');
  const more = transactions > rows.length ? ', …' : '';
  const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  return `${grouped(transactions)} with submission ${id}, ${file} (${connection}, ${when} UTC, ${stateInWords(state)}): ${place}, ${rows.length === 1 ? 'row' : 'rows'} ${rows.join(', ')}${more}`;
}
