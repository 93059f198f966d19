/**
 * @file In which part of the queue a submission stands: it needs a person, it is under way, or it is done. One rule for the list,
 * the line of the header, the tray and the dock, so that they all count the same. Pure.
 */

import { isAllAccepted } from './account.ts';
import type { SubmissionRow } from './contract.ts';
import { factsOf } from './states.ts';

export const queueGroups = ['needs', 'moving', 'done'] as const;
export type QueueGroup = (typeof queueGroups)[number];

type Row = Pick<
  SubmissionRow,
  'id' | 'state' | 'error' | 'account' | 'failedBatches' | 'unknownBatches' | 'doubled' | 'refusedRows'
>;

/**
 * One whose connection fails permanently needs a person, too, one of which lines are at the service twice, and one whose
 * preparation refused rows that are in no file.
 */
export function groupOf(row: Row): QueueGroup {
  const { state, error, failedBatches, unknownBatches, doubled } = row;
  if (doubled !== undefined) return 'needs';
  const { phase, needsPerson } = factsOf(state);
  if (phase === 'ended' && !needsPerson) {
    return isSettled(row) && !asksForRefused(row) ? 'done' : 'needs';
  }
  if (needsPerson || failedBatches > 0 || unknownBatches > 0) return 'needs';
  return error !== undefined && !error.retryable ? 'needs' : 'moving';
}

/** Whether it asks what becomes of the rows that its preparation refused: of its files, the first does. */
export function asksForRefused({ id, refusedRows }: Pick<Row, 'id' | 'refusedRows'>): boolean {
  return refusedRows?.first === id;
}

/** Whether every line of what has ended was accepted, or left out on purpose. */
function isSettled({ state, account }: Row): boolean {
  switch (factsOf(state).end) {
    case 'settled':
      // What is still open of it is so in its correction, which asks for a person itself.
      return true;
    case 'checked':
      return false;
    case 'given-up':
      return account === undefined || account.unknown === 0;
    default:
      return account === undefined || isAllAccepted(account);
  }
}
