/** @file Errors of submissions: files that were sent before, and those that wait for a person. */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { type ErrorParams, kind, moment } from './wording.ts';

interface SentIds extends ErrorParams {
  lines: number;
  transactions: number;
  path: string;
  id: number;
  at: string;
  user: string;
  /** The state of most of the batches that they were in. */
  state: string;
  /** Further files with some of the ids. */
  others: number;
}

interface SentContent extends ErrorParams {
  path: string;
  at: string;
  id: number;
  /** Whether what became of any of it is open; earlier versions did not say. */
  isOpen: 'yes' | 'no';
}

/** What another desk announced in the team ledger. */
interface SentElsewhere extends ErrorParams {
  /** Its number in the ledger. */
  sending: number;
  path: string;
  person: string;
  desk: string;
  at: string;
}

export const submissionErrors = {
  'submission.sent-before': kind<SentContent>(
    false,
    () => message('This file has been sent before'),
    ({ path, at, id, isOpen }) => ({
      detail:
        isOpen === 'yes'
          ? fact(
              'The same content was sent over this connection as submission {id} ({path}, added {at}). It is not known yet, or not known at all, which of its lines were accepted.',
              { id, path, at: moment(at) },
            )
          : fact('The same content was sent over this connection as submission {id} ({path}, added {at}).', {
              id,
              path,
              at: moment(at),
            }),
      remedy: message('Send it again only if you mean to, and say why: the reason is kept in the history.'),
    }),
  ),
  'submission.sent-since': kind<{ id: number; by: number }>(
    false,
    () => message('The same content has been sent since'),
    ({ id, by }) => ({
      detail: fact(
        'After the submission {id} had ended, the same content went over this connection as submission {by}. Trying it again would send it twice.',
        { id, by },
      ),
      remedy: message('If you mean to, add the file again and say why: the reason is kept in the history.'),
    }),
  ),
  'submission.ids-sent-before': kind<SentIds>(
    false,
    () => message('Transactions of this file have been sent before'),
    ({ lines, transactions, path, id, at, user, state, others }) => ({
      detail: fact(
        '{lines, number} of {transactions, plural, one {# transaction} other {# transactions}} {lines, plural, one {was} other {were}} sent over this connection already, with {path} (submission {id}, {at}{person, select, unknown {} other {, by {user}}}; {state, select, processed {processed} processing {at the service} rejected {partly rejected} unknown {perhaps arrived} failed {perhaps arrived} cancelled {perhaps arrived} waiting {about to be sent} other {sent}}){others, plural, =0 {} one {, and with # more file} other {, and with # more files}}. The modification ids are the same.',
        {
          lines,
          transactions,
          path,
          id,
          at: moment(at),
          person: user === '' ? 'unknown' : 'known',
          user,
          state,
          others,
        },
      ),
      remedy: message('Send them again only if you mean to, and say why: the reason is kept in the history.'),
    }),
  ),
  'submission.ids-missing': kind<{ reason: Said }>(
    false,
    () => message('Tranship cannot say whether transactions of this file were sent before'),
    ({ reason }) => ({
      detail: fact(
        'Other files went over this connection, and the modification ids of this one could not be kept to compare them. {reason}',
        { reason },
      ),
      remedy: message(
        'Let Tranship write in its data folder, then cancel the file and try it again: it is checked and compared. Or send it as it is, and say why: the reason is kept in the history.',
      ),
    }),
  ),
  'submission.older-than-folder': kind<{ changedAt: string; confirmedAt: string }>(
    false,
    () => message('This file may have been sent before this data folder was put back'),
    ({ changedAt, confirmedAt }) => ({
      detail: fact(
        'This data folder was put back or copied, and a person confirmed it, {confirmedAt}. It does not know all that was sent until then. The file is older: it was last changed {changedAt}.',
        { changedAt: moment(changedAt), confirmedAt: moment(confirmedAt) },
      ),
      remedy: message(
        'Look in the reports of the service, or ask the provider, whether it has this file. Send it only if not, and say why: the reason is kept in the history.',
      ),
    }),
  ),
  'submission.sent-by-team': kind<SentElsewhere>(
    false,
    () => message('Another desk has sent this file'),
    ({ path, person, desk, at }) => ({
      detail: fact('{person} at {desk} sent the same content to the same place, {at} ({path}).', {
        path,
        person,
        desk,
        at: moment(at),
      }),
      remedy: message('Send it again only if you mean to, and say why: the reason is kept in the history.'),
    }),
  ),
  'submission.ids-sent-by-team': kind<SentElsewhere & { lines: number; transactions: number; others: number }>(
    false,
    () => message('Another desk has sent transactions of this file'),
    ({ lines, transactions, path, person, desk, at, others }) => ({
      detail: fact(
        '{lines, number} of {transactions, plural, one {# transaction} other {# transactions}} {lines, plural, one {was} other {were}} sent to the same place already, by {person} at {desk} with {path}, {at}{others, plural, =0 {} one {, and with # more file} other {, and with # more files}}. The modification ids are the same.',
        { lines, transactions, path, person, desk, at: moment(at), others },
      ),
      remedy: message('Send them again only if you mean to, and say why: the reason is kept in the history.'),
    }),
  ),
  'submission.resembles-team': kind<SentElsewhere>(
    false,
    () => message('This file resembles one that another desk has sent'),
    ({ path, person, desk, at }) => ({
      detail: fact(
        'It has the same number of transactions, sums and days as what {person} at {desk} sent, {at} ({path}).',
        { path, person, desk, at: moment(at) },
      ),
      remedy: message('Check that it is not the same export again. Tranship sends it without waiting.'),
    }),
  ),
  'submission.not-released': kind(
    false,
    () => message('Another person has to release this file in the team ledger'),
    () => ({
      detail: fact(
        'Your organisation sends only what another person has released, and this content has no release for this destination.',
      ),
      remedy: message('Offer it for release. Once it is released, Tranship sends it by itself.'),
      remedyInTerminal: message(
        'Offer it with “tranship team offer FILE --connection NAME --reason TEXT”. Once it is released, “tranship work” sends it.',
      ),
    }),
  ),
  'submission.not-compared': kind<{ files: number }>(
    false,
    () => message('Earlier files could not be compared with this one'),
    ({ files }) => ({
      detail: fact(
        'The indexes of modification ids of {files, plural, one {# file} other {# files}} that went over this connection are damaged, or were made with another key.',
        { files },
      ),
      remedy: message('Check that this is not an export that was sent before. Tranship sends it without waiting.'),
      remedyInTerminal: message(
        'Check that this is not an export that was sent before. Tranship sends it without waiting. Indexes that were made with TRANSHIP_PASSPHRASE set are compared only while it is set.',
      ),
    }),
  ),
  'submission.ids-not-kept': kind<{ reason: Said }>(
    false,
    () => message('The modification ids of this file are not kept'),
    ({ reason }) => ({
      detail: fact('Its index could not be written, so it was not compared with what was sent before. {reason}', {
        reason,
      }),
      remedy: message('Check that this is not an export that was sent before. Tranship sends it without waiting.'),
    }),
  ),
  'submission.no-reason': kind(
    false,
    () => message('A reason is missing'),
    () => ({
      detail: fact('This file has errors, or has been sent before. Tranship sends it only with a reason.'),
      remedy: message('Say in a few words why it is sent. The history keeps it for the auditor.'),
    }),
  ),
  'submission.awaits-release': kind<{ folder: string; warnings: number }>(
    false,
    () => message('A person has to release this file'),
    ({ folder, warnings }) => ({
      detail:
        warnings === 0
          ? fact('It comes from the watched folder {folder}, and is sent once a person has released it.', { folder })
          : fact(
              'It comes from the watched folder {folder}. The check found {warnings, plural, one {# warning} other {# warnings}}, so it is not released by itself.',
              { folder, warnings },
            ),
      remedy: message('Look at it, then send it, or cancel it.'),
      remedyInTerminal: message('Look at it, then release it with “tranship queue approve ID”, or cancel it.'),
    }),
  ),
  'submission.awaits-confirmation': kind<{ connection: string }>(
    false,
    () => message('A person has to confirm this file'),
    ({ connection }) => ({
      detail: fact('It goes to Production over “{connection}”, and is sent once a person has seen what is in it.', {
        connection,
      }),
      remedy: message('Look at its figures, then send it, or cancel it.'),
      remedyInTerminal: message('Look at its figures, then send it with “tranship queue approve ID”, or cancel it.'),
    }),
  ),
  'submission.not-confirmed': kind<{ connection: string }>(
    false,
    () => message('The name of the connection is missing'),
    ({ connection }) => ({
      detail: fact(
        'Your organisation wants the name of the connection typed before a file goes to Production: “{connection}”.',
        { connection },
      ),
      remedy: message('Type the name of the connection as it is written there.'),
      remedyInTerminal: message('Add --confirm with the name of the connection to “tranship queue approve”.'),
    }),
  ),
  'submission.resembles': kind<{ path: string; at: string; id: number }>(
    false,
    () => message('This file resembles one that was sent before'),
    ({ path, at, id }) => ({
      detail: fact('It has the same number of transactions, sums and days as submission {id} ({path}, added {at}).', {
        id,
        path,
        at: moment(at),
      }),
      remedy: message('Check that it is not the same export again. Tranship sends it without waiting.'),
    }),
  ),
};
