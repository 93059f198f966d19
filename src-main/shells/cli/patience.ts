/** @file Decides when a command that waits for the queue has waited enough. Pure. */

import { MINUTE, SECOND } from '../../clock.ts';
import { isFinished as isBatchFinished } from '../../queue/batch.ts';
import type { QueueSituation, SubmissionView } from '../../queue/queue.ts';

/** How far a command waits: until the storage has everything, or until the service has said its last word. */
export type WaitFor = 'sent' | 'final';

/**
 * finished: nothing more to wait for · needs-person: what is left is paused or on hold · unreachable: nobody answers ·
 * stopped: the queue itself cannot go on
 */
export type WaitState = 'finished' | 'needs-person' | 'unreachable' | 'stopped' | 'wait';

/** A host that has never answered is probably the wrong one; one that has will come back. */
const PATIENCE_WITH_STRANGERS = 20 * SECOND;
const PATIENCE = 10 * MINUTE;

/** How many milliseconds a command waits while nobody answers. */
export function patience(everAnswered: boolean): number {
  return everAnswered ? PATIENCE : PATIENCE_WITH_STRANGERS;
}

/** What to do now, about these submissions in this situation of the whole queue. */
export function judge(
  views: readonly SubmissionView[],
  situation: QueueSituation,
  waitFor: WaitFor,
  now: number,
): WaitState {
  const pending = views.filter((view) => !isFinished(view, waitFor));
  // What becomes of a batch that may have arrived is news that a person should not miss.
  if (pending.length === 0) return situation.isAsking ? 'wait' : 'finished';
  const { stopped } = situation;
  if (stopped !== undefined) {
    // Somebody may make room on the disk; nothing else heals by itself.
    return stopped.error.code === 'disk.full' && now - stopped.since < PATIENCE ? 'wait' : 'stopped';
  }
  if (situation.checking > 0 || pending.some(({ submission }) => submission.stage === 'checking')) return 'wait';
  if (situation.isAsking) return 'wait';
  if (situation.open > 0 && situation.open === situation.waitingForPerson) return 'needs-person';
  if (pending.every(({ batches }) => batches.every((batch) => isBatchFinished(batch) || batch.state === 'unknown')))
    return 'needs-person';
  const { silentSince, everReached } = situation;
  if (silentSince !== undefined && now - silentSince >= patience(everReached)) return 'unreachable';
  return 'wait';
}

export function isFinished({ submission, batches }: SubmissionView, waitFor: WaitFor): boolean {
  if (submission.stage !== 'approved') return submission.stage !== 'checking';
  return batches.every(
    ({ state, report }) => (waitFor === 'sent' && state === 'processing') || isBatchFinished({ state, report }),
  );
}
