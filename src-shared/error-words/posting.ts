/** @file Errors of single transactions (§4 row 6). */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind, moment } from './wording.ts';

export const postingErrors = {
  'post.under-way': kind<{ path: string }>(
    true,
    () => message('This file is already being sent'),
    ({ path }) => ({
      detail: fact('The transactions of {path} are being sent one by one over this connection.', { path }),
      remedy: message('Wait until this has ended.'),
    }),
  ),
  'post.journal-damaged': kind<{ path: string; line: number }>(
    false,
    () => message('It is no longer known which transactions were sent'),
    ({ path, line }) => ({
      detail: fact('The journal of this file, {path}, is damaged at line {line}. Nothing was sent.', { path, line }),
      remedy: message(
        'Ask the provider which transactions of this file have arrived, and send the others as a separate file.',
      ),
    }),
  ),
  'transaction.has-errors': kind<{ errors: number }>(
    false,
    () => message('The transaction has errors'),
    ({ errors }) => ({
      detail: fact('The check found {errors, plural, one {one error} other {# errors}}, so nothing was sent.', {
        errors,
      }),
      remedy: message('Correct the transaction, or send it anyway: the service then decides.'),
    }),
  ),
  'transaction.sent-before': kind<{ outcome: 'accepted' | 'unknown'; at: string }>(
    false,
    () => message('This transaction was sent before'),
    ({ outcome, at }) => ({
      detail:
        outcome === 'accepted'
          ? fact(
              'The same transaction was sent over this connection on {at}, and the service accepted it. Nothing was sent now.',
              {
                at: moment(at),
              },
            )
          : fact(
              'The same transaction was sent over this connection on {at}, and no answer came: it may have arrived. Nothing was sent now.',
              {
                at: moment(at),
              },
            ),
      remedy: message('To send it a second time, choose “Send again…”.'),
    }),
  ),
  'transaction.unanswered': kind<{ reason: Said }>(
    false,
    () => message('It is not known whether the transaction arrived'),
    ({ reason }) => ({
      detail: fact('It was being sent, and no answer came: {reason}', { reason }),
      remedy: message('Send it again. If the first one did arrive, this one replaces it: it has the same ids.'),
    }),
  ),
};
