/**
 * @file A connection is corrected: what has never got an upload address over it goes to the right place. What has got one is
 * known to the service at the old place, so that the connection must not leave it.
 */

import type { SubmissionId } from './batch.ts';
import { decide } from './decision.ts';
import { sentBefore } from './sent-before/same-content.ts';
import type { QueueStore } from './storage/store.ts';
import { hasBegun, type Submission } from './submission.ts';
import type { TeamGate } from './team-gate.ts';
import type { Standing } from './view/standing.ts';
import { withoutApproval } from './withdrawn-approval.ts';

export interface Correction {
  connection: string;
  /** Where it leads now. */
  destination: string;
  /** Only what is bound to one of these places; by default all that is bound elsewhere. */
  from?: ReadonlySet<string>;
}

/** What a correction concerns: `opposed` are open, and known at the place that the connection would leave. */
export function planOf(
  { connection, destination, from }: Correction,
  standings: readonly Standing[],
  store: Pick<QueueStore, 'batches'>,
): { bound: SubmissionId[]; opposed: number; places: Set<string> } {
  const concerned = standings.filter(
    ({ submission }) =>
      submission.connection === connection &&
      submission.destination !== destination &&
      (from === undefined || from.has(submission.destination)),
  );
  const isKnown = ({ submission }: Standing) => hasBegun(store.batches(submission.id));
  const [known, unknown] = [concerned.filter(isKnown), concerned.filter((standing) => !isKnown(standing))];
  return {
    bound: unknown.map(({ submission }) => submission.id),
    opposed: known.filter(({ isMoving, state }) => isMoving || state === 'held').length,
    places: new Set(unknown.map(({ submission }) => submission.destination)),
  };
}

/**
 * The submission at its new place. Where a team ledger has a say, what it said was about the old one. Otherwise, if the same
 * content was sent there before, it waits until a person has looked.
 */
export function rebound(
  submission: Submission,
  destination: string,
  { store, team }: { store: QueueStore; team?: Pick<TeamGate, 'ledgerOf'> | undefined },
): Submission {
  if (submission.stage === 'approved' && team?.ledgerOf(submission) !== undefined)
    return { ...withoutApproval(submission, store.batches(submission.id)), destination };
  const moved = { ...submission, destination };
  if (moved.stage !== 'approved' && moved.stage !== 'held') return moved;
  const { check } = moved;
  const { error } = decide(moved, check, true, sentBefore(store, moved, check));
  if (error === undefined) return moved;
  return moved.stage === 'held' ? { ...moved, error } : { ...moved, paused: true, warning: error };
}
