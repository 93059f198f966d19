/** @file Which submissions went to the same destination before with the same content or totals. */

import { isSurelyRejected } from './batch-outcome.ts';
import type { QueueStore } from './storage/store.ts';
import { type ApprovedSubmission, type CheckResult, currentBatches, type Submission, wasSent } from './submission.ts';

/**
 * Other submissions to the same destination with the same content or totals, of which bytes have gone out. Not the one that
 * it corrects: of that, it has only what the service has not taken.
 */
export function sentBefore(
  store: Pick<QueueStore, 'submissionsAlike' | 'batches'>,
  { id, destination, corrects }: Pick<Submission, 'id' | 'destination' | 'corrects'>,
  check: CheckResult,
): ApprovedSubmission[] {
  return store
    .submissionsAlike(check)
    .filter((other) => other.stage === 'approved')
    .filter((other) => other.id !== id && other.id !== corrects && other.destination === destination)
    .filter((other) => {
      const batches = store.batches(other.id);
      // What the service has rejected may go again.
      return wasSent(batches) && !currentBatches(batches).every(isSurelyRejected);
    });
}
