/** @file Errors of single transactions (§4 row 6). */

import { kind } from './wording.ts';

export const postingErrors = {
  'post.under-way': kind<{ path: string }>(true, 'This file is already being sent', ({ path }) => ({
    detail: `The transactions of ${path} are being sent one by one over this connection.`,
    remedy: 'Wait until this has ended.',
  })),
  'post.journal-damaged': kind<{ path: string; line: number }>(
    false,
    'It is no longer known which transactions were sent',
    ({ path, line }) => ({
      detail: `The journal of this file, ${path}, is damaged at line ${line}. Nothing was sent.`,
      remedy: 'Ask the provider which transactions of this file have arrived, and send the others as a separate file.',
    }),
  ),
  'transaction.has-errors': kind<{ errors: number }>(false, 'The transaction has errors', ({ errors }) => ({
    detail: `The check found ${errors === 1 ? 'one error' : `${errors} errors`}, so nothing was sent.`,
    remedy: 'Correct the transaction, or send it anyway: the service then decides.',
  })),
  'transaction.unanswered': kind<{ reason: string }>(
    false,
    'It is not known whether the transaction arrived',
    ({ reason }) => ({
      detail: `It was being sent, and no answer came: ${reason}`,
      remedy: 'Send it again. If the first one did arrive, this one replaces it: it has the same ids.',
    }),
  ),
};
