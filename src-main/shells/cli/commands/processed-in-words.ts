/** @file What of a preparation went to the service before, in words. */

import type { ProcessedBefore, ProcessedSubmission } from '../../../../src-shared/contract.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { stateInWords } from '../../../../src-shared/state-words.ts';
import { counted } from '../wording.ts';

const SHOWN_SUBMISSIONS = 10;
const SHOWN_ROWS = 5;

export function processedInWords(before: ProcessedBefore): string[] {
  const { isCompared, reason = '', transactions, leftOut, submissions, uncompared, connection } = before;
  const over = connection === undefined ? message('over any connection') : message('over {connection}', { connection });
  if (!isCompared) return [message('Not compared with what went {over} before: {reason}.', { over, reason })];
  const notCompared = uncompared === 0 ? [] : [uncomparedInWords(uncompared)];
  if (transactions === 0)
    return [
      ...notCompared,
      uncompared > 0
        ? message('As far as it was compared, nothing of it went {over} before.', { over })
        : message('Nothing of it went {over} before.', { over }),
    ];
  const went = counted(transactions, 'transaction');
  const rest = submissions.length - SHOWN_SUBMISSIONS;
  return [
    leftOut > 0
      ? message('{transactions} went {over} before, and are left out:', { transactions: went, over })
      : message('{transactions} went {over} before:', { transactions: went, over }),
    ...submissions.slice(0, SHOWN_SUBMISSIONS).map((submission) => `  ${submissionInWords(submission)}`),
    ...(rest > 0
      ? [`  ${message('… and with {submissions}', { submissions: counted(rest, 'more submission') })}`]
      : []),
    ...notCompared,
    ...(leftOut === 0
      ? [message('They would be held before they are sent; --leave-out-processed leaves them out.')]
      : []),
  ];
}

function uncomparedInWords(count: number): string {
  return message('The modification ids of {submissions} are not there any more, or cannot be read: not compared.', {
    submissions: counted(count, 'earlier submission'),
  });
}

function submissionInWords(submission: ProcessedSubmission): string {
  const { submission: id, file, connection, at, state, transactions, first } = submission;
  const [one] = first;
  const together = first.filter(({ source, table }) => source === one?.source && table === one?.table);
  const rows = together.slice(0, SHOWN_ROWS).map(({ row }) => row);
  const place = one === undefined ? '' : [one.source, one.table].filter(Boolean).join(', ');
  const more = transactions > rows.length ? ', …' : '';
  const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  return message(
    '{transactions, number} with submission {id}, {file} ({connection}, {when} UTC, {state}): {place}, {count, plural, one {row} other {rows}} {rows}',
    {
      ...{
        transactions,
        id: String(id),
        file,
        connection,
        when,
        state: stateInWords(state),
        place,
        count: rows.length,
      },
      rows: `${rows.join(', ')}${more}`,
    },
  );
}
