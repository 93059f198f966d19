/** @file What is in the queue: its submissions and where they stand, from memory where it is open, else from the store. */

import { AppError } from '../../src-shared/errors.ts';
import type { Batch, SubmissionId } from './batch.ts';
import type { QueueStore } from './storage/store.ts';
import type { Submission } from './submission.ts';
import { type SubmissionView, viewKept, viewOf } from './submission-view.ts';
import type { Standing } from './view/standing.ts';
import { Standings } from './view/standings.ts';

export class Contents {
  readonly #store: QueueStore;
  readonly #standings: Standings;
  /** Those that are open, or were of interest in this run; the others stay in the store. */
  readonly #submissions = new Map<SubmissionId, Submission>();

  /** Takes over what is stored. */
  constructor(store: QueueStore) {
    this.#store = store;
    this.#standings = new Standings(store);
  }

  /** Takes over what is stored instead of what is known here. */
  reload(): void {
    this.#submissions.clear();
    this.#standings.reload();
  }

  has(id: SubmissionId): boolean {
    return this.#standings.has(id);
  }

  /** In the order in which the submissions were added. */
  standings(): Standing[] {
    return this.#standings.all();
  }

  /** @throws AppError queue.unknown-id */
  standing(id: SubmissionId): Standing {
    return this.#standings.of(id);
  }

  /** Every batch that still has a next step. */
  openBatches(): Batch[] {
    return this.#standings.openBatches();
  }

  /** Those whose files are shared with a team. Asked every few seconds while there is a ledger, so nothing is read for the others. */
  shared(): Submission[] {
    return this.#standings.shared().map((id) => this.submission(id));
  }

  /** Also one that was removed. @throws AppError queue.unknown-id */
  submission(id: SubmissionId): Submission {
    const submission = this.#submissions.get(id) ?? this.#store.submission(id);
    if (submission === undefined) throw new AppError('queue.unknown-id', { id: String(id) });
    if (submission.removedAt === undefined) this.#submissions.set(id, submission);
    return submission;
  }

  /** @throws AppError queue.unknown-id, also for one that was removed */
  submissionInQueue(id: SubmissionId): Submission {
    if (!this.has(id)) throw new AppError('queue.unknown-id', { id: String(id) });
    return this.submission(id);
  }

  /** With what is not stored of batches: that they are due earlier. @throws AppError queue.unknown-id */
  view(id: SubmissionId): SubmissionView {
    const now = new Map(this.#standings.openBatchesOf(id).map((batch) => [batch.number, batch]));
    const batches = this.#store.batches(id).map((batch) => now.get(batch.number) ?? batch);
    return viewOf(this.submissionInQueue(id), batches);
  }

  /** @throws AppError queue.unknown-id */
  findRemoved(id: string): SubmissionView {
    return viewKept(this.#store, id);
  }

  /** Takes over a submission as it has just been stored. */
  noteSubmission(submission: Submission): void {
    if (submission.removedAt === undefined) this.#submissions.set(submission.id, submission);
    else this.#submissions.delete(submission.id);
    this.#standings.noteSubmission(submission);
  }

  /** Takes over a batch as it has just been stored. */
  noteBatch(batch: Batch): void {
    this.#standings.noteBatch(batch);
  }
}
