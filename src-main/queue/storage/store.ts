/**
 * @file What survives: submissions, their batches, the findings of their checks, the history of everything, and the
 * times of the latest requests. Each method is one transaction; rows are parsed, never trusted.
 */

import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import type { Finding } from '../../checking/findings/finding.ts';
import { type FindingFilter, FindingStore } from '../../checking/findings/finding-store.ts';
import { type LineIndex, lineIndexSchema } from '../../checking/line-index.ts';
import type { RequestLedger } from '../../service/rate-limits.ts';
import { type Batch, batchSchema, newBatch, type SubmissionId } from '../batch.ts';
import {
  type ApprovedSubmission,
  type ByteRange,
  type CheckResult,
  type Submission,
  type SubmissionSummary,
  submissionSchema,
  submissionSummarySchema,
  type UnnumberedSubmission,
} from '../submission.ts';
import { type BatchSums, readBatchSums } from './batch-sums.ts';
import { type DatabaseOptions, guarded, inTransaction, openDatabase, toStorageError } from './database.ts';
import { History, type HistoryEvent, type Occasion } from './history.ts';
import { hasRoom } from './room.ts';
import { StoredLedger } from './stored-ledger.ts';

export { type HistoryEvent, hashOfEvent, type Occasion } from './history.ts';

const documentRow = z.object({ document: z.string() });
const removedRow = z.object({ id: batchSchema.shape.submission });
/** Of a submission that was not taken out of the queue. */
/** Of a batch with an abandoned id that the service is still asked about; in the words of its index. */
const watching = "json_extract(document, '$.watched[#-1]') IS NOT NULL";
const inQueue = "json_extract(document, '$.removedAt') IS NULL";

export class QueueStore {
  readonly #findings: FindingStore;
  readonly #history: History;
  readonly #database: DatabaseSync;
  readonly #path: string;
  /** When requests were made, so that the limits of §8 hold across restarts. */
  readonly ledger: RequestLedger;

  /** Opens `queue.db` in the data folder. Read-only, it can be read while another process writes it. */
  constructor(folder: string, options: DatabaseOptions = {}) {
    this.#path = join(folder, 'queue.db');
    this.#database = openDatabase(this.#path, options);
    this.#findings = guarded(this.#path, () => new FindingStore(this.#database));
    this.#history = new History(this.#database, this.#path);
    this.ledger = new StoredLedger(this.#database, this.#path);
  }

  close(): void {
    this.#database.close();
  }

  /** Stores all that `work` stores in one transaction: thousands of changes then cost one wait for the disk. */
  together<Result>(work: () => Result): Result {
    return this.#write(work);
  }

  addSubmission(submission: UnnumberedSubmission, occasion: Occasion): Submission {
    return this.#write(() => {
      const { lastInsertRowid } = this.#database
        .prepare('INSERT INTO submissions (document) VALUES (?)')
        .run(JSON.stringify(submission));
      const stored = submissionSchema.parse({ ...submission, id: Number(lastInsertRowid) });
      this.#history.add(stored.id, undefined, occasion);
      return stored;
    });
  }

  addFindings(submission: SubmissionId, findings: readonly Finding[]): void {
    guarded(this.#path, () => this.#findings.add(submission, findings));
  }

  /** What the check of a submission found, in line order. */
  findings(submission: SubmissionId): Iterable<Finding> {
    return this.#findings.iterate(submission);
  }

  /** Some findings by their place in the list of those that are wanted, counted from 0. */
  findingsFrom(submission: SubmissionId, offset: number, limit: number, filter: FindingFilter): Finding[] {
    return guarded(this.#path, () => this.#findings.slice(submission, offset, limit, filter));
  }

  /** Where the lines of a checked file stand; undefined when nobody has noted it. */
  lineIndex(submission: SubmissionId): LineIndex | undefined {
    return this.#read('SELECT document FROM line_indexes WHERE submission = ?', lineIndexSchema, submission)[0];
  }

  saveLineIndex(submission: SubmissionId, index: LineIndex): void {
    guarded(this.#path, () =>
      this.#database
        .prepare('INSERT OR REPLACE INTO line_indexes (submission, document) VALUES (?, ?)')
        .run(submission, JSON.stringify(index)),
    );
  }

  /** Makes room for the findings of a new check; takes no time, the rows go with `sweepFindings`. */
  clearFindings(submission: SubmissionId): void {
    guarded(this.#path, () => this.#findings.delete(submission));
  }

  /** Removes the rows of what was cleared, a few at a time. Ends early, without a fault, when the signal aborts. */
  async sweepFindings(signal: AbortSignal): Promise<void> {
    try {
      await this.#findings.sweep(signal);
    } catch (thrown) {
      if (!signal.aborted) throw toStorageError(this.#path, thrown);
    }
  }

  saveSubmission(submission: Submission, occasion: Occasion): void {
    this.#write(() => {
      this.#putSubmission(submission);
      this.#history.add(submission.id, undefined, occasion);
    });
  }

  /** Stores an approved submission and one waiting batch for each of its ranges, all at once. */
  approve(submission: ApprovedSubmission, ranges: readonly ByteRange[], occasion: Occasion): Batch[] {
    return this.#write(() => {
      this.#putSubmission(submission);
      this.#history.add(submission.id, undefined, occasion);
      const { ingestValid } = submission.options;
      return ranges.map((range) => this.#insertBatch(submission.id, { ...range, ingestValid }));
    });
  }

  /**
   * A batch for the range of one that ended without success. That one stays as it ended, but the ids that it watched are
   * the other's from now on; so is what else is inherited.
   */
  replaceBatch(ended: Batch, inheritance: Partial<Batch>, occasion: Occasion): Batch {
    return this.#write(() => {
      this.#putBatch({ ...ended, watched: [] });
      this.#database.prepare('UPDATE batches SET batch_id = NULL WHERE number = ?').run(ended.number);
      const fresh = this.#insertBatch(ended.submission, ended, inheritance);
      this.#history.add(ended.submission, fresh.number, occasion);
      return fresh;
    });
  }

  /** Without an occasion the change is stored, but is no news for the history. */
  saveBatch(batch: Batch, occasion: Occasion | undefined): void {
    this.#write(() => {
      this.#putBatch(batch);
      if (occasion !== undefined) this.#history.add(batch.submission, batch.number, occasion);
    });
  }

  /** Those in the queue: without those that were taken out of it. */
  submissions(): Submission[] {
    return this.#read(
      `SELECT json_set(document, '$.id', id) AS document FROM submissions WHERE ${inQueue} ORDER BY id`,
      submissionSchema,
    );
  }

  /** Those that were taken out of the queue before this time and still have findings. */
  removedWithFindings(before: number): SubmissionId[] {
    const sql = `SELECT submissions.id FROM submissions JOIN finding_lists ON owner = submissions.id
      WHERE json_extract(document, '$.removedAt') < ?`;
    return guarded(this.#path, () => this.#database.prepare(sql).all(before)).map((row) => removedRow.parse(row).id);
  }

  /** What a list needs of those in the queue: there may be ten thousand, and each start reads them. */
  submissionSummaries(): SubmissionSummary[] {
    return this.#read(
      `SELECT json_set(document, '$.id', id) AS document FROM submissions WHERE ${inQueue} ORDER BY id`,
      submissionSummarySchema,
    );
  }

  /** One submission, also one that was taken out of the queue. */
  submission(id: number): Submission | undefined {
    return this.#read(
      "SELECT json_set(document, '$.id', id) AS document FROM submissions WHERE id = ?",
      submissionSchema,
      id,
    )[0];
  }

  /** What the current batches of each submission add up to, without reading each batch. */
  batchSums(): Map<SubmissionId, BatchSums> {
    try {
      return readBatchSums(this.#database);
    } catch (thrown) {
      // SQLite does not say which batch it cannot read; reading each one does.
      this.batches();
      throw toStorageError(this.#path, thrown);
    }
  }

  batch(number: number): Batch | undefined {
    return this.#read('SELECT document FROM batches WHERE number = ?', batchSchema, number)[0];
  }

  /** All batches ever made, of one submission or of all, replaced ones included, in the order they were made. */
  batches(submission?: SubmissionId): Batch[] {
    if (submission === undefined) return this.#read('SELECT document FROM batches ORDER BY number', batchSchema);
    return this.#read('SELECT document FROM batches WHERE submission = ? ORDER BY number', batchSchema, submission);
  }

  /** Those with an id that was given up and is still watched, replaced ones included. */
  watchingBatches(): Batch[] {
    return this.#read(`SELECT document FROM batches WHERE ${watching} ORDER BY number`, batchSchema);
  }

  /** The batch that the service knows by this id, whatever has become of it; undefined when it is none of ours. */
  findBatch(batchId: string): Batch | undefined {
    const wanted = batchId.trim().toLowerCase();
    const isWanted = (id: string | undefined) => id?.toLowerCase() === wanted;
    const all = this.batches();
    // After a retry two batches may know the id; the later one has the last word on it.
    return (
      all.findLast(({ delivery }) => isWanted(delivery?.batchId)) ??
      all.find(({ abandoned }) => abandoned.some(isWanted))
    );
  }

  /** The submissions whose file had the same content (SHA-256) or the same totals when it was checked, in order. */
  submissionsAlike({ sha256, totals }: Pick<CheckResult, 'sha256' | 'totals'>): Submission[] {
    return this.#read(
      `SELECT json_set(document, '$.id', id) AS document FROM submissions
       WHERE json_extract(document, '$.check.sha256') = ? OR json_extract(document, '$.check.totals') = ? ORDER BY id`,
      submissionSchema,
      sha256,
      JSON.stringify(totals ?? null),
    );
  }

  /** What happened, in order; to all or to one submission. */
  history(submission?: SubmissionId): HistoryEvent[] {
    return guarded(this.#path, () => this.#history.all(submission));
  }

  /** The latest of what happened to one submission, and whether those lines are as they were written. */
  latestHistory(submission: SubmissionId, most: number): { events: HistoryEvent[]; intact: boolean } {
    return guarded(this.#path, () => this.#history.latest(submission, most));
  }

  /** Whether the disk has room for the queue again, after it was full. */
  hasRoom(): boolean {
    return hasRoom(this.#database, this.#path);
  }

  #write<Result>(work: () => Result): Result {
    return guarded(this.#path, () => inTransaction(this.#database, work));
  }

  #putSubmission(submission: Submission): void {
    this.#database
      .prepare('UPDATE submissions SET document = ? WHERE id = ?')
      .run(JSON.stringify(submission), submission.id);
  }

  #insertBatch(
    submission: SubmissionId,
    content: ByteRange & Pick<Batch, 'ingestValid'>,
    inheritance: Partial<Batch> = {},
  ): Batch {
    const insert = this.#database.prepare("INSERT INTO batches (submission, document) VALUES (?, '{}')");
    const number = batchSchema.shape.number.parse(Number(insert.run(submission).lastInsertRowid));
    const batch = { ...newBatch(number, submission, content), ...inheritance };
    this.#putBatch(batch);
    return batch;
  }

  #putBatch(batch: Batch): void {
    this.#database
      .prepare('UPDATE batches SET batch_id = ?, document = ? WHERE number = ?')
      .run(batch.delivery?.batchId ?? null, JSON.stringify(batch), batch.number);
  }

  #read<Shape extends z.ZodType>(sql: string, shape: Shape, ...values: (number | string)[]): z.infer<Shape>[] {
    return guarded(this.#path, () => this.#database.prepare(sql).all(...values)).map((row) => {
      const parsed = shape.safeParse(this.#json(documentRow.parse(row).document));
      if (!parsed.success) throw this.#damaged(z.prettifyError(parsed.error));
      return parsed.data;
    });
  }

  #json(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (thrown) {
      throw this.#damaged(String(thrown));
    }
  }

  #damaged(reason: string): AppError {
    return new AppError('queue.damaged', { path: this.#path, reason });
  }
}
