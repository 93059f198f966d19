/**
 * @file The queue as the shells see it: files are added, checked, approved and carried; submissions are paused, resumed,
 * retried and cancelled. Everything it knows is in the store; everything it does is told as a QueueChange.
 */

import { AppError, type ErrorRecord } from '../../src-preload/errors.ts';
import type { CheckProgress } from '../checking/check.ts';
import { type Clock, SECOND } from '../clock.ts';
import type { TransferSettings } from '../transfer/transfer-settings.ts';
import { type Batch, type BatchNumber, type SubmissionId, terminalStates } from './batch.ts';
import { Intake } from './intake.ts';
import { LineSpeeds } from './line-speeds.ts';
import { inheritanceOf } from './machine.ts';
import { Runner, type RunnerPorts, type RunnerSituation } from './runner.ts';
import { findSourceFile } from './source-file.ts';
import type { QueueStore } from './storage/store.ts';
import {
  currentBatches,
  type Submission,
  type SubmissionOptions,
  type SubmissionState,
  submissionState,
} from './submission.ts';

/** A submission with the batches that stand for it now. */
export interface SubmissionView {
  submission: Submission;
  state: SubmissionState;
  batches: Batch[];
}

/** What has just changed. Progress comes often; the shells thin it out. */
export type QueueChange =
  | { kind: 'submission'; submission: Submission }
  | { kind: 'batch'; batch: Batch }
  | { kind: 'check-progress'; submission: SubmissionId; progress: CheckProgress }
  | { kind: 'upload-progress'; submission: SubmissionId; batch: BatchNumber; sentBytes: number }
  | { kind: 'hold'; connection: string; destination: string; error: ErrorRecord }
  /** Nothing moves any more. After disk.full it goes on by itself once there is room; after anything else it does not. */
  | { kind: 'stopped'; error: AppError }
  | { kind: 'going-on' };

export interface QueuePorts extends Pick<RunnerPorts, 'store' | 'clock' | 'random' | 'performer'> {
  /** Asked each time it matters; see `refresh`. */
  transferSettings: () => TransferSettings;
}

export interface NewSubmission {
  path: string;
  connection: string;
  destination: string;
  options: SubmissionOptions;
}

export interface QueueSituation extends RunnerSituation {
  /** Checks that are due or under way. */
  checking: number;
  /** What stopped the queue, if something did, and when. */
  stopped: { error: AppError; since: number } | undefined;
}

/** How often a full disk is looked at. */
const ROOM_GAP = 5 * SECOND;

export class Queue {
  readonly #store: QueueStore;
  readonly #clock: Clock;
  readonly #runner: Runner;
  readonly #intake: Intake;
  readonly #speeds: LineSpeeds;
  readonly #listeners = new Set<(change: QueueChange) => void>();
  readonly #submissions = new Map<SubmissionId, Submission>();
  #stopped: QueueSituation['stopped'];
  /** Aborts when the queue is to stand still. */
  #running: AbortController | undefined;

  /** Takes over what is stored, as it is after a crash; nothing is done before `start`. */
  constructor(ports: QueuePorts) {
    this.#store = ports.store;
    this.#clock = ports.clock;
    this.#speeds = new LineSpeeds(ports.clock);
    const onFailure = (error: AppError) => void this.#standStill(error);
    this.#intake = new Intake({
      ...ports,
      current: (id) => this.#submission(id),
      onProgress: (submission, progress) => this.#tell({ kind: 'check-progress', submission, progress }),
      onChange: (submission, batches) => this.#accept(submission, batches),
      onFailure,
    });
    this.#runner = new Runner({
      ...ports,
      onSent: (batch, sentBytes) => this.#noteSent(batch, sentBytes),
      limits: ports.transferSettings,
      bytesPerSecond: ({ destination }) => this.#speeds.bytesPerSecond(destination),
      onBatch: (batch) => {
        if (batch.state !== 'uploading') this.#speeds.end(batch.number);
        this.#tell({ kind: 'batch', batch });
      },
      onHold: ({ connection, destination }, error) => this.#tell({ kind: 'hold', connection, destination, error }),
      onFailure,
    });
    const batches = Map.groupBy(this.#store.batches(), (batch) => batch.submission);
    for (const submission of this.#store.submissions()) {
      this.#submissions.set(submission.id, submission);
      this.#runner.adopt(submission, (batches.get(submission.id) ?? []).filter(isOpen));
    }
  }

  /** Goes on with everything that is stored. */
  start(): void {
    this.#running = new AbortController();
    for (const submission of this.#submissions.values()) {
      if (submission.stage === 'checking') this.#intake.enqueue(submission);
    }
    this.#runner.start();
  }

  /** Ends checks and uploads, stores where they stopped; the queue goes on with the next start. */
  async stop(): Promise<void> {
    this.#running?.abort();
    this.#running = undefined;
    await Promise.all([this.#intake.stop(), this.#runner.stop()]);
  }

  /** Looks again at settings that may have changed. */
  refresh(): void {
    this.#runner.refresh();
  }

  /** The submissions that a person looks at: the service is asked about them first. */
  watch(ids: Iterable<SubmissionId>): void {
    this.#runner.watch(new Set(ids));
  }

  /** Calls `listener` with every change; returns what ends that. */
  subscribe(listener: (change: QueueChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Adds a file; its check starts by itself, and it is sent when the check and the options allow.
   * @throws AppError file.* when there is no readable file
   */
  async add({ path, connection, destination, options }: NewSubmission): Promise<Submission> {
    const absolute = await findSourceFile(path);
    const addedAt = this.#clock.now();
    const submission = this.#store.addSubmission(
      { path: absolute, addedAt, connection, destination, options, stage: 'checking', paused: false },
      { at: addedAt, kind: 'added', detail: { path: absolute, connection, onInvalid: options.onInvalid } },
    );
    this.#accept(submission, []);
    if (this.#running !== undefined) this.#intake.enqueue(submission);
    return submission;
  }

  list(): SubmissionView[] {
    return submissionViews(this.#store);
  }

  view(id: SubmissionId): SubmissionView {
    return viewOf(this.#submission(id), this.#store.batches(id));
  }

  /** The submission that an id typed by a person means: its own number, or the batch id of one of its batches. */
  find(id: string): SubmissionView {
    const number = this.#store.findBatch(id)?.submission ?? Number(id);
    const submission = [...this.#submissions.values()].find((candidate) => candidate.id === number);
    if (submission === undefined) throw new AppError('queue.unknown-id', { id });
    return this.view(submission.id);
  }

  /** Nothing more of it is sent until it is resumed; a batch in flight starts again then. */
  pause(id: SubmissionId): void {
    this.#change(id, 'paused', (submission) => ({ ...submission, paused: true }));
  }

  resume(id: SubmissionId): void {
    this.#change(id, 'resumed', (submission) => ({ ...submission, paused: false }));
    this.#runner.releaseHolds();
  }

  /**
   * A held submission is sent all the same. A file that was sent before needs a reason, which the history keeps.
   * @throws AppError queue.not-held, queue.nothing-to-send, submission.no-reason
   */
  approve(id: SubmissionId, reason?: string): void {
    this.#intake.approve(this.#submission(id), reason);
  }

  /** Begins again what ended without success: a failed check, or batches that failed or were cancelled. */
  retry(id: SubmissionId): void {
    const { submission, batches } = this.view(id);
    if (submission.stage === 'check-failed' || submission.stage === 'cancelled') {
      const again = this.#change(id, 'retried', recheck);
      if (this.#running !== undefined) this.#intake.enqueue(again);
      return;
    }
    const at = this.#clock.now();
    const ended = batches.filter((batch) => batch.state === 'failed' || batch.state === 'cancelled');
    const fresh = ended.map((batch) => this.#store.replaceBatch(batch, inheritanceOf(batch), { at, kind: 'retried' }));
    const resumed = this.#change(id, 'resumed', (current) => ({ ...current, paused: false }));
    this.#accept(resumed, fresh);
    this.#runner.releaseHolds();
  }

  /** Gives up what has not ended yet. What the service has already got, it may still process. */
  cancel(id: SubmissionId): void {
    const { submission, batches } = this.view(id);
    if (submission.stage !== 'approved') {
      this.#intake.abort(id);
      this.#change(id, 'cancelled', (current) => ({ ...current, stage: 'cancelled' }));
      return;
    }
    for (const batch of batches) this.#runner.cancel(batch.number);
  }

  /** What is left to do, and what keeps it from being done. */
  situation(): QueueSituation {
    return { ...this.#runner.situation(), checking: this.#intake.checking, stopped: this.#stopped };
  }

  /** Why nothing is sent to where this submission is bound, if so. */
  holdOf(submission: Pick<Submission, 'destination'>): ErrorRecord | undefined {
    return this.#runner.holdOf(submission);
  }

  /** The store failed: nothing moves any more, until a full disk has room again. */
  async #standStill(error: AppError): Promise<void> {
    if (this.#stopped !== undefined || this.#running === undefined) return;
    const { signal } = this.#running;
    this.#stopped = { error, since: this.#clock.now() };
    this.#tell({ kind: 'stopped', error });
    await Promise.all([this.#intake.stop(), this.#runner.stop()]);
    if (error.code !== 'disk.full') return;
    try {
      do await this.#clock.sleep(ROOM_GAP, signal);
      while (!this.#store.hasRoom());
    } catch {
      // Stopped, or closed, before there was room.
      return;
    }
    this.#stopped = undefined;
    this.#tell({ kind: 'going-on' });
    this.#runner.reload(this.#store.batches().filter(isOpen));
    this.start();
  }

  #submission(id: SubmissionId): Submission {
    const submission = this.#submissions.get(id);
    if (submission === undefined) throw new AppError('queue.unknown-id', { id: String(id) });
    return submission;
  }

  #change(id: SubmissionId, kind: string, change: (submission: Submission) => Submission): Submission {
    const changed = change(this.#submission(id));
    this.#store.saveSubmission(changed, { at: this.#clock.now(), kind });
    this.#accept(changed, []);
    return changed;
  }

  /** Takes over what has just been stored. */
  #accept(submission: Submission, batches: readonly Batch[]): void {
    this.#submissions.set(submission.id, submission);
    this.#tell({ kind: 'submission', submission });
    for (const batch of batches) this.#tell({ kind: 'batch', batch });
    this.#runner.adopt(submission, batches);
  }

  #noteSent(batch: Batch, sentBytes: number): void {
    this.#speeds.note(this.#submission(batch.submission).destination, batch.number, sentBytes);
    this.#tell({ kind: 'upload-progress', submission: batch.submission, batch: batch.number, sentBytes });
  }

  #tell(change: QueueChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

function recheck({ error: _, warning: __, check: ___, ranges: ____, ...submission }: Submission): Submission {
  return { ...submission, stage: 'checking' };
}

/** What is stored, as the shells show it; needs no running queue. */
export function submissionViews(store: QueueStore): SubmissionView[] {
  const batches = Map.groupBy(store.batches(), (batch) => batch.submission);
  return store.submissions().map((submission) => viewOf(submission, batches.get(submission.id) ?? []));
}

function isOpen(batch: Batch): boolean {
  return !terminalStates.has(batch.state) || batch.report === 'wanted';
}

function viewOf(submission: Submission, batches: readonly Batch[]): SubmissionView {
  const current = currentBatches(batches);
  return { submission, state: submissionState(submission, current), batches: current };
}
