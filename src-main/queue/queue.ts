/**
 * @file The queue as the shells see it: files are added, checked, approved and carried; submissions are paused, resumed,
 * retried and cancelled. Everything it knows is in the store; everything it does is told as a QueueChange.
 */

import { AppError, type ErrorRecord, toAppError } from '../../src-shared/errors.ts';
import type { WrittenKind } from '../../src-shared/history.ts';
import { isEndState } from '../../src-shared/states.ts';
import { type Clock, HOUR, SECOND } from '../clock.ts';
import type { TransferSettings } from '../transfer/transfer-settings.ts';
import { AbandonedWatch } from './abandoned-watch.ts';
import { type ActionResult, mayBeRetried, type QueueAction, RESTORABLE, resultOf } from './actions.ts';
import type { Batch, SubmissionId } from './batch.ts';
import { Intake } from './intake.ts';
import { LineSpeeds } from './line-speeds.ts';
import { inheritanceOf } from './machine/inheritance.ts';
import type { Patience } from './machine/machine.ts';
import type { QueueChange } from './queue-change.ts';
import { type Correction, planOf, rebound } from './rebinding.ts';
import { Runner, type RunnerPorts, type RunnerSituation } from './runner.ts';
import { findSourceFile } from './source-file.ts';
import type { Standing } from './standing.ts';
import { Standings } from './standings.ts';
import { Standstill } from './standstill.ts';
import type { QueueStore } from './storage/store.ts';
import { recheck, type Submission, type SubmissionOptions } from './submission.ts';
import { type SubmissionView, submissionViews, viewOf } from './submission-view.ts';

export type { QueueChange } from './queue-change.ts';
export { type SubmissionView, submissionViews } from './submission-view.ts';

export interface QueuePorts extends Pick<RunnerPorts, 'store' | 'clock' | 'random' | 'performer' | 'storagePause'> {
  /** Asked each time it matters; see `refresh`. */
  transferSettings: () => TransferSettings;
}

export interface NewSubmission {
  path: string;
  /** What people call the file, where that is not its path. */
  name?: string;
  connection: string;
  destination: string;
  options: SubmissionOptions;
}

export interface QueueSituation extends RunnerSituation {
  /** Checks that are due or under way. */
  checking: number;
  /** Whether the service is being asked about a batch without proof of arrival, or an id that was given up. */
  isAsking: boolean;
  /** What stopped the queue, if something did, and when. */
  stopped: Standstill['reason'];
}

export class Queue {
  readonly #store: QueueStore;
  readonly #clock: Clock;
  readonly #runner: Runner;
  readonly #intake: Intake;
  readonly #speeds: LineSpeeds;
  readonly #listeners = new Set<(change: QueueChange) => void>();
  readonly #standings: Standings;
  /** Those that are open, or were of interest in this run; the others stay in the store. */
  readonly #submissions = new Map<SubmissionId, Submission>();
  readonly #standstill: Standstill;
  readonly #watch: AbandonedWatch;
  /** Aborts when the queue is to stand still. */
  #running: AbortController | undefined;

  /** Takes over what is stored, as it is after a crash; nothing is done before `start`. */
  constructor(ports: QueuePorts) {
    this.#store = ports.store;
    this.#clock = ports.clock;
    this.#speeds = new LineSpeeds(ports.clock);
    const onFailure = (error: AppError) => this.#standStill(error);
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
      patience: () => patienceOf(ports.transferSettings()),
      bytesPerSecond: ({ destination }) => this.#speeds.bytesPerSecond(destination),
      onBatch: (batch) => {
        if (batch.state !== 'uploading') this.#speeds.end(batch.number);
        this.#noteBatch(batch);
      },
      onHold: ({ connection, destination }, error) => this.#tell({ kind: 'hold', connection, destination, error }),
      onFailure,
    });
    this.#watch = new AbandonedWatch({
      ...ports,
      submissionOf: (batch) => {
        const submission = this.#submission(batch.submission);
        if (submission.stage !== 'approved' || this.#runner.holdOf(submission) !== undefined) return undefined;
        return submission;
      },
      onStatus: (batch, status) => this.#runner.noteAbandoned(batch, status),
    });
    this.#standings = new Standings(this.#store);
    this.#standstill = new Standstill({
      clock: ports.clock,
      hasRoom: () => ports.store.hasRoom(),
      rest: () => Promise.all([this.#intake.stop(), this.#watch.stop(), this.#runner.stop()]),
      onBegin: (error) => this.#tell({ kind: 'stopped', error }),
      onEnd: () => {
        this.#tell({ kind: 'going-on' });
        this.#takeOver();
        this.#adoptOpen();
        this.start();
      },
    });
    this.#adoptOpen();
  }

  /** Goes on with everything that is stored. */
  start(): void {
    this.#forgetRemoved();
    this.#running = new AbortController();
    for (const { submission } of this.#standings.all()) {
      if (submission.stage === 'checking') this.#intake.enqueue(this.#submission(submission.id));
    }
    this.#runner.start();
    this.#watch.start();
  }

  /** Ends checks and uploads, stores where they stopped; the queue goes on with the next start. */
  async stop(): Promise<void> {
    this.#running?.abort();
    this.#running = undefined;
    await Promise.all([this.#intake.stop(), this.#watch.stop(), this.#runner.stop()]);
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
  async add({ path, name, connection, destination, options }: NewSubmission): Promise<Submission> {
    const content = await findSourceFile(path);
    const addedAt = this.#clock.now();
    const submission = this.#store.addSubmission(
      { name: name ?? content, content, addedAt, connection, destination, options, stage: 'checking', paused: false },
      {
        ...{ at: addedAt, kind: 'added' },
        detail: { path: content, ...(name !== undefined && { name }), connection, onInvalid: options.onInvalid },
      },
    );
    this.#accept(submission, []);
    if (this.#running !== undefined) this.#intake.enqueue(submission);
    return submission;
  }

  /** Where the submissions in the queue stand, in the order they were added; from memory. */
  standings(): Standing[] {
    return this.#standings.all();
  }

  /** @throws AppError queue.unknown-id */
  standing(id: SubmissionId): Standing {
    return this.#standings.of(id);
  }

  /** The submissions in the queue with their batches, read from the store. */
  list(): SubmissionView[] {
    return submissionViews(this.#store);
  }

  view(id: SubmissionId): SubmissionView {
    return viewOf(this.#inQueue(id), this.#store.batches(id));
  }

  /** The submission that an id typed by a person means: its own number, or the batch id of one of its batches. */
  find(id: string): SubmissionView {
    const number = this.#store.findBatch(id)?.submission ?? Number(id);
    const submission = Number.isSafeInteger(number) ? this.#store.submission(number) : undefined;
    if (submission === undefined || !this.#standings.has(submission.id)) throw new AppError('queue.unknown-id', { id });
    return this.view(submission.id);
  }

  /** As `find`, also one that was taken out of the queue. */
  findRemoved(id: string): SubmissionView {
    const number = this.#store.findBatch(id)?.submission ?? Number(id);
    const submission = Number.isSafeInteger(number) ? this.#store.submission(number) : undefined;
    if (submission === undefined) throw new AppError('queue.unknown-id', { id });
    return viewOf(submission, this.#store.batches(submission.id));
  }

  /** Nothing more of it is sent until it is resumed; a batch in flight starts again then. */
  pause(id: SubmissionId): ActionResult {
    return this.#act('pause', this.view(id), () => {
      this.#change(id, 'paused', (submission) => ({ ...submission, paused: true }));
    });
  }

  resume(id: SubmissionId): ActionResult {
    const result = this.#act('resume', this.view(id), () => {
      this.#change(id, 'resumed', (submission) => ({ ...submission, paused: false }));
    });
    this.releaseHolds();
    return result;
  }

  /**
   * A held submission is sent all the same. A file that was sent before needs a reason, which the history keeps.
   * @throws AppError queue.not-held, queue.nothing-to-send, submission.no-reason
   */
  approve(id: SubmissionId, reason?: string): void {
    this.#intake.approve(this.#inQueue(id), reason);
  }

  /** Begins again what ended without success: a failed check, or batches that failed or were cancelled. */
  retry(id: SubmissionId): ActionResult {
    const view = this.view(id);
    const result = this.#act('retry', view, () => this.#retry(view));
    this.releaseHolds();
    return result;
  }

  #retry({ submission, batches }: SubmissionView): void {
    const { id } = submission;
    if (submission.stage !== 'approved') {
      const again = this.#change(id, 'retried', recheck);
      if (this.#running !== undefined) this.#intake.enqueue(again);
      return;
    }
    const at = this.#clock.now();
    const ended = batches.filter((batch) => isEndState(batch.state) && mayBeRetried(batch));
    const occasion = { at, kind: 'retried' } as const;
    const fresh = ended.map((batch) => {
      this.#watch.note({ ...batch, watched: [] });
      return this.#store.replaceBatch(batch, inheritanceOf(batch, at), occasion);
    });
    for (const { number, state } of batches) if (state === 'unknown') this.#runner.sendAgain(number);
    const resumed = this.#change(id, 'resumed', (current) => ({ ...current, paused: false }));
    this.#accept(resumed, fresh);
  }

  /** Gives up what has not ended yet. What the service has already got, it may still process. */
  cancel(id: SubmissionId): ActionResult {
    const view = this.view(id);
    return this.#act('cancel', view, () => {
      if (view.submission.stage === 'approved') {
        for (const batch of view.batches) this.#runner.cancel(batch.number);
        return;
      }
      this.#intake.abort(id);
      this.#change(id, 'cancelled', (current) => ({ ...current, stage: 'cancelled' }));
    });
  }

  /**
   * Takes a submission in which nothing moves any more out of the queue. Its history stays, and so does what is known of
   * its content: the same file counts as sent before. For ten minutes `restore` brings it back.
   * @throws AppError queue.unknown-id, queue.still-moving
   */
  remove(id: SubmissionId): ActionResult {
    if (this.standing(id).isMoving) throw new AppError('queue.still-moving', { id });
    return this.#act('remove', this.view(id), () => this.#remove(id));
  }

  /** Brings back, with all that was known of it, what was taken out of the queue. @throws AppError queue.unknown-id */
  restore(id: SubmissionId): ActionResult {
    const view = this.findRemoved(String(id));
    return this.#act('restore', view, () => {
      const { removedAt: _, ...submission } = view.submission;
      this.#store.saveSubmission(submission, { at: this.#clock.now(), kind: 'restored' });
      this.#accept(submission, []);
      // Nothing in them is open, so the runner need not know them.
      for (const batch of view.batches) this.#noteBatch(batch);
    });
  }

  /** What the action would do, and what it would not. */
  wouldDo(action: QueueAction, view: SubmissionView): ActionResult {
    return resultOf(action, view, this.#clock.now());
  }

  #act(action: QueueAction, view: SubmissionView, work: () => void): ActionResult {
    const result = this.wouldDo(action, view);
    if (result.done) work();
    return result;
  }

  /** The findings of what can no longer be brought back take room, and nobody can see them. */
  #forgetRemoved(): void {
    for (const id of this.#store.removedWithFindings(this.#clock.now() - RESTORABLE)) this.#store.clearFindings(id);
  }

  #remove(id: SubmissionId): void {
    const removedAt = this.#clock.now();
    const removed = { ...this.#submission(id), removedAt };
    this.#store.saveSubmission(removed, { at: removedAt, kind: 'removed' });
    this.#submissions.delete(id);
    this.#standings.noteSubmission(removed);
    this.#tell({ kind: 'removed', submission: id });
  }

  /**
   * Does something to each of these submissions, whatever becomes of the others; all of it is stored in one transaction.
   * @throws the first error once all had their turn, or what kept all of it from being stored
   */
  each(ids: readonly SubmissionId[], act: (id: SubmissionId) => void): void {
    const errors: unknown[] = [];
    try {
      this.#store.together(() => {
        for (const id of ids) {
          try {
            act(id);
          } catch (thrown) {
            errors.push(thrown);
          }
        }
      });
    } catch (thrown) {
      // What is known here is ahead of what is stored: nothing moves until it has been taken over again.
      this.#standStill(toAppError(thrown));
      this.#takeOver();
      for (const id of ids) {
        if (this.#standings.has(id)) this.#tell({ kind: 'submission', submission: this.#submission(id) });
      }
      throw thrown;
    }
    if (errors.length > 0) throw errors[0];
  }

  /**
   * A connection is to lead elsewhere: what is bound to where it led follows, all at once, unless something of it is known
   * there. `change` changes the connection, once that is certain.
   * @throws AppError connection.in-use, and what `change` throws
   */
  async rebind(correction: Correction, change: () => Promise<void>): Promise<void> {
    const { places } = this.#planOf(correction);
    const goOn = await this.#runner.rest(places);
    try {
      // An upload address may have come meanwhile.
      this.#planOf(correction);
      await change();
      this.correct(correction);
    } finally {
      goOn();
    }
  }

  /** As `rebind`, while nothing moves: before the start. @throws AppError connection.in-use */
  correct(correction: Correction): void {
    const { bound } = this.#planOf(correction);
    const { connection, destination } = correction;
    const at = this.#clock.now();
    const moved = this.#store.together(() =>
      bound.map((id) => {
        const submission = rebound(this.#submission(id), destination, this.#store);
        const [baseAddress = '', tokenAddress = ''] = destination.split(' ').map(withoutQuery);
        this.#store.saveSubmission(submission, {
          ...{ at, kind: 'rebound', detail: { connection, baseAddress, tokenAddress } },
        });
        return submission;
      }),
    );
    for (const submission of moved) this.#accept(submission, []);
  }

  #planOf(correction: Correction): ReturnType<typeof planOf> {
    const plan = planOf(correction, this.standings(), this.#store);
    const { connection } = correction;
    if (plan.opposed > 0) throw new AppError('connection.in-use', { connection, submissions: plan.opposed });
    return plan;
  }

  /** Tries connections again that were put on hold: somebody has seen to what was wrong. */
  releaseHolds(): void {
    this.#runner.releaseHolds();
    this.#watch.look();
  }

  /** What is left to do, and what keeps it from being done. */
  situation(): QueueSituation {
    const { checking } = this.#intake;
    const { isAsking, ...situation } = this.#runner.situation();
    return { ...situation, checking, isAsking: isAsking || this.#watch.isAsking, stopped: this.#standstill.reason };
  }

  /** What one upload to a destination got through lately; undefined when nobody knows. */
  bytesPerSecond(destination: string): number | undefined {
    return this.#speeds.bytesPerSecond(destination);
  }

  /** Why nothing is sent to where this submission is bound, if so. */
  holdOf(submission: Pick<Submission, 'destination'>): ErrorRecord | undefined {
    return this.#runner.holdOf(submission);
  }

  /** The store failed: nothing moves any more, until a full disk has room again. */
  #standStill(error: AppError): void {
    if (this.#running !== undefined) void this.#standstill.begin(error, this.#running.signal);
  }

  /** Has everything carried on that is still open. */
  #adoptOpen(): void {
    const open = Map.groupBy(this.#standings.openBatches(), (batch) => batch.submission);
    for (const [id, batches] of open) this.#runner.adopt(this.#submission(id), batches);
    for (const batch of this.#store.watchingBatches()) this.#watch.note(batch);
  }

  /** What is stored counts, not what is known here. */
  #takeOver(): void {
    this.#submissions.clear();
    this.#standings.reload();
    this.#runner.forget();
    this.#watch.forget();
  }

  #inQueue(id: SubmissionId): Submission {
    if (!this.#standings.has(id)) throw new AppError('queue.unknown-id', { id: String(id) });
    return this.#submission(id);
  }

  /** Also one that was removed. */
  #submission(id: SubmissionId): Submission {
    const submission = this.#submissions.get(id) ?? this.#store.submission(id);
    if (submission === undefined) throw new AppError('queue.unknown-id', { id: String(id) });
    if (submission.removedAt === undefined) this.#submissions.set(id, submission);
    return submission;
  }

  #change(id: SubmissionId, kind: WrittenKind, change: (submission: Submission) => Submission): Submission {
    const changed = change(this.#inQueue(id));
    this.#store.saveSubmission(changed, { at: this.#clock.now(), kind });
    this.#accept(changed, []);
    return changed;
  }

  /** Takes over what has just been stored. */
  #accept(submission: Submission, batches: readonly Batch[]): void {
    // Removed while the end of its check was on its way.
    if (submission.removedAt !== undefined) return;
    this.#submissions.set(submission.id, submission);
    this.#standings.noteSubmission(submission);
    this.#tell({ kind: 'submission', submission });
    for (const batch of batches) this.#noteBatch(batch);
    this.#runner.adopt(submission, batches);
  }

  #noteBatch(batch: Batch): void {
    this.#standings.noteBatch(batch);
    this.#watch.note(batch);
    this.#tell({ kind: 'batch', batch });
  }

  #noteSent(batch: Batch, sentBytes: number): void {
    this.#speeds.note(this.#submission(batch.submission).destination, batch.number, sentBytes);
    this.#tell({ kind: 'upload-progress', submission: batch.submission, batch: batch.number, sentBytes });
  }

  #tell(change: QueueChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

function patienceOf({ askSeconds, retryHours }: TransferSettings): Patience {
  return { askMs: askSeconds * SECOND, retryMs: retryHours * HOUR };
}

/** The history keeps no query: a key may stand in it. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '');
}
