/**
 * @file What survives: submissions, their batches, the findings of their checks, the history of everything, and the
 * times of the latest requests. Each method is one transaction; rows are parsed, never trusted.
 */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { AppError } from '../../../src-preload/errors.ts';
import type { Finding } from '../../checking/findings/finding.ts';
import { FindingStore } from '../../checking/findings/finding-store.ts';
import { MINUTE } from '../../clock.ts';
import type { RequestLedger } from '../../service/rate-limits.ts';
import { type Batch, type BatchNumber, batchSchema, newBatch, type SubmissionId } from '../batch.ts';
import { type ByteRange, type CheckResult, type Submission, submissionSchema } from '../submission.ts';
import { type DatabaseOptions, guarded, inTransaction, openDatabase, toStorageError } from './database.ts';
import { hasRoom } from './room.ts';

/** One line of the history. `hash` covers the line and `previousHash`, so that a change anywhere is noticed. */
export interface HistoryEvent {
  position: number;
  at: number;
  submission: SubmissionId;
  batch: BatchNumber | undefined;
  kind: string;
  detail: Record<string, unknown>;
  previousHash: string;
  hash: string;
}

/** What is written to the history together with a change. */
export interface Occasion {
  at: number;
  kind: string;
  detail?: Record<string, unknown>;
}

const documentRow = z.object({ document: z.string() });
const requestRow = z.object({ at: z.number() });
const eventRow = z.object({
  position: z.number(),
  at: z.number(),
  submission: z.number().brand<'SubmissionId'>(),
  batch: z.number().brand<'BatchNumber'>().nullable(),
  kind: z.string(),
  detail: z.string(),
  previous_hash: z.string(),
  hash: z.string(),
});

export class QueueStore {
  readonly #findings: FindingStore;
  readonly #database: DatabaseSync;
  readonly #path: string;

  /** Opens `queue.db` in the data folder. Read-only, it can be read while another process writes it. */
  constructor(folder: string, options: DatabaseOptions = {}) {
    this.#path = join(folder, 'queue.db');
    this.#database = openDatabase(this.#path, options);
    this.#findings = guarded(this.#path, () => new FindingStore(this.#database));
  }

  close(): void {
    this.#database.close();
  }

  addSubmission(submission: Omit<Submission, 'id'>, occasion: Occasion): Submission {
    return this.#write(() => {
      const { lastInsertRowid } = this.#database
        .prepare('INSERT INTO submissions (document) VALUES (?)')
        .run(JSON.stringify(submission));
      const stored = submissionSchema.parse({ ...submission, id: Number(lastInsertRowid) });
      this.#remember(stored.id, undefined, occasion);
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
      this.#remember(submission.id, undefined, occasion);
    });
  }

  /** Stores an approved submission and one waiting batch for each of its ranges, all at once. */
  approve(submission: Submission, ranges: readonly ByteRange[], occasion: Occasion): Batch[] {
    return this.#write(() => {
      this.#putSubmission(submission);
      this.#remember(submission.id, undefined, occasion);
      const { ingestValid } = submission.options;
      return ranges.map((range) => this.#insertBatch(submission.id, { ...range, ingestValid }));
    });
  }

  /** A batch for the range of one that ended without success, which stays as it ended; it takes over what is inherited. */
  replaceBatch(ended: Batch, inheritance: Partial<Batch>, occasion: Occasion): Batch {
    return this.#write(() => {
      this.#database.prepare('UPDATE batches SET batch_id = NULL WHERE number = ?').run(ended.number);
      const fresh = this.#insertBatch(ended.submission, ended, inheritance);
      this.#remember(ended.submission, fresh.number, occasion);
      return fresh;
    });
  }

  /** Without an occasion the change is stored, but is no news for the history. */
  saveBatch(batch: Batch, occasion: Occasion | undefined): void {
    this.#write(() => {
      this.#putBatch(batch);
      if (occasion !== undefined) this.#remember(batch.submission, batch.number, occasion);
    });
  }

  submissions(): Submission[] {
    return this.#read(
      "SELECT json_set(document, '$.id', id) AS document FROM submissions ORDER BY id",
      submissionSchema,
    );
  }

  /** All batches ever made, of one submission or of all, replaced ones included, in the order they were made. */
  batches(submission?: SubmissionId): Batch[] {
    if (submission === undefined) return this.#read('SELECT document FROM batches ORDER BY number', batchSchema);
    return this.#read('SELECT document FROM batches WHERE submission = ? ORDER BY number', batchSchema, submission);
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
    const rows = guarded(this.#path, () =>
      submission === undefined
        ? this.#database.prepare('SELECT * FROM events ORDER BY position').all()
        : this.#database.prepare('SELECT * FROM events WHERE submission = ? ORDER BY position').all(submission),
    );
    return rows.map((row) => {
      const { previous_hash, batch, detail, ...event } = eventRow.parse(row);
      return {
        ...event,
        batch: batch ?? undefined,
        detail: z.record(z.string(), z.unknown()).parse(this.#json(detail)),
        previousHash: previous_hash,
      };
    });
  }

  /** When requests were made, so that the limits of §8 hold across restarts. */
  readonly ledger: RequestLedger = {
    recent: (key, since) =>
      guarded(this.#path, () =>
        this.#database
          .prepare('SELECT at FROM requests WHERE key = ? AND at >= ? ORDER BY at')
          .all(key, since)
          .map((row) => requestRow.parse(row).at),
      ),
    record: (key, at) => {
      this.#write(() => {
        // Nothing older than ten minutes matters to any limit.
        this.#database.prepare('DELETE FROM requests WHERE key = ? AND at < ?').run(key, at - 10 * MINUTE);
        this.#database.prepare('INSERT INTO requests (key, at) VALUES (?, ?)').run(key, at);
      });
    },
  };

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
    const insert = this.#database.prepare("INSERT INTO batches (submission, document) VALUES (?, '')");
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

  #remember(submission: SubmissionId, batch: BatchNumber | undefined, { at, kind, detail = {} }: Occasion): void {
    const last = this.#database.prepare('SELECT hash FROM events ORDER BY position DESC LIMIT 1').get();
    const previousHash = typeof last?.hash === 'string' ? last.hash : '';
    const written = JSON.stringify(detail);
    const hash = hashOfEvent(previousHash, { at, submission, batch, kind, detail: written });
    this.#database
      .prepare(
        'INSERT INTO events (at, submission, batch, kind, detail, previous_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(at, submission, batch ?? null, kind, written, previousHash, hash);
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

/** The hash that chains a line of the history to the one before. `detail` as it is stored. */
export function hashOfEvent(
  previousHash: string,
  event: { at: number; submission: number; batch: number | undefined; kind: string; detail: string },
): string {
  const { at, submission, batch, kind, detail } = event;
  return createHash('sha256')
    .update(JSON.stringify([previousHash, at, submission, batch ?? null, kind, detail]))
    .digest('hex');
}
