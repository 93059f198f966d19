/**
 * @file The queue as the shells see it: files are added, checked, approved and carried; submissions are paused, resumed,
 * retried and cancelled. Everything it knows is in the store; everything it does is told as a QueueChange.
 */

import { AppError, type ErrorRecord, toAppError } from '../../src-preload/errors.ts';
import { type CheckProgress, type CheckSummary, checkFile } from '../checking/check.ts';
import type { Clock } from '../clock.ts';
import { type Batch, type BatchNumber, type SubmissionId, terminalStates } from './batch.ts';
import { EffectPerformer, type EffectPorts } from './effects.ts';
import { Runner, type RunnerLimits, type RunnerSituation } from './runner.ts';
import { findSourceFile } from './source-file.ts';
import type { QueueStore } from './store.ts';
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
  | { kind: 'fatal'; error: AppError };

export interface QueuePorts extends Pick<EffectPorts, 'clock' | 'box' | 'reports' | 'serviceFor'> {
  store: QueueStore;
  random: () => number;
  limits: RunnerLimits;
}

export interface NewSubmission {
  path: string;
  connection: string;
  destination: string;
  options: SubmissionOptions;
}

export class Queue {
  readonly #store: QueueStore;
  readonly #clock: Clock;
  readonly #runner: Runner;
  readonly #listeners = new Set<(change: QueueChange) => void>();
  readonly #submissions = new Map<SubmissionId, Submission>();
  readonly #checks = new Map<SubmissionId, AbortController>();
  #checking: Promise<void> = Promise.resolve();
  #running = false;

  /** Takes over what is stored, as it is after a crash; nothing is done before `start`. */
  constructor(ports: QueuePorts) {
    this.#store = ports.store;
    this.#clock = ports.clock;
    this.#runner = new Runner({
      ...ports,
      performer: new EffectPerformer({
        ...ports,
        onUploadProgress: ({ submission, number }, sentBytes) =>
          this.#tell({ kind: 'upload-progress', submission, batch: number, sentBytes }),
      }),
      onBatch: (batch) => this.#tell({ kind: 'batch', batch }),
      onHold: ({ connection, destination }, error) => this.#tell({ kind: 'hold', connection, destination, error }),
      onFatal: (error) => this.#tell({ kind: 'fatal', error }),
    });
    const batches = Map.groupBy(this.#store.batches(), (batch) => batch.submission);
    for (const submission of this.#store.submissions()) {
      this.#submissions.set(submission.id, submission);
      this.#runner.adopt(submission, (batches.get(submission.id) ?? []).filter(isOpen));
    }
  }

  /** Goes on with everything that is stored. */
  start(): void {
    this.#running = true;
    for (const submission of this.#submissions.values()) {
      if (submission.stage === 'checking') this.#enqueueCheck(submission);
    }
    this.#runner.start();
  }

  /** Ends checks and uploads, stores where they stopped; the queue goes on with the next start. */
  async stop(): Promise<void> {
    this.#running = false;
    for (const controller of this.#checks.values()) controller.abort(new AppError('upload.interrupted', {}));
    await Promise.all([this.#checking, this.#runner.stop()]);
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
    this.#remember(submission);
    this.#runner.adopt(submission);
    this.#enqueueCheck(submission);
    return submission;
  }

  list(): SubmissionView[] {
    return submissionViews(this.#store);
  }

  view(id: SubmissionId): SubmissionView {
    const submission = this.#submissions.get(id);
    if (submission === undefined) throw new AppError('queue.unknown-id', { id: String(id) });
    return viewOf(submission, this.#store.batches(id));
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

  /** Begins again what ended without success: a failed check, or batches that failed or were cancelled. */
  retry(id: SubmissionId): void {
    const { submission, batches } = this.view(id);
    if (submission.stage === 'check-failed' || submission.stage === 'cancelled') {
      this.#enqueueCheck(this.#change(id, 'retried', recheck));
      return;
    }
    const at = this.#clock.now();
    const ended = batches.filter((batch) => batch.state === 'failed' || batch.state === 'cancelled');
    const fresh = ended.map((batch) => this.#store.replaceBatch(batch, { at, kind: 'retried' }));
    for (const batch of fresh) this.#tell({ kind: 'batch', batch });
    this.#runner.adopt(
      this.#change(id, 'resumed', (current) => ({ ...current, paused: false })),
      fresh,
    );
    this.#runner.releaseHolds();
  }

  /** Gives up what has not ended yet. What the service has already got, it may still process. */
  cancel(id: SubmissionId): void {
    const { submission, batches } = this.view(id);
    if (submission.stage !== 'approved') {
      this.#checks.get(id)?.abort(new AppError('upload.interrupted', {}));
      this.#change(id, 'cancelled', (current) => ({ ...current, stage: 'cancelled' }));
      return;
    }
    for (const batch of batches) this.#runner.cancel(batch.number);
  }

  /** What is left to do, and what keeps it from being done. */
  situation(): RunnerSituation & { checking: number } {
    return { ...this.#runner.situation(), checking: this.#checks.size };
  }

  /** Why nothing is sent to where this submission is bound, if so. */
  holdOf(submission: Pick<Submission, 'destination'>): ErrorRecord | undefined {
    return this.#runner.holdOf(submission);
  }

  /** Checks run one after another: each uses all the processor it can get. */
  #enqueueCheck(submission: Submission): void {
    const controller = new AbortController();
    this.#checks.set(submission.id, controller);
    this.#checking = this.#checking.then(async () => {
      try {
        if (this.#running) await this.#check(submission, controller.signal);
        await this.#store.sweepFindings(controller.signal);
      } catch (thrown) {
        this.#tell({ kind: 'fatal', error: toAppError(thrown) });
      }
      this.#checks.delete(submission.id);
      this.#tell({ kind: 'submission', submission: this.#submissions.get(submission.id) ?? submission });
    });
  }

  async #check(submission: Submission, signal: AbortSignal): Promise<void> {
    const { id, path, options } = submission;
    try {
      signal.throwIfAborted();
      this.#store.clearFindings(id);
      const summary = await checkFile(
        { path, ruleSet: options.ruleSet, maxBatchBytes: options.maxBatchBytes },
        {
          signal,
          onFindings: (findings) => this.#store.addFindings(id, findings),
          onProgress: (progress) => this.#tell({ kind: 'check-progress', submission: id, progress }),
        },
      );
      this.#decide(submission, summary);
    } catch (thrown) {
      if (signal.aborted) return;
      const error = toAppError(thrown).toRecord();
      if (error.code === 'disk.full') throw thrown;
      this.#change(id, 'check-failed', (current) => ({ ...current, stage: 'check-failed', error }));
    }
  }

  #decide(submission: Submission, summary: CheckSummary): void {
    const { ranges, ...check } = summary;
    const stage = stageAfterCheck(submission.options, summary);
    if (stage === 'held') {
      this.#change(submission.id, 'held', (current) => ({ ...current, stage, check }));
      return;
    }
    const current = this.#submissions.get(submission.id) ?? submission;
    const approved: Submission = { ...current, stage, check };
    const detail = { sha256: check.sha256, bytes: check.bytes, lines: check.lines, errors: check.errors };
    const batches = this.#store.approve(approved, ranges, { at: this.#clock.now(), kind: 'approved', detail });
    this.#remember(approved);
    for (const batch of batches) this.#tell({ kind: 'batch', batch });
    this.#runner.adopt(approved, batches);
  }

  #change(id: SubmissionId, kind: string, change: (submission: Submission) => Submission): Submission {
    const changed = change(this.view(id).submission);
    this.#store.saveSubmission(changed, { at: this.#clock.now(), kind });
    this.#remember(changed);
    this.#runner.adopt(changed);
    return changed;
  }

  #remember(submission: Submission): void {
    this.#submissions.set(submission.id, submission);
    this.#tell({ kind: 'submission', submission });
  }

  #tell(change: QueueChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** Whether a checked file may be sent: without errors always, with errors only if the service is to decide. */
export function stageAfterCheck(
  options: Pick<SubmissionOptions, 'onInvalid'>,
  summary: Pick<CheckSummary, 'errors' | 'ranges'>,
): 'approved' | 'held' {
  if (summary.ranges.length === 0) return 'held';
  return summary.errors === 0 || options.onInvalid === 'service-decides' ? 'approved' : 'held';
}

function recheck({ error: _, check: __, ...submission }: Submission): Submission {
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
