/** @file A submission with its batches, read from the store; needs no running queue. */

import type { Account } from '../../src-shared/account.ts';
import { AppError } from '../../src-shared/errors.ts';
import { accountOf } from './account.ts';
import type { Batch } from './batch.ts';
import type { QueueStore } from './storage/store.ts';
import { currentBatches, type Submission, type SubmissionState, submissionState } from './submission.ts';
import { type Sums, Tally } from './view/tally.ts';

/** A submission with the batches that stand for it now. */
export interface SubmissionView {
  submission: Submission;
  state: SubmissionState;
  /** What became of each of its lines, whatever corrects it; undefined until they are counted. */
  account: Account | undefined;
  /** Of these batches those that the service has processed more than once. */
  doubled: Sums['doubled'];
  batches: Batch[];
}

/** All submissions in the queue, one after the other: the batches of all would fill the memory. */
export function* submissionViews(store: Pick<QueueStore, 'eachSubmission' | 'batches'>): Generator<SubmissionView> {
  for (const submission of store.eachSubmission()) yield viewOf(submission, store.batches(submission.id));
}

/** @param batches all that were ever made of it */
export function viewOf(submission: Submission, batches: readonly Batch[]): SubmissionView {
  const current = currentBatches(batches);
  const { account, doubled } = new Tally(current).sums;
  const state = submissionState(submission, current);
  return { submission, state, account: accountOf(submission, account), doubled, batches: current };
}

type Meaning = Pick<QueueStore, 'submission' | 'batches' | 'findBatch'>;

/** By its number, or by the id of one of its batches; also one that was taken out of the queue. */
export function viewMeant(store: Meaning, id: string): SubmissionView | undefined {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : store.findBatch(id)?.submission;
  const submission = number === undefined ? undefined : store.submission(number);
  return submission && viewOf(submission, store.batches(submission.id));
}

/** As `viewMeant`. @throws AppError queue.unknown-id */
export function viewKept(store: Meaning, id: string): SubmissionView {
  const view = viewMeant(store, id);
  if (view === undefined) throw new AppError('queue.unknown-id', { id });
  return view;
}

/** As `viewMeant`, of what is in the queue. @throws AppError queue.unknown-id */
export function viewInQueue(store: Meaning, id: string): SubmissionView {
  const view = viewKept(store, id);
  if (view.submission.removedAt !== undefined) throw new AppError('queue.unknown-id', { id });
  return view;
}
