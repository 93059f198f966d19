/**
 * @file The store: submissions, their batches and the history; through it, everything else in the queue's database. Each
 * method that writes is one transaction.
 */

import type { WrittenKind } from '../../../src-shared/history.ts';
import type { LineSet } from '../../ground/line-set.ts';
import { Statements } from '../../ground/prepared-statements.ts';
import type { RequestLedger } from '../../wire/service/rate-limits.ts';
import { type Batch, batchSchema, newBatch, type SubmissionId } from '../batch.ts';
import { detailOfNew } from '../batch-history.ts';
import {
  type ApprovedSubmission,
  type ByteRange,
  type Submission,
  submissionSchema,
  type UnnumberedSubmission,
} from '../submission.ts';
import { ChangedSubmissions } from './changed-submissions.ts';
import { CorrectionTurns } from './correction-turns.ts';
import { StoredCustomerData } from './customer-data.ts';
import { guarded, inTransaction } from './database.ts';
import type { Occasion } from './history.ts';
import { LineEdits } from './line-edits.ts';
import { QueueReading, type StoreOptions } from './reading.ts';
import { hasRoom } from './room.ts';
import { type DayOfControl, digestOfDay, StoredControl } from './stored-control.ts';
import { StoredLedger } from './stored-ledger.ts';

export type { HistoryEvent, Occasion } from './history.ts';

export class QueueStore extends QueueReading {
  readonly #statements: Statements;
  readonly #control: StoredControl;
  #onRecorded: ((kinds: readonly WrittenKind[]) => void) | undefined;
  /** The times of our requests, so that the limits of §8 hold across restarts. */
  readonly ledger: RequestLedger;
  /** What the core systems say, to be compared. */
  readonly control: Pick<StoredControl, 'all'>;
  /** What a person corrected by hand in the lines of checked files. */
  readonly lineEdits: LineEdits;
  /** What they have decided about the faults of such a file. */
  readonly correctionTurns: CorrectionTurns;
  /** What is purged once it is no longer needed. */
  readonly customerData: StoredCustomerData;

  constructor(folder: string, options: StoreOptions = {}) {
    super(folder, options);
    const { database, path } = this;
    this.#statements = Statements.of(database);
    this.ledger = new StoredLedger(database, path);
    this.#control = new StoredControl(database, path);
    this.control = this.#control;
    this.lineEdits = new LineEdits(database, path);
    this.correctionTurns = new CorrectionTurns(database, path);
    this.customerData = new StoredCustomerData(database, path);
  }

  close(): void {
    this.database.close();
  }

  /** Notices which submissions change from now on. */
  watchSubmissions(): ChangedSubmissions {
    return new ChangedSubmissions(this.database, this.path);
  }

  /** Stores everything that `work` stores in one transaction: thousands of changes then wait for the disk once. */
  together<Result>(work: () => Result): Result {
    return this.#write(work);
  }

  addSubmission(submission: UnnumberedSubmission, occasion: Occasion): Submission {
    return this.#write(() => {
      const { lastInsertRowid } = this.#statements
        .get('INSERT INTO submissions (document) VALUES (?)')
        .run(JSON.stringify(submission));
      const stored = submissionSchema.parse({ ...submission, id: Number(lastInsertRowid) });
      this.events.add(stored.id, undefined, occasion);
      return stored;
    });
  }

  saveSubmission(submission: Submission, occasion: Occasion): void {
    this.#write(() => {
      this.#putSubmission(submission);
      this.events.add(submission.id, undefined, occasion);
    });
  }

  /** Stores an approved submission and one waiting batch for each of its ranges, all at once. */
  approve(submission: ApprovedSubmission, ranges: readonly ByteRange[], occasion: Occasion): Batch[] {
    return this.#write(() => {
      this.#putSubmission(submission);
      this.events.add(submission.id, undefined, occasion);
      const { ingestValid } = submission.options;
      return ranges.map((range) => this.#insertBatch(submission.id, { ...range, ingestValid }));
    });
  }

  /** Stores a submission whose approval does not count any more. Its batches, of which nothing has begun, are gone with it. */
  withdrawApproval(submission: Exclude<Submission, ApprovedSubmission>, occasion: Occasion): void {
    this.#write(() => {
      this.#putSubmission(submission);
      this.database.prepare('DELETE FROM batches WHERE submission = ?').run(submission.id);
      const { stage, paused, team } = submission;
      const detail = { ...occasion.detail, unapproved: true, stage, paused, team: team?.file };
      this.events.add(submission.id, undefined, { ...occasion, detail });
    });
  }

  /**
   * Adds a batch for the range of one that ended without success. The ended batch keeps its state; the new one takes
   * over the ids that it watched, and the rest of the inheritance.
   */
  replaceBatch(ended: Batch, inheritance: Partial<Batch>, occasion: Occasion): Batch {
    return this.#write(() => {
      this.#putBatch({ ...ended, watched: [] });
      this.database.prepare('UPDATE batches SET batch_id = NULL WHERE number = ?').run(ended.number);
      const fresh = this.#insertBatch(ended.submission, ended, inheritance);
      this.events.add(ended.submission, fresh.number, {
        ...occasion,
        detail: { ...detailOfNew(fresh), ...occasion.detail },
      });
      return fresh;
    });
  }

  /** Adds a batch to what was approved before. */
  addBatch(submission: ApprovedSubmission, range: ByteRange, more: Partial<Batch>, occasion: Occasion): Batch {
    return this.#write(() => {
      const batch = this.#insertBatch(submission.id, { ...range, ingestValid: submission.options.ingestValid }, more);
      this.events.add(batch.submission, batch.number, {
        ...occasion,
        detail: { ...detailOfNew(batch), ...occasion.detail },
      });
      return batch;
    });
  }

  /** Stores a batch, with the lines that its report has named. Without an occasion, the history records nothing. */
  saveBatch(batch: Batch, occasion: Occasion | undefined, named?: LineSet): void {
    this.#write(() => {
      this.#putBatch(batch);
      if (named !== undefined) this.lines.saveNamed(batch.number, named);
      if (occasion === undefined) return;
      const sealed = named === undefined ? {} : { namedLines: named.digest() };
      this.events.add(batch.submission, batch.number, { ...occasion, detail: { ...occasion.detail, ...sealed } });
    });
  }

  /** Whether the disk has room for the queue again after it was full. */
  hasRoom(): boolean {
    return hasRoom(this.database, this.path);
  }

  /** Calls `listener` with the kinds of what was recorded, once that is on the disk. It must not throw. */
  onRecorded(listener: (kinds: readonly WrittenKind[]) => void): void {
    this.#onRecorded = listener;
  }

  /** Records what concerns the queue as a whole. */
  record(occasion: Occasion): void {
    this.#write(() => this.events.add(0, undefined, occasion));
  }

  /** Keeps what a core system says of some days, and records that it was entered, or taken back. */
  saveControl(days: readonly DayOfControl[], occasion: Occasion): void {
    this.#write(() => {
      for (const day of days) this.#control.save(day);
      const figures = Object.fromEntries(days.map((day) => [day.day, digestOfDay(day)]));
      this.events.add(0, undefined, { ...occasion, detail: { ...occasion.detail, figures } });
    });
  }

  #write<Result>(work: () => Result): Result {
    const result = guarded(this.path, () => inTransaction(this.database, work));
    if (!this.database.isTransaction) {
      const kinds = this.events.takeAdded();
      if (kinds.length > 0) this.#onRecorded?.(kinds);
    }
    return result;
  }

  #putSubmission(submission: Submission): void {
    this.#statements
      .get('UPDATE submissions SET document = ? WHERE id = ?')
      .run(JSON.stringify(submission), submission.id);
  }

  #insertBatch(
    submission: SubmissionId,
    content: ByteRange & Pick<Batch, 'ingestValid'>,
    inheritance: Partial<Batch> = {},
  ): Batch {
    const insert = this.#statements.get("INSERT INTO batches (submission, document) VALUES (?, '{}')");
    const number = batchSchema.shape.number.parse(Number(insert.run(submission).lastInsertRowid));
    const batch = { ...newBatch(number, submission, content), ...inheritance };
    this.#putBatch(batch);
    return batch;
  }

  #putBatch(batch: Batch): void {
    // Desks cannot compare the ids that a service gives them: one that two were given goes to the part that was told of last.
    if (batch.team !== undefined && batch.delivery !== undefined)
      this.#statements
        .get('UPDATE batches SET batch_id = NULL WHERE batch_id = ? AND number <> ?')
        .run(batch.delivery.batchId, batch.number);
    this.#statements
      .get('UPDATE batches SET batch_id = ?, document = ? WHERE number = ?')
      .run(batch.delivery?.batchId ?? null, JSON.stringify(batch), batch.number);
    this.issuedIds.note(batch);
  }
}
