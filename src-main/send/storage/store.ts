/**
 * @file The store: submissions, their batches and the history; through it, everything else in the queue's database. Each
 * method is one transaction. Rows are parsed, never trusted.
 */

import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { WrittenKind } from '../../../src-shared/history.ts';
import type { Author, ChainedEntry, Head } from '../../audit/chain.ts';
import type { LineSet } from '../../ground/line-set.ts';
import { Statements } from '../../ground/prepared-statements.ts';
import type { RequestLedger } from '../../wire/service/rate-limits.ts';
import { type Batch, type BatchNumber, batchSchema, newBatch, type SubmissionId } from '../batch.ts';
import { detailOfNew } from '../batch-history.ts';
import { digestOfTotals } from '../reduction.ts';
import {
  type ApprovedSubmission,
  type ByteRange,
  type CheckResult,
  type Submission,
  type SubmissionState,
  submissionSchema,
  submissionSummarySchema,
  type UnnumberedSubmission,
} from '../submission.ts';
import { ChangedSubmissions } from './changed-submissions.ts';
import { CorrectionTurns } from './correction-turns.ts';
import { StoredCustomerData } from './customer-data.ts';
import { type DatabaseOptions, guarded, inTransaction, openDatabase, toStorageError } from './database.ts';
import { documentsIn, readDocuments } from './documents.ts';
import { endOf } from './ends.ts';
import { History, type HistoryEvent, type Occasion } from './history.ts';
import { type FoundEntry, findEntries, type HistoryFilter, iterateEntries, recordingPeople } from './history-search.ts';
import { type Issued, IssuedIds, type WantedIds } from './issued-ids.ts';
import { LineEdits } from './line-edits.ts';
import { removedBetween } from './overview.ts';
import { hasRoom } from './room.ts';
import type { StoredStanding } from './standing-document.ts';
import { type DayOfControl, digestOfDay, StoredControl } from './stored-control.ts';
import { StoredFindings } from './stored-findings.ts';
import { StoredLedger } from './stored-ledger.ts';
import { StoredLines } from './stored-lines.ts';
import { standingsIn } from './stored-standings.ts';

export type { HistoryEvent, Occasion } from './history.ts';

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
/** Selects submissions that were not removed. */
/** As `isKnownById`. */
const knownById = "(json_extract(document, '$.purgedAt') IS NULL OR json_extract(document, '$.idsStay') IS NOT NULL)";
const inQueue = "json_extract(document, '$.removedAt') IS NULL";

export interface StoreOptions extends DatabaseOptions {
  /** Who records what happens, and the key that seals it. */
  author?: Author;
}

export class QueueStore {
  readonly #history: History;
  readonly #issuedIds: IssuedIds;
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #path: string;
  readonly #isReadOnly: boolean;
  #onRecorded: ((kinds: readonly WrittenKind[]) => void) | undefined;
  /** The times of our requests, so that the limits of §8 hold across restarts. */
  readonly ledger: RequestLedger;
  readonly findings: StoredFindings;
  readonly lines: StoredLines;
  /** What the core systems say, to be compared. */
  readonly control: Pick<StoredControl, 'all'>;
  readonly #control: StoredControl;
  /** What a person corrected by hand in the lines of checked files. */
  readonly lineEdits: LineEdits;
  /** What they have decided about the faults of such a file. */
  readonly correctionTurns: CorrectionTurns;
  /** What is purged once it is no longer needed. */
  readonly customerData: StoredCustomerData;

  /** Opens `queue.db` in the data folder. A read-only store can be used while another process writes. */
  constructor(folder: string, options: StoreOptions = {}) {
    this.#path = join(folder, 'queue.db');
    this.#isReadOnly = options.readOnly ?? false;
    this.#database = openDatabase(this.#path, options);
    this.#statements = Statements.of(this.#database);
    this.#history = new History(this.#database, this.#path, options.author);
    this.#issuedIds = new IssuedIds(this.#database);
    this.ledger = new StoredLedger(this.#database, this.#path);
    this.findings = new StoredFindings(this.#database, this.#path);
    this.lines = new StoredLines(this.#database, this.#path);
    this.#control = new StoredControl(this.#database, this.#path);
    this.control = this.#control;
    this.lineEdits = new LineEdits(this.#database, this.#path);
    this.correctionTurns = new CorrectionTurns(this.#database, this.#path);
    this.customerData = new StoredCustomerData(this.#database, this.#path);
  }

  close(): void {
    this.#database.close();
  }

  /** Notices which submissions change from now on. */
  watchSubmissions(): ChangedSubmissions {
    return new ChangedSubmissions(this.#database, this.#path);
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
      this.#history.add(stored.id, undefined, occasion);
      return stored;
    });
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

  /** Stores a submission whose approval does not count any more. Its batches, of which nothing has begun, are gone with it. */
  withdrawApproval(submission: Exclude<Submission, ApprovedSubmission>, occasion: Occasion): void {
    this.#write(() => {
      this.#putSubmission(submission);
      this.#database.prepare('DELETE FROM batches WHERE submission = ?').run(submission.id);
      const { stage, paused, team } = submission;
      const detail = { ...occasion.detail, unapproved: true, stage, paused, team: team?.file };
      this.#history.add(submission.id, undefined, { ...occasion, detail });
    });
  }

  /**
   * Adds a batch for the range of one that ended without success. The ended batch keeps its state; the new one takes
   * over the ids that it watched, and the rest of the inheritance.
   */
  replaceBatch(ended: Batch, inheritance: Partial<Batch>, occasion: Occasion): Batch {
    return this.#write(() => {
      this.#putBatch({ ...ended, watched: [] });
      this.#database.prepare('UPDATE batches SET batch_id = NULL WHERE number = ?').run(ended.number);
      const fresh = this.#insertBatch(ended.submission, ended, inheritance);
      this.#history.add(ended.submission, fresh.number, {
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
      this.#history.add(batch.submission, batch.number, {
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
      this.#history.add(batch.submission, batch.number, { ...occasion, detail: { ...occasion.detail, ...sealed } });
    });
  }

  /** Whether what the service gave for this batch is that of another batch, or was used before. */
  isUsedFor(batch: Pick<Batch, 'number' | 'watched'>, issued: Issued): boolean {
    return guarded(this.#path, () => this.#issuedIds.isUsedFor(batch, issued));
  }

  /** The submissions in the queue, without removed ones. */
  submissions(): Submission[] {
    return [...this.eachSubmission()];
  }

  /** As `submissions`, one after the other. */
  eachSubmission(): Generator<Submission> {
    return documentsIn(
      { database: this.#database, path: this.#path },
      submissionSchema,
      `SELECT json_set(document, '$.id', id) AS document FROM submissions WHERE ${inQueue} ORDER BY id`,
    );
  }

  /** How many submissions are in the queue. */
  countInQueue(): number {
    const counted = guarded(this.#path, () =>
      this.#database.prepare(`SELECT count(*) AS count FROM submissions WHERE ${inQueue}`).get(),
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
        batches: (sql: string) => documentsIn({ database: this.#database, path: this.#path }, batchSchema, sql),
      };
      return standingsIn(this.#database, read, this.#isReadOnly ? Number.POSITIVE_INFINITY : worthKeeping);
    } catch (thrown) {
      // SQLite does not say which batch it cannot read. Reading each one does.
      this.batches();
      throw toStorageError(this.#path, thrown);
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
    return guarded(this.#path, () => this.#database.prepare(sql).all()).map((row) => contentRow.parse(row));
  }

  /** The file of each submission that was checked and not purged, as it was then, also of removed ones; the newest first. */
  checkedFiles(): z.infer<typeof checkedFileRow>[] {
    const sql = `SELECT id, json_extract(document, '$.content') AS path, json_extract(document, '$.check.bytes') AS bytes,
      json_extract(document, '$.check.modifiedAt') AS modifiedAt FROM submissions
      WHERE json_extract(document, '$.check.sha256') IS NOT NULL AND json_extract(document, '$.purgedAt') IS NULL
      ORDER BY id DESC`;
    return guarded(this.#path, () => this.#database.prepare(sql).all()).map((row) => checkedFileRow.parse(row));
  }

  /** The submission whose bytes are at this path, even if it was removed. */
  submissionWithContent(path: string): SubmissionId | undefined {
    const sql = "SELECT id FROM submissions WHERE json_extract(document, '$.content') = ? ORDER BY id LIMIT 1";
    const row = guarded(this.#path, () => this.#database.prepare(sql).get(path));
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
    return guarded(this.#path, () => this.#database.prepare(sql).all(destination)).map((row) => nameRow.parse(row));
  }

  /** The batches with a watched abandoned id, including replaced ones. */
  watchingBatches(): Batch[] {
    return this.#read(`SELECT document FROM batches WHERE ${watching} ORDER BY number`, batchSchema);
  }

  /** This batch id, or those that begin so, with their batches, the latest first. */
  batchesFrom(asked: string, wanted: WantedIds): { id: string; batch: Batch }[] {
    const found = guarded(this.#path, () => this.#issuedIds.ownersFrom(asked, wanted));
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
    const recorded = guarded(this.#path, () => this.#history.batchWithId(wanted));
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
    return guarded(this.#path, () => this.#history.all(submission));
  }

  /** The entries about the queue as a whole, in order. */
  historyOfQueue(): HistoryEvent[] {
    return guarded(this.#path, () => this.#history.ofQueue());
  }

  /** The entries about a submission as such, in order, and whether they are as they were written. */
  historyOfSubmission(submission: SubmissionId): { events: HistoryEvent[]; intact: boolean } {
    return guarded(this.#path, () => this.#history.ofSubmission(submission));
  }

  /** The first and the last entry about a batch, and whether they are as they were written. */
  endsOfHistory(batch: BatchNumber): { events: HistoryEvent[]; intact: boolean } {
    return guarded(this.#path, () => this.#history.endsOfBatch(batch));
  }

  /** The numbers of all submissions, also of removed ones and of those of which only the history tells, in order. */
  everySubmission(): SubmissionId[] {
    return guarded(this.#path, () => {
      const rows = this.#database.prepare('SELECT id FROM submissions').all();
      const all = new Set([...rows.map(({ id }) => Number(id)), ...this.#history.submissions()]);
      return [...all].sort((a, b) => a - b).map((id) => batchSchema.shape.submission.parse(id));
    });
  }

  /** The batches whose columns are not those of their documents. */
  misplacedBatches(): { submission: SubmissionId; number: BatchNumber }[] {
    const sql = `SELECT number, submission FROM batches WHERE json_extract(document, '$.number') IS NOT number
      OR json_extract(document, '$.submission') IS NOT submission
      OR batch_id IS NOT NULL AND batch_id IS NOT json_extract(document, '$.delivery.batchId')`;
    const row = batchSchema.pick({ number: true, submission: true });
    return guarded(this.#path, () => this.#database.prepare(sql).all()).map((one) => row.parse(one));
  }

  /** The highest position of the history that was ever given out. */
  highestPosition(): number {
    return guarded(this.#path, () => this.#history.highest());
  }

  /** Runs `work`, which only reads, on one state of the queue, whatever another process writes meanwhile. */
  atOneTime<Result>(work: () => Result): Result {
    if (this.#database.isTransaction) return work();
    return guarded(this.#path, () => {
      this.#database.exec('BEGIN');
      try {
        return work();
      } finally {
        this.#database.exec('COMMIT');
      }
    });
  }

  /** The latest events of one submission, and whether they are as they were written. */
  latestHistory(submission: SubmissionId, most: number): { events: HistoryEvent[]; intact: boolean } {
    return guarded(this.#path, () => this.#history.latest(submission, most));
  }

  /** The latest entries that pass a filter, newest first: at most `limit`, older than the position `olderThan`. */
  findHistory(filter: HistoryFilter, page: { olderThan?: number | undefined; limit: number }): FoundEntry[] {
    return guarded(this.#path, () => findEntries(this.#database, filter, page));
  }

  /** When the last of a submission in this state came to an end; undefined where the history does not tell. */
  endOf(id: SubmissionId, state: SubmissionState): number | undefined {
    return guarded(this.#path, () => endOf(this.#database, id, state));
  }

  /** All entries that pass a filter, oldest first. */
  iterateHistory(filter: HistoryFilter): Iterable<FoundEntry> {
    return iterateEntries(this.#database, filter);
  }

  /** The users of the system who have recorded anything. */
  recordingPeople(): string[] {
    return guarded(this.#path, () => recordingPeople(this.#database));
  }

  /** Those that were added from a time on and before another one, and removed since. */
  removedBetween(from: number, before: number): SubmissionId[] {
    return guarded(this.#path, () => removedBetween(this.#database, from, before));
  }

  /** Whether the disk has room for the queue again after it was full. */
  hasRoom(): boolean {
    return hasRoom(this.#database, this.#path);
  }

  /** Calls `listener` with the kinds of what was recorded, once that is on the disk. It must not throw. */
  onRecorded(listener: (kinds: readonly WrittenKind[]) => void): void {
    this.#onRecorded = listener;
  }

  /** Records what concerns the queue as a whole. */
  record(occasion: Occasion): void {
    this.#write(() => this.#history.add(0, undefined, occasion));
  }

  /** Keeps what a core system says of some days, and records that it was entered, or taken back. */
  saveControl(days: readonly DayOfControl[], occasion: Occasion): void {
    this.#write(() => {
      for (const day of days) this.#control.save(day);
      const figures = Object.fromEntries(days.map((day) => [day.day, digestOfDay(day)]));
      this.#history.add(0, undefined, { ...occasion, detail: { ...occasion.detail, figures } });
    });
  }

  /** All entries of the history as they are stored, one after another. */
  entries(): Iterable<ChainedEntry> {
    return this.#history.entries();
  }

  /** The end of the history; undefined where it is empty. */
  historyHead(): Head | undefined {
    return guarded(this.#path, () => this.#history.head());
  }

  /** The entries of the history after a position as they are stored, in order. */
  historyAfter(position: number, most: number): ChainedEntry[] {
    return guarded(this.#path, () => this.#history.after(position, most));
  }

  /** The hash of the entry at a position, if there is one. */
  historyHashAt(position: number): string | undefined {
    return guarded(this.#path, () => this.#history.hashAt(position));
  }

  /** The entry at a position as it is stored, if there is one. */
  historyEntryAt(position: number): ChainedEntry | undefined {
    return guarded(this.#path, () => this.#history.after(position - 1, 1)).find((one) => one.position === position);
  }

  /** How many entries there are up to a position, and the hash of the one there, if there is one. */
  historyUpTo(position: number): { count: number; hash: string | undefined } {
    return guarded(this.#path, () => this.#history.upTo(position));
  }

  /** The last entry, or the last one of a kind about the queue as a whole. */
  lastEntry(kind?: WrittenKind): ChainedEntry | undefined {
    return guarded(this.#path, () => this.#history.last(kind));
  }

  /** Whether an entry with this hash stands anywhere in the history. Reads all of it. */
  hasHash(hash: string): boolean {
    return guarded(this.#path, () => this.#history.hasHash(hash));
  }

  /** Whether any entry was sealed with the key of this id. */
  hasEntryOf(key: string): boolean {
    return guarded(this.#path, () => this.#history.hasEntryOf(key));
  }

  #write<Result>(work: () => Result): Result {
    const result = guarded(this.#path, () => inTransaction(this.#database, work));
    if (!this.#database.isTransaction) {
      const kinds = this.#history.takeAdded();
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
    this.#issuedIds.note(batch);
  }

  #read<Shape extends z.ZodType>(sql: string, shape: Shape, ...values: (number | string)[]): z.infer<Shape>[] {
    return readDocuments({ database: this.#database, path: this.#path }, shape, sql, ...values);
  }
}
