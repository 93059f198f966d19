/**
 * @file An approval that does not count any more: it names a content and a place, and the word of a team ledger on both. Where
 * either is another one, and nothing of the file has begun to go, it is checked and decided upon as if it had just been added.
 */

import type { Clock } from '../ground/clock.ts';
import type { Batch } from './batch.ts';
import type { Accept } from './queue-change.ts';
import { teamFileOf } from './shared-batches.ts';
import type { QueueStore } from './storage/store.ts';
import {
  type ApprovedSubmission,
  type CancelledSubmission,
  type CheckingSubmission,
  hasBegun,
  recheck,
  type Submission,
} from './submission.ts';
import type { TeamGate } from './team-gate.ts';
import { isOpen } from './view/standing.ts';

/** As it is without its approval: what is still to be sent is checked, all else only once a person tries it again. */
export function withoutApproval(
  submission: ApprovedSubmission,
  batches: readonly Batch[],
): CheckingSubmission | CancelledSubmission {
  const again = toBeDecided(submission);
  return batches.some(isOpen) ? again : { ...again, stage: 'cancelled', check: submission.check };
}

/** As it is without its approval, on its way to the next one. */
export function toBeDecided(submission: ApprovedSubmission): CheckingSubmission {
  const { paused, team } = submission;
  // What the team may have got of it by then is another file than this one.
  return { ...recheck(submission), paused, ...teamFileOf({ forTeam: team !== undefined }) };
}

/** What was approved without the word that it needs by now is decided upon as if it had just been added. */
export function decideAgain(
  submission: ApprovedSubmission,
  kind: 'held' | 'retried',
  { store, clock, accept }: { store: Pick<QueueStore, 'withdrawApproval'>; clock: Clock; accept: Accept },
): Submission {
  const again = toBeDecided(submission);
  store.withdrawApproval(again, { at: clock.now(), kind });
  accept(again, [], 'retried');
  return again;
}

/** Whether it was approved without the word of the ledger that it needs by now, and can still be kept back. */
export function lacksWord(
  submission: Submission,
  store: Pick<QueueStore, 'batches'>,
  team: Pick<TeamGate, 'ledgerOf'> | undefined,
): submission is ApprovedSubmission {
  if (submission.stage !== 'approved' || submission.ledger !== undefined) return false;
  return team?.ledgerOf(submission) !== undefined && !hasBegun(store.batches(submission.id));
}
