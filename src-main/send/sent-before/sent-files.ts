/**
 * @file Which lines of which submissions count as sent, kept in memory: each file that is checked is compared with all of them, and to
 * read ten thousand submissions for each of ten thousand files would hold everything up.
 */

import { setImmediate } from 'node:timers/promises';
import type { LineSet } from '../../ground/line-set.ts';
import type { Batch, BatchState, SubmissionId } from '../batch.ts';
import { rejectedOf } from '../batch-outcome.ts';
import { type LineRange, linesOfBatches, namedLines } from '../line-range.ts';
import type { ChangedSubmissions } from '../storage/changed-submissions.ts';
import type { QueueStore } from '../storage/store.ts';
import { currentBatches, isKnownById, type Submission } from '../submission.ts';
import { type WordOnSending, wordOnBatch, wordOnCorrected } from './may-go-again.ts';

/** Of a submission of which lines may be at the service, or are on their way. */
export interface SentFile {
  id: SubmissionId;
  name: string;
  connection: string;
  addedAt: number;
  sha256: string;
  destination: string;
  /** The batches that count as sent. */
  parts: (LineRange & { state: BatchState })[];
  /** Lines of these that its reports name as rejected: they may go again. */
  rejected: LineSet;
}

type SentStore = Pick<QueueStore, 'batches' | 'lines'>;

/** Undefined where no line of it counts as sent. @param wordOn decides that */
export function sentFileOf(
  store: SentStore,
  submission: Submission,
  wordOn: (batch: Batch) => WordOnSending,
): SentFile | undefined {
  if (submission.stage !== 'approved' || !isKnownById(submission)) return undefined;
  const { id, name, connection, addedAt, check, destination } = submission;
  const batches = store.batches(id);
  const parts = linesOfBatches(batches).flatMap(({ first, last, batch }) =>
    wordOn(batch) === 'free' ? [] : [{ first, last, state: batch.state }],
  );
  if (parts.length === 0) return undefined;
  const rejected = rejectedLines(batches, store.lines);
  return { id, name, connection, addedAt, sha256: check.sha256, destination, parts, rejected };
}

/**
 * The submissions to this destination, or to all, of which lines may be at the service, or are on their way.
 * @param corrected those that the file corrects
 */
export function sentFilesTo(
  store: SentStore & Pick<QueueStore, 'approvedTo'>,
  destination: string | undefined,
  corrected: ReadonlySet<number> = new Set(),
): SentFile[] {
  const wordFor = (id: SubmissionId) => (corrected.has(id) ? wordOnCorrected : wordOnBatch);
  return store.approvedTo(destination).flatMap((one) => sentFileOf(store, one, wordFor(one.id)) ?? []);
}

/** The lines of a file that the reports on batches name of which the service has accepted the others. */
export function rejectedLines(batches: readonly Batch[], lines: Pick<QueueStore['lines'], 'named'>): LineSet {
  const some = currentBatches(batches).filter((batch) => rejectedOf(batch) > 0);
  return namedLines(some, batches, (number) => lines.named(number));
}

/** So many are read before anything else has its turn. */
const READ_AT_ONCE = 50;

type WatchedStore = SentStore & Pick<QueueStore, 'submission' | 'everySubmission' | 'watchSubmissions'>;

export class SentFiles {
  readonly #store: WatchedStore;
  /** By their destination: thousands of long texts are not compared for each file. */
  readonly #files = new Map<string, Map<SubmissionId, SentFile>>();
  #changed: ChangedSubmissions | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(store: WatchedStore) {
    this.#store = store;
  }

  /**
   * As `sentFilesTo`, as they stand now, by their number.
   * @throws AppError queue.damaged; the signal's reason
   */
  async to(destination: string | undefined, corrected: ReadonlySet<number>, signal: AbortSignal): Promise<SentFile[]> {
    // One after the other: the second must not be told what the first is still reading.
    const read = this.#reading.then(() => this.#readChanged());
    this.#reading = read.catch(() => {});
    await read;
    signal.throwIfAborted();
    const files = [...(this.#files.get(destination ?? '')?.values() ?? [])];
    const told =
      corrected.size === 0
        ? files
        : files.flatMap((file) => (corrected.has(file.id) ? (this.#fileOf(file.id, wordOnCorrected) ?? []) : file));
    return told.sort((one, other) => one.id - other.id);
  }

  async #readChanged(): Promise<void> {
    try {
      if (this.#changed === undefined) {
        this.#changed = this.#store.watchSubmissions();
        await this.#read(this.#store.everySubmission());
      }
      // Something may change while the others are read.
      for (let due = this.#changed.take(); due.length > 0; due = this.#changed.take()) await this.#read(due);
    } catch (thrown) {
      // What was taken and not read would be forgotten: all is read again.
      this.#changed = undefined;
      throw thrown;
    }
  }

  async #read(due: readonly SubmissionId[]): Promise<void> {
    for (const [at, id] of due.entries()) {
      if (at % READ_AT_ONCE === READ_AT_ONCE - 1) await setImmediate();
      const file = this.#fileOf(id, wordOnBatch);
      for (const there of this.#files.values()) there.delete(id);
      if (file !== undefined) this.#filesTo(file.destination).set(id, file);
    }
  }

  #filesTo(destination: string): Map<SubmissionId, SentFile> {
    const there = this.#files.get(destination) ?? new Map<SubmissionId, SentFile>();
    this.#files.set(destination, there);
    return there;
  }

  #fileOf(id: SubmissionId, wordOn: (batch: Batch) => WordOnSending): SentFile | undefined {
    const submission = this.#store.submission(id);
    return submission === undefined ? undefined : sentFileOf(this.#store, submission, wordOn);
  }
}
