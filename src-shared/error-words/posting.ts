/** @file Errors of single transactions (§4 row 6). */

import { kind } from './wording.ts';

export const postingErrors = {
  'post.under-way': kind<{ path: string }>(true, 'This file is being sent already', ({ path }) => ({
    detail: `The transactions of ${path} are being sent one by one over this connection.`,
    remedy: 'Wait until that has ended.',
  })),
  'post.journal-damaged': kind<{ path: string; line: number }>(
    false,
    'Which transactions were sent is no longer known',
    ({ path, line }) => ({
      detail: `${path}, in which Tranship notes what it sends of this file, is damaged at line ${line}. Nothing was sent.`,
      remedy:
        'Ask the provider which transactions of this file have arrived, and send the others as a file of their own.',
    }),
  ),
  'transaction.has-errors': kind<{ errors: number }>(false, 'The transaction has errors', ({ errors }) => ({
    detail: `The check found ${errors === 1 ? 'one error' : `${errors} errors`}, so nothing was sent.`,
    remedy: 'Correct the transaction, or send it all the same: the service will then decide.',
  })),
  'transaction.unanswered': kind<{ reason: string }>(
    false,
    'Nobody can say whether the transaction arrived',
    ({ reason }) => ({
      detail: `It was on its way when the answer was lost: ${reason}`,
      remedy: 'Send it again. If the first one did arrive, this one takes its place: it has the same ids.',
    }),
  ),
};
