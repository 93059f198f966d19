/**
 * @file Where each submission in the queue stands, kept in memory: of what has ended only the sums, so that ten thousand
 * submissions are listed at once; of what is open its batches.
 */

import { AppError } from '../../../src-shared/errors.ts';
import type { Batch, SubmissionId } from '../batch.ts';
import { type EndedSums, sumsOfEnded } from '../storage/standing-document.ts';
import type { QueueStore } from '../storage/store.ts';
import type { Submission, SubmissionSummary } from '../submission.ts';
import { type Standing, standingBy, summaryOf } from './standing.ts';
import { type Sums, Tally } from './tally.ts';

type Stored = Pick<QueueStore, 'batches' | 'standings'>;

interface Kept {
  submission: SubmissionSummary;
  /** While it is open its batches, afterwards only what they add up to. */
  batches: Tally | Sums;
  /** What was made of both; undefined once either has changed. */
  standing?: Standing | undefined;
}

export class Standings {
  readonly #store: Stored;
  readonly #kept = new Map<SubmissionId, Kept>();

  /** Takes over what is stored. */
  constructor(store: Stored) {
    this.#store = store;
    this.reload();
  }

  /** Takes over what is stored instead of what was noted. */
  reload(): void {
    this.#kept.clear();
    for (const { submission, sums } of this.#store.standings()) {
      const isKnown = sums !== undefined && !mayLackDoubled(submission, sums);
      this.#kept.set(submission.id, { submission, batches: isKnown ? sumsOfEnded(sums) : this.#read(submission.id) });
    }
  }

  /** In the order in which the submissions were added. */
  all(): Standing[] {
    return [...this.#kept.keys()].map((id) => this.of(id));
  }

  /** Those whose files are shared with a team, in the order in which they were added. */
  shared(): SubmissionId[] {
    return [...this.#kept.values()].flatMap(({ submission: { id, team } }) => (team === undefined ? [] : [id]));
  }

  has(id: SubmissionId): boolean {
    return this.#kept.has(id);
  }

  /** @throws AppError queue.unknown-id */
  of(id: SubmissionId): Standing {
    const kept = this.#kept.get(id);
    if (kept === undefined) throw new AppError('queue.unknown-id', { id: String(id) });
    if (kept.standing === undefined) {
      const sums = kept.batches instanceof Tally ? kept.batches.sums : kept.batches;
      kept.standing = standingBy(kept.submission, sums);
      if (sums.open === 0) kept.batches = sums;
    }
    return kept.standing;
  }

  /** Every batch that still has a next step. */
  openBatches(): Batch[] {
    return [...this.#kept.keys()].flatMap((id) => this.openBatchesOf(id));
  }

  openBatchesOf(id: SubmissionId): Batch[] {
    const batches = this.#kept.get(id)?.batches;
    return batches instanceof Tally ? [...batches.openBatches()] : [];
  }

  /** Takes over a submission as it has just been stored. */
  noteSubmission(submission: Submission): void {
    const { id } = submission;
    if (submission.removedAt !== undefined) {
      this.#kept.delete(id);
      return;
    }
    // Without an approval there are no batches any more.
    const known = submission.stage === 'approved' ? this.#kept.get(id) : undefined;
    const batches = known?.batches ?? new Tally();
    this.#kept.set(id, { submission: summaryOf(submission), batches });
  }

  /** Takes over a batch as it has just been stored. */
  noteBatch(batch: Batch): void {
    const kept = this.#kept.get(batch.submission);
    if (kept === undefined) return;
    if (!(kept.batches instanceof Tally)) kept.batches = this.#read(batch.submission);
    kept.batches.put(batch);
    kept.standing = undefined;
  }

  #read(id: SubmissionId): Tally {
    return new Tally(this.#store.batches(id));
  }
}

/** What an earlier Tranship has stored does not say whether the batch that arrived after all was processed twice. */
function mayLackDoubled({ warning }: SubmissionSummary, { doubled }: EndedSums): boolean {
  return doubled === undefined && warning?.code === 'batch.arrived-after-all';
}
