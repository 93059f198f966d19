/**
 * @file Where each submission in the queue stands, kept in memory: of what has ended only the sums, so that ten thousand
 * submissions are listed at once; of what is open its batches.
 */

import { AppError } from '../../src-shared/errors.ts';
import type { Batch, BatchNumber, SubmissionId } from './batch.ts';
import { isOpen, type Standing, standingBySums, standingOf, standingUnder, summaryOf } from './standing.ts';
import type { QueueStore } from './storage/store.ts';
import { currentBatches, type Submission, type SubmissionSummary } from './submission.ts';

type Stored = Pick<QueueStore, 'batches' | 'submissionSummaries' | 'batchSums'>;

export class Standings {
  readonly #store: Stored;
  readonly #standings = new Map<SubmissionId, Standing>();
  /** Of submissions that are open: all their batches, replaced ones included. */
  readonly #batches = new Map<SubmissionId, Map<BatchNumber, Batch>>();
  /** Submissions whose batches have changed since somebody last asked where they stand. */
  readonly #outdated = new Set<SubmissionId>();

  /** Takes over what is stored. */
  constructor(store: Stored) {
    this.#store = store;
    this.reload();
  }

  /** Takes over what is stored instead of what was noted. */
  reload(): void {
    for (const known of [this.#standings, this.#batches, this.#outdated]) known.clear();
    const sums = this.#store.batchSums();
    for (const submission of this.#store.submissionSummaries()) {
      const sum = sums.get(submission.id);
      if (sum === undefined || sum.open === 0) this.#standings.set(submission.id, standingBySums(submission, sum));
      else this.#load(submission);
    }
  }

  /** In the order in which the submissions were added. */
  all(): Standing[] {
    return [...this.#standings.keys()].map((id) => this.of(id));
  }

  has(id: SubmissionId): boolean {
    return this.#standings.has(id);
  }

  /** @throws AppError queue.unknown-id */
  of(id: SubmissionId): Standing {
    const standing = this.#standings.get(id);
    if (standing === undefined) throw new AppError('queue.unknown-id', { id: String(id) });
    if (!this.#outdated.delete(id)) return standing;
    const batches = [...(this.#batches.get(id)?.values() ?? [])];
    const current = standingOf(standing.submission, currentBatches(batches));
    this.#standings.set(id, current);
    if (!batches.some(isOpen)) this.#batches.delete(id);
    return current;
  }

  /** Every batch that still has a next step. */
  openBatches(): Batch[] {
    return [...this.#batches.values()].flatMap((batches) => [...batches.values()].filter(isOpen));
  }

  /** Takes over a submission as it has just been stored. */
  noteSubmission(submission: Submission): void {
    const { id } = submission;
    if (submission.removedAt !== undefined) {
      this.#standings.delete(id);
      this.#batches.delete(id);
      this.#outdated.delete(id);
      return;
    }
    const known = this.#standings.get(id);
    const summary = summaryOf(submission);
    this.#standings.set(id, known === undefined ? standingOf(summary, []) : standingUnder(summary, known));
    if (this.#batches.has(id)) this.#outdated.add(id);
  }

  /** Takes over a batch as it has just been stored. */
  noteBatch(batch: Batch): void {
    const { submission: id } = batch;
    const standing = this.#standings.get(id);
    if (standing === undefined) return;
    if (!this.#batches.has(id)) this.#load(standing.submission);
    this.#batches.get(id)?.set(batch.number, batch);
    this.#outdated.add(id);
  }

  #load(submission: SubmissionSummary): void {
    const batches = this.#store.batches(submission.id);
    this.#batches.set(submission.id, new Map(batches.map((batch) => [batch.number, batch])));
    this.#standings.set(submission.id, standingOf(submission, currentBatches(batches)));
  }
}
