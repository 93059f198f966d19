/** @file The history in the queue's database: what happened to submissions and batches, chained by hashes. */

import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { type ReadKind, readKindSchema, type WrittenKind } from '../../../src-shared/history.ts';
import type { BatchNumber, SubmissionId } from '../batch.ts';

/** One event of the history. `hash` covers the event and `previousHash`, so that a change anywhere is noticed. */
export interface HistoryEvent {
  position: number;
  at: number;
  submission: SubmissionId;
  batch: BatchNumber | undefined;
  kind: ReadKind;
  detail: Record<string, unknown>;
  previousHash: string;
  hash: string;
}

/** What the history records together with a change. */
export interface Occasion {
  at: number;
  kind: WrittenKind;
  detail?: Record<string, unknown>;
}

const eventRow = z.object({
  position: z.number(),
  at: z.number(),
  submission: z.number().brand<'SubmissionId'>(),
  batch: z.number().brand<'BatchNumber'>().nullable(),
  kind: readKindSchema,
  detail: z.string(),
  previous_hash: z.string(),
  hash: z.string(),
});
const linkedRow = eventRow.extend({ hash_before: z.string().nullable() });

export class History {
  readonly #database: DatabaseSync;
  readonly #path: string;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  /** To be called within the transaction of the change that it tells of. */
  add(submission: SubmissionId, batch: BatchNumber | undefined, occasion: Occasion): void {
    appendEvent(this.#database, { ...occasion, submission, batch });
  }

  /** The events in order, of one submission or of all. */
  all(submission?: SubmissionId): HistoryEvent[] {
    const rows =
      submission === undefined
        ? this.#database.prepare('SELECT * FROM events ORDER BY position').all()
        : this.#database.prepare('SELECT * FROM events WHERE submission = ? ORDER BY position').all(submission);
    return rows.map((row) => this.#eventOf(eventRow.parse(row)));
  }

  /**
   * The latest events of one submission, oldest first. `intact`: these events are unchanged, and the event before each
   * of them is still there. This is enough for a receipt; verifying the whole chain takes seconds where the history is
   * long.
   */
  latest(submission: SubmissionId, most: number): { events: HistoryEvent[]; intact: boolean } {
    const rows = this.#database
      .prepare(
        `SELECT *, (SELECT hash FROM events AS before WHERE before.position < events.position
                    ORDER BY before.position DESC LIMIT 1) AS hash_before
         FROM events WHERE submission = ? ORDER BY position DESC LIMIT ?`,
      )
      .all(submission, most)
      .map((row) => linkedRow.parse(row))
      .reverse();
    const intact = rows.every(
      (row) =>
        row.previous_hash === (row.hash_before ?? '') &&
        row.hash === hashOfEvent(row.previous_hash, { ...row, batch: row.batch ?? undefined }),
    );
    return { events: rows.map((row) => this.#eventOf(row)), intact };
  }

  #eventOf({ position, at, submission, batch, kind, detail, previous_hash, hash }: z.infer<typeof eventRow>) {
    return {
      ...{ position, at, submission, kind, hash },
      batch: batch ?? undefined,
      detail: this.#detailOf(detail),
      previousHash: previous_hash,
    };
  }

  #detailOf(text: string): Record<string, unknown> {
    try {
      return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    } catch (cause) {
      throw new AppError('queue.damaged', { path: this.#path, reason: String(cause) }, { cause });
    }
  }
}

/** What becomes a line of the history. `submission`: 0 for the queue as a whole. */
export interface NewEvent {
  at: number;
  submission: number;
  batch?: number | undefined;
  kind: string;
  detail?: object;
}

/** Adds a line to the history, chained to the last one. To be called within the transaction of what it tells of. */
export function appendEvent(database: DatabaseSync, { at, submission, batch, kind, detail = {} }: NewEvent): void {
  const last = database.prepare('SELECT hash FROM events ORDER BY position DESC LIMIT 1').get();
  const previousHash = typeof last?.hash === 'string' ? last.hash : '';
  const written = JSON.stringify(detail);
  const hash = hashOfEvent(previousHash, { at, submission, batch, kind, detail: written });
  database
    .prepare(
      'INSERT INTO events (at, submission, batch, kind, detail, previous_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(at, submission, batch ?? null, kind, written, previousHash, hash);
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
