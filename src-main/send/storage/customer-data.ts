/**
 * @file What the queue's database holds of customers: which of it is no longer needed, and its removal in small steps. The
 * history stays; nothing of a transaction is in it.
 */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { endStates } from '../../../src-shared/states.ts';
import { batchSchema, type SubmissionId } from '../batch.ts';
import { reducedBatch, reducedSubmission } from '../reduction.ts';
import { type Submission, submissionSchema } from '../submission.ts';
import { guarded, inTransaction } from './database.ts';
import { documentRow } from './documents.ts';

/** Batches that are rewritten at once: a few milliseconds. */
const REDUCED_AT_ONCE = 100;
/** Submissions that are looked at at once. */
const SCANNED_AT_ONCE = 200;

const scannedRow = z.object({
  id: batchSchema.shape.submission,
  removedAt: z.number().nullable(),
  isDue: z.int(),
});
const numberedRow = documentRow.extend({ number: z.int() });
const figuresRow = z.object({ count: z.int(), since: z.number().nullable() });

/** Batches in which something may still happen: also those with an id of which the service may yet say that it arrived. */
const open = `SELECT 1 FROM batches WHERE submission = submissions.id AND (
  json_extract(batches.document, '$.state') NOT IN (${endStates.map((state) => `'${state}'`).join()})
  OR json_extract(batches.document, '$.report') = 'wanted' OR ${isWatching('batches.document')})`;
const hasEnded = `(json_extract(document, '$.stage') = 'cancelled' OR json_extract(document, '$.stage') = 'approved'
  AND NOT EXISTS (${open}))`;
const lastEvent = 'SELECT at FROM events WHERE submission = submissions.id ORDER BY position DESC LIMIT 1';
const removedAt = "json_extract(document, '$.removedAt')";
const isInQueue = `${removedAt} IS NULL`;
const purgedAt = "json_extract(document, '$.purgedAt')";
const isPurged = `${purgedAt} IS NOT NULL`;

const hasEndedBefore = `json_extract(document, '$.addedAt') < :before AND ${hasEnded} AND (${lastEvent}) < :before`;
/** Where to look, and what is due of that. */
const conditions: Readonly<Record<Wanted['kind'], readonly [from: string, isDue: string]>> = {
  removed: [
    `submissions WHERE ${removedAt} IS NOT NULL AND NOT (${isPurged})`,
    `${removedAt} < :before AND NOT EXISTS (${open})`,
  ],
  ended: [`submissions WHERE ${isInQueue}`, hasEndedBefore],
  'ended-with-findings': [
    `submissions WHERE ${isInQueue} AND (EXISTS (SELECT 1 FROM finding_lists WHERE owner = submissions.id)
       OR EXISTS (SELECT 1 FROM line_edits WHERE submission = submissions.id)
       OR EXISTS (SELECT 1 FROM correction_turns WHERE submission = submissions.id))`,
    hasEndedBefore,
  ],
  'purged-with-ids': ["submissions WHERE json_extract(document, '$.idsStay') IS NOT NULL", `${purgedAt} < :before`],
};

/** How many there are, and the time of the oldest (ms since the epoch). */
export interface Figures {
  count: number;
  since: number | undefined;
}

/** A part of the submissions, in the order of their numbers. */
export interface Scanned {
  due: SubmissionId[];
  /** Of those that were taken out of the queue and are not due yet, when the first was; undefined where others are looked for. */
  firstRemovedAt: number | undefined;
  /** The number after which to continue; undefined at the end. */
  next: number | undefined;
}

/** Which submissions are looked for. `before`: ms since the epoch. */
export type Wanted =
  /** Taken out of the queue before then, and not purged yet. */
  | { kind: 'removed'; before: number }
  /** Still in the queue, and at their end since before then; perhaps only those with findings. */
  | { kind: 'ended' | 'ended-with-findings'; before: number }
  /** Purged before then, and still known by their ids. */
  | { kind: 'purged-with-ids'; before: number };

export class StoredCustomerData {
  readonly #database: DatabaseSync;
  readonly #path: string;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  /** The next submissions that are due, from those with numbers above `after` (0 at first). Takes a few milliseconds. */
  scan({ kind, before }: Wanted, after: number): Scanned {
    const [from, isDue] = conditions[kind];
    const sql = `SELECT submissions.id AS id, ${removedAt} AS removedAt, coalesce(${isDue}, 0) AS isDue
      FROM ${from} AND submissions.id > ? ORDER BY submissions.id LIMIT ${SCANNED_AT_ONCE}`;
    const rows = guarded(this.#path, () => this.#database.prepare(sql).all({ before }, after)).map((row) =>
      scannedRow.parse(row),
    );
    const waiting =
      kind === 'removed'
        ? rows.flatMap((row) => (row.removedAt !== null && row.removedAt >= before ? [row.removedAt] : []))
        : [];
    return {
      due: rows.filter((row) => row.isDue !== 0).map(({ id }) => id),
      firstRemovedAt: waiting.length === 0 ? undefined : Math.min(...waiting),
      next: rows.length < SCANNED_AT_ONCE ? undefined : rows.at(-1)?.id,
    };
  }

  hasFindings(id: SubmissionId): boolean {
    const sql = 'SELECT 1 FROM finding_lists WHERE owner = ?';
    return guarded(this.#path, () => this.#database.prepare(sql).get(id) !== undefined);
  }

  /** Whether the batch with this id belongs to a submission in which something may still happen. */
  isOpen(batchId: string): boolean {
    const sql = `SELECT 1 FROM batches AS own JOIN submissions ON submissions.id = own.submission
      WHERE own.batch_id = ? AND EXISTS (${open})`;
    return guarded(this.#path, () => this.#database.prepare(sql).get(batchId) !== undefined);
  }

  submission(id: SubmissionId): Submission | undefined {
    const row = guarded(this.#path, () =>
      this.#database.prepare("SELECT json_set(document, '$.id', id) AS document FROM submissions WHERE id = ?").get(id),
    );
    return row === undefined ? undefined : submissionSchema.parse(JSON.parse(documentRow.parse(row).document));
  }

  /** Every id that was issued for the batches of a submission. */
  batchIds(submission: SubmissionId): string[] {
    const rows = guarded(this.#path, () =>
      this.#database.prepare('SELECT document FROM batches WHERE submission = ?').all(submission),
    );
    return rows.flatMap((row) => {
      const { delivery, abandoned } = batchSchema.parse(JSON.parse(documentRow.parse(row).document));
      return delivery === undefined ? abandoned : [delivery.batchId, ...abandoned];
    });
  }

  /**
   * Leaves of the next batches of a submission what proves that they were sent.
   * @param after the number of the last batch that was done; 0 at first
   * @returns the number from which to continue; undefined once all are done
   */
  reduceBatches(submission: SubmissionId, after: number): number | undefined {
    return this.#write(() => {
      const rows = this.#database
        .prepare('SELECT number, document FROM batches WHERE submission = ? AND number > ? ORDER BY number LIMIT ?')
        .all(submission, after, REDUCED_AT_ONCE)
        .map((row) => numberedRow.parse(row));
      const put = this.#database.prepare('UPDATE batches SET document = ? WHERE number = ?');
      for (const { number, document } of rows) {
        put.run(JSON.stringify(reducedBatch(batchSchema.parse(JSON.parse(document)))), number);
      }
      return rows.length < REDUCED_AT_ONCE ? undefined : rows.at(-1)?.number;
    });
  }

  /** Leaves of a submission what proves that it was sent, and forgets its lines. @param kept whether the index of its ids stays */
  reduceSubmission(id: SubmissionId, { idsStay = false } = {}): void {
    this.#write(() => {
      // Which line is which in a correction stays: without it, nobody could tell any more what became of a line.
      for (const table of ['line_indexes', 'line_edits', 'correction_turns', 'row_maps']) {
        this.#database.prepare(`DELETE FROM ${table} WHERE submission = ?`).run(id);
      }
      const submission = this.submission(id);
      if (submission !== undefined) this.#put({ ...reducedSubmission(submission), ...(idsStay && { idsStay }) });
    });
  }

  /** Notes that the index of the ids of a purged submission is gone: it is no longer known by them. */
  forgetIds(id: SubmissionId): void {
    this.#write(() => {
      const submission = this.submission(id);
      if (submission === undefined) return;
      const { idsStay: _, ...rest } = submission;
      this.#put(rest);
    });
  }

  /** Notes that nothing is left to purge of a submission. */
  markPurged(id: SubmissionId, purgedAt: number): void {
    this.#write(() => {
      const submission = this.submission(id);
      if (submission !== undefined) this.#put({ ...submission, purgedAt });
    });
  }

  /**
   * Empties the write-ahead log, which still holds what was overwritten in the database. Does not wait for a process that
   * is reading: then it returns false, and has to be called again.
   */
  emptyLog(): boolean {
    return guarded(this.#path, () => {
      const timeout = Number(this.#database.prepare('PRAGMA busy_timeout').get()?.timeout ?? 0);
      this.#database.exec('PRAGMA busy_timeout = 0');
      try {
        return this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
      } finally {
        this.#database.exec(`PRAGMA busy_timeout = ${timeout}`);
      }
    });
  }

  /**
   * Writes the whole database again, so that nothing is left of what an earlier version has deleted. Blocks for as long as
   * the disk takes.
   */
  rewrite(): void {
    guarded(this.#path, () => this.#database.exec('VACUUM'));
  }

  /** What is kept: submissions that were not purged, findings as their checks counted them, and events. */
  figures(): Record<'submissions' | 'findings' | 'history', Figures> {
    const counts =
      "coalesce(json_extract(document, '$.check.errors'), 0) + coalesce(json_extract(document, '$.check.warnings'), 0)";
    const added = "min(json_extract(document, '$.addedAt'))";
    return {
      submissions: this.#figures(`SELECT count(*) AS count, ${added} AS since FROM submissions WHERE NOT ${isPurged}`),
      findings: this.#figures(`SELECT coalesce(sum(${counts}), 0) AS count, ${added} AS since
        FROM submissions JOIN finding_lists ON owner = submissions.id`),
      history: this.#figures('SELECT count(*) AS count, min(at) AS since FROM events'),
    };
  }

  #figures(sql: string): Figures {
    const { count, since } = guarded(this.#path, () => figuresRow.parse(this.#database.prepare(sql).get()));
    return { count, since: since ?? undefined };
  }

  #put(submission: Submission): void {
    this.#database
      .prepare('UPDATE submissions SET document = ? WHERE id = ?')
      .run(JSON.stringify(submission), submission.id);
  }

  #write<Result>(work: () => Result): Result {
    return guarded(this.#path, () => inTransaction(this.#database, work));
  }
}

/** Whether the service is still asked about an id that was given up. */
function isWatching(document: string): string {
  return `EXISTS (SELECT 1 FROM json_each(${document}, '$.watched') WHERE json_extract(value, '$.isOver') = 0)`;
}
