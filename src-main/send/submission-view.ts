/** @file A submission with its batches, read from the store; needs no running queue. */

import type { Batch } from './batch.ts';
import type { QueueStore } from './storage/store.ts';
import { currentBatches, type Submission, type SubmissionState, submissionState } from './submission.ts';

/** A submission with the batches that stand for it now. */
export interface SubmissionView {
  submission: Submission;
  state: SubmissionState;
  batches: Batch[];
}

/** All submissions in the queue, as the command line shows them. */
export function submissionViews(store: QueueStore): SubmissionView[] {
  const batches = Map.groupBy(store.batches(), (batch) => batch.submission);
  return store.submissions().map((submission) => viewOf(submission, batches.get(submission.id) ?? []));
}

/** @param batches all that were ever made of it */
export function viewOf(submission: Submission, batches: readonly Batch[]): SubmissionView {
  const current = currentBatches(batches);
  return { submission, state: submissionState(submission, current), batches: current };
}
