/**
 * @file What is read from the queue's database: submissions, their batches, and the history. Rows are parsed, never trusted.
 */

import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { WrittenKind } from '../../../src-shared/history.ts';
import type { Author, ChainedEntry, Head } from '../../audit/chain.ts';
import { type Batch, type BatchNumber, batchSchema, type SubmissionId } from '../batch.ts';
import { digestOfTotals } from '../reduction.ts';
import {
  type ApprovedSubmission,
  type CheckResult,
  type Submission,
  type SubmissionState,
  submissionSchema,
  submissionSummarySchema,
} from '../submission.ts';
import { type DatabaseOptions, guarded, openDatabase, toStorageError } from './database.ts';
import { documentsIn, readDocuments } from './documents.ts';
import { endOf } from './ends.ts';
import { History, type HistoryEvent } from './history.ts';
import { type FoundEntry, findEntries, type HistoryFilter, iterateEntries, recordingPeople } from './history-search.ts';
import { type Issued, IssuedIds, type WantedIds } from './issued-ids.ts';
import { removedBetween } from './overview.ts';
import type { StoredStanding } from './standing-document.ts';
import { StoredFindings } from './stored-findings.ts';
import { StoredLines } from './stored-lines.ts';
import { standingsIn } from './stored-standings.ts';

const numberRow = z.object({ id: batchSchema.shape.submission });
const checkedFileRow = z.object({
  id: batchSchema.shape.submission,
  path: z.string(),
  bytes: z.number(),
  modifiedAt: z.number(),
});
const contentRow = z.object({ id: batchSchema.shape.submission, sha256: z.string() });
const nameRow = z.object({
  id: batchSchema.shape.submission,
  name: z.string(),
  template: z
    .string()
    .nullable()
    .transform((name) => name ?? undefined),
});
/** A regular export comes more often than once in so many. */
const COMPARED_NAMES = 5000;
/** Selects batches with an abandoned id that is still watched; spelled as in the index. */
const watching = "json_extract(document, '$.watched[#-1]') IS NOT NULL";
/** Selects submissions that are as `isKnownById`. */
const knownById = "(json_extract(document, '$.purgedAt') IS NULL OR json_extract(document, '$.idsStay') IS NOT NULL)";
/** Selects submissions that were not removed. */
const inQueue = "json_extract(document, '$.removedAt') IS NULL";

export interface StoreOptions extends DatabaseOptions {
  /** Who records what happens, and the key that seals it. */
  author?: Author;
}

/** A read-only one can be used while another process writes. */
export class QueueReading {
  protected readonly path: string;
  protected readonly database: DatabaseSync;
  protected readonly isReadOnly: boolean;
  protected readonly events: History;
  protected readonly issuedIds: IssuedIds;
  readonly findings: StoredFindings;
  readonly lines: StoredLines;

  /** Opens `queue.db` in the data folder. */
  constructor(folder: string, options: StoreOptions) {
    this.path = join(folder, 'queue.db');
    this.isReadOnly = options.readOnly ?? false;
    this.database = openDatabase(this.path, options);
    this.events = new History(this.database, this.path, options.author);
    this.issuedIds = new IssuedIds(this.database);
    this.findings = new StoredFindings(this.database, this.path);
    this.lines = new StoredLines(this.database, this.path);
  }

  /** Whether what the service gave for this batch is that of another batch, or was used before. */
  isUsedFor(batch: Pick<Batch, 'number' | 'watched'>, issued: Issued): boolean {
    return guarded(this.path, () => this.issuedIds.isUsedFor(batch, issued));
  }

  /** The submissions in the queue, without removed ones. */
  submissions(): Submission[] {
    return [...this.eachSubmission()];
  }

  /** As `submissions`, one after the other. */
  eachSubmission(): Generator<Submission> {
    return documentsIn(
      { database: this.database, path: this.path },
      submissionSchema,
      `SELECT json_set(document, '$.id', id) AS document FROM submissions WHERE ${inQueue} ORDER BY id`,
    );
  }

  /** How many submissions are in the queue. */
  countInQueue(): number {
    const counted = guarded(this.path, () =>
      this.database.prepare(`SELECT count(*) AS count FROM submissions WHERE ${inQueue}`).get(),
    );
    return z.object({ count: z.int() }).parse(counted).count;
  }

  /** One submission, even if it was removed. */
  submission(id: number): Submission | undefined {
    return this.#read(
      "SELECT json_set(document, '$.id', id) AS document FROM submissions WHERE id = ?",
      submissionSchema,
      id,
    )[0];
  }

  /** Those that came of a preparation, also removed ones, in order. */
  prepared(): Submission[] {
    return this.#read(
      `SELECT json_set(document, '$.id', id) AS document FROM submissions
        WHERE json_extract(document, '$.prepared') IS NOT NULL ORDER BY id`,
      submissionSchema,
    );
  }

  /** The latest files that corrected others on the same connection and were not purged, also removed ones, latest first. */
  corrections({ connection }: Pick<Submission, 'connection'>, most: number): Submission[] {
    return this.#read(
      `SELECT json_set(document, '$.id', id) AS document FROM submissions
        WHERE json_extract(document, '$.corrects') IS NOT NULL AND json_extract(document, '$.connection') = ?
          AND json_extract(document, '$.purgedAt') IS NULL ORDER BY id DESC LIMIT ?`,
      submissionSchema,
      ...[connection, most],
    );
  }

  /** Those that were added from a time on and before another one, also removed ones, in order. */
  addedBetween(from: number, before: number): Submission[] {
    return this.#read(
      `SELECT json_set(document, '$.id', id) AS document FROM submissions
        WHERE json_extract(document, '$.addedAt') >= ? AND json_extract(document, '$.addedAt') < ? ORDER BY id`,
      submissionSchema,
      ...[from, before],
    );
  }

  /**
   * What a list shows of the submissions in the queue, in order, without reading each batch. Each start reads it.
   * @param worthKeeping of how many it is kept for the next start; a read-only store keeps nothing
   */
  standings(worthKeeping?: number): StoredStanding[] {
    try {
      const read = {
        summaries: (sql: string) => this.#read(sql, submissionSummarySchema),
        batches: (sql: string) => documentsIn({ database: this.database, path: this.path }, batchSchema, sql),
      };
      return standingsIn(this.database, read, this.isReadOnly ? Number.POSITIVE_INFINITY : worthKeeping);
    } catch (thrown) {
      // SQLite does not say which batch it cannot read. Reading each one does.
      this.batches();
      throw toStorageError(this.path, thrown);
    }
  }

  batch(number: number): Batch | undefined {
    return this.#read('SELECT document FROM batches WHERE number = ?', batchSchema, number)[0];
  }

  /** All batches, of one submission or of all, including replaced ones, in the order they were made. */
  batches(submission?: SubmissionId): Batch[] {
    if (submission === undefined) return this.#read('SELECT document FROM batches ORDER BY number', batchSchema);
    return this.#read('SELECT document FROM batches WHERE submission = ? ORDER BY number', batchSchema, submission);
  }

  /** The content (SHA-256) of each submission that was checked and is known by its ids, also of removed ones, in order. */
  checkedContents(): { id: SubmissionId; sha256: string }[] {
    const sql = `SELECT id, json_extract(document, '$.check.sha256') AS sha256 FROM submissions
      WHERE json_extract(document, '$.check.sha256') IS NOT NULL AND ${knownById} ORDER BY id`;
    return guarded(this.path, () => this.database.prepare(sql).all()).map((row) => contentRow.parse(row));
  }

  /** The file of each submission that was checked and not purged, as it was then, also of removed ones; the newest first. */
  checkedFiles(): z.infer<typeof checkedFileRow>[] {
    const sql = `SELECT id, json_extract(document, '$.content') AS path, json_extract(document, '$.check.bytes') AS bytes,
      json_extract(document, '$.check.modifiedAt') AS modifiedAt FROM submissions
      WHERE json_extract(document, '$.check.sha256') IS NOT NULL AND json_extract(document, '$.purgedAt') IS NULL
      ORDER BY id DESC`;
    return guarded(this.path, () => this.database.prepare(sql).all()).map((row) => checkedFileRow.parse(row));
  }

  /** The submission whose bytes are at this path, even if it was removed. */
  submissionWithContent(path: string): SubmissionId | undefined {
    const sql = "SELECT id FROM submissions WHERE json_extract(document, '$.content') = ? ORDER BY id LIMIT 1";
    const row = guarded(this.path, () => this.database.prepare(sql).get(path));
    return row && numberRow.parse(row).id;
  }

  /** The submissions to a destination, or to all, that were approved and are known by their ids, also removed ones, in order. */
  approvedTo(destination?: string): ApprovedSubmission[] {
    const wanted = destination === undefined ? [] : [destination];
    return this.#read(
      `SELECT json_set(document, '$.id', id) AS document FROM submissions
       WHERE json_extract(document, '$.stage') = 'approved' AND ${knownById}
       ${destination === undefined ? '' : "AND json_extract(document, '$.destination') = ?"} ORDER BY id`,
      submissionSchema,
      ...wanted,
    ).filter((submission) => submission.stage === 'approved');
  }

  /** The names of what was approved to a destination and not purged, also of removed ones, with their templates; latest first. */
  approvedNames(destination: string): { id: SubmissionId; name: string; template?: string | undefined }[] {
    const sql = `SELECT id, coalesce(json_extract(document, '$.name'), json_extract(document, '$.path')) AS name,
        json_extract(document, '$.prepared.template.name') AS template
      FROM submissions
      WHERE json_extract(document, '$.stage') = 'approved' AND json_extract(document, '$.purgedAt') IS NULL
        AND json_extract(document, '$.destination') = ?
      ORDER BY id DESC LIMIT ${COMPARED_NAMES}`;
    return guarded(this.path, () => this.database.prepare(sql).all(destination)).map((row) => nameRow.parse(row));
  }

  /** The batches with a watched abandoned id, including replaced ones. */
  watchingBatches(): Batch[] {
    return this.#read(`SELECT document FROM batches WHERE ${watching} ORDER BY number`, batchSchema);
  }

  /** This batch id, or those that begin so, with their batches, the latest first. */
  batchesFrom(asked: string, wanted: WantedIds): { id: string; batch: Batch }[] {
    const found = guarded(this.path, () => this.issuedIds.ownersFrom(asked, wanted));
    return found.flatMap(({ id, number }) => {
      const batch = this.batch(number);
      return batch === undefined ? [] : [{ id, batch }];
    });
  }

  /** The batch that ever had this id; undefined when the id is not ours. */
  findBatch(batchId: string): Batch | undefined {
    const wanted = batchId.trim().toLowerCase();
    const isWanted = (id: string | undefined) => id?.toLowerCase() === wanted;
    const all = this.batches();
    // After a retry two batches may have had the id; the later one decides.
    const found =
      all.findLast(({ delivery }) => isWanted(delivery?.batchId)) ??
      all.find(({ abandoned }) => abandoned.some(isWanted));
    if (found !== undefined) return found;
    // A batch whose row was edited by other means.
    const recorded = guarded(this.path, () => this.events.batchWithId(wanted));
    return all.find(({ number }) => number === recorded);
  }

  /** The submissions whose file had the same content (SHA-256) or the same totals when it was checked, in order. */
  submissionsAlike({ sha256, totals }: Pick<CheckResult, 'sha256' | 'totals'>): Submission[] {
    return this.#read(
      `SELECT json_set(document, '$.id', id) AS document FROM submissions
       WHERE json_extract(document, '$.check.sha256') = ? OR json_extract(document, '$.check.totals') = ?
         OR json_extract(document, '$.check.totalsSha256') = ? ORDER BY id`,
      submissionSchema,
      sha256,
      JSON.stringify(totals ?? null),
      totals === undefined ? '' : digestOfTotals(totals),
    );
  }

  /** The history in order, of one submission or of all. */
  history(submission?: SubmissionId): HistoryEvent[] {
    return guarded(this.path, () => this.events.all(submission));
  }

  /** The entries about the queue as a whole, in order. */
  historyOfQueue(): HistoryEvent[] {
    return guarded(this.path, () => this.events.ofQueue());
  }

  /** The entries about a submission as such, in order, and whether they are as they were written. */
  historyOfSubmission(submission: SubmissionId): { events: HistoryEvent[]; intact: boolean } {
    return guarded(this.path, () => this.events.ofSubmission(submission));
  }

  /** The first and the last entry about a batch, and whether they are as they were written. */
  endsOfHistory(batch: BatchNumber): { events: HistoryEvent[]; intact: boolean } {
    return guarded(this.path, () => this.events.endsOfBatch(batch));
  }

  /** The numbers of all submissions, also of removed ones and of those of which only the history tells, in order. */
  everySubmission(): SubmissionId[] {
    return guarded(this.path, () => {
      const rows = this.database.prepare('SELECT id FROM submissions').all();
      const all = new Set([...rows.map(({ id }) => Number(id)), ...this.events.submissions()]);
      return [...all].sort((a, b) => a - b).map((id) => batchSchema.shape.submission.parse(id));
    });
  }

  /** The batches whose columns are not those of their documents. */
  misplacedBatches(): { submission: SubmissionId; number: BatchNumber }[] {
    const sql = `SELECT number, submission FROM batches WHERE json_extract(document, '$.number') IS NOT number
      OR json_extract(document, '$.submission') IS NOT submission
      OR batch_id IS NOT NULL AND batch_id IS NOT json_extract(document, '$.delivery.batchId')`;
    const row = batchSchema.pick({ number: true, submission: true });
    return guarded(this.path, () => this.database.prepare(sql).all()).map((one) => row.parse(one));
  }

  /** The highest position of the history that was ever given out. */
  highestPosition(): number {
    return guarded(this.path, () => this.events.highest());
  }

  /** Runs `work`, which only reads, on one state of the queue, whatever another process writes meanwhile. */
  atOneTime<Result>(work: () => Result): Result {
    if (this.database.isTransaction) return work();
    return guarded(this.path, () => {
      this.database.exec('BEGIN');
      try {
        return work();
      } finally {
        this.database.exec('COMMIT');
      }
    });
  }

  /** The latest events of one submission, and whether they are as they were written. */
  latestHistory(submission: SubmissionId, most: number): { events: HistoryEvent[]; intact: boolean } {
    return guarded(this.path, () => this.events.latest(submission, most));
  }

  /** The latest entries that pass a filter, newest first: at most `limit`, older than the position `olderThan`. */
  findHistory(filter: HistoryFilter, page: { olderThan?: number | undefined; limit: number }): FoundEntry[] {
    return guarded(this.path, () => findEntries(this.database, filter, page));
  }

  /** When the last of a submission in this state came to an end; undefined where the history does not tell. */
  endOf(id: SubmissionId, state: SubmissionState): number | undefined {
    return guarded(this.path, () => endOf(this.database, id, state));
  }

  /** All entries that pass a filter, oldest first. */
  iterateHistory(filter: HistoryFilter): Iterable<FoundEntry> {
    return iterateEntries(this.database, filter);
  }

  /** The users of the system who have recorded anything. */
  recordingPeople(): string[] {
    return guarded(this.path, () => recordingPeople(this.database));
  }

  /** Those that were added from a time on and before another one, and removed since. */
  removedBetween(from: number, before: number): SubmissionId[] {
    return guarded(this.path, () => removedBetween(this.database, from, before));
  }

  /** All entries of the history as they are stored, one after another. */
  entries(): Iterable<ChainedEntry> {
    return this.events.entries();
  }

  /** The end of the history; undefined where it is empty. */
  historyHead(): Head | undefined {
    return guarded(this.path, () => this.events.head());
  }

  /** The entries of the history after a position as they are stored, in order. */
  historyAfter(position: number, most: number): ChainedEntry[] {
    return guarded(this.path, () => this.events.after(position, most));
  }

  /** The hash of the entry at a position, if there is one. */
  historyHashAt(position: number): string | undefined {
    return guarded(this.path, () => this.events.hashAt(position));
  }

  /** The entry at a position as it is stored, if there is one. */
  historyEntryAt(position: number): ChainedEntry | undefined {
    return guarded(this.path, () => this.events.after(position - 1, 1)).find((one) => one.position === position);
  }

  /** How many entries there are up to a position, and the hash of the one there, if there is one. */
  historyUpTo(position: number): { count: number; hash: string | undefined } {
    return guarded(this.path, () => this.events.upTo(position));
  }

  /** The last entry, or the last one of a kind about the queue as a whole. */
  lastEntry(kind?: WrittenKind): ChainedEntry | undefined {
    return guarded(this.path, () => this.events.last(kind));
  }

  /** Whether an entry with this hash stands anywhere in the history. Reads all of it. */
  hasHash(hash: string): boolean {
    return guarded(this.path, () => this.events.hasHash(hash));
  }

  /** Whether any entry was sealed with the key of this id. */
  hasEntryOf(key: string): boolean {
    return guarded(this.path, () => this.events.hasEntryOf(key));
  }

  #read<Shape extends z.ZodType>(sql: string, shape: Shape, ...values: (number | string)[]): z.infer<Shape>[] {
    return readDocuments({ database: this.database, path: this.path }, shape, sql, ...values);
  }
}
