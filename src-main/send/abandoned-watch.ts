/**
 * @file Asks the service from time to time about ids that were given up although the file may have arrived under them. One
 * question at a time, after all that the queue itself wants to know.
 */

import type { LaterStep } from '../../src-shared/contract.ts';
import type { Clock } from '../ground/clock.ts';
import type { BatchId } from '../wire/service/wire.ts';
import type { Batch } from './batch.ts';
import type { EffectPerformer } from './effects.ts';
import { nextWatched } from './machine/abandoned.ts';
import { type BatchEvent, pauseOf } from './machine/machine.ts';
import type { ApprovedSubmission } from './submission.ts';

type AbandonedStatus = Extract<BatchEvent, { kind: 'abandoned-status' }>;

export interface AbandonedWatchPorts {
  clock: Clock;
  performer: Pick<EffectPerformer, 'perform'>;
  /** The submission of a batch; undefined when it may not be asked about now (its connection is on hold). */
  submissionOf: (batch: Batch) => ApprovedSubmission | undefined;
  /** Stores what the service said, or that no answer came. */
  onStatus: (batch: Batch, status: AbandonedStatus) => void;
}

export class AbandonedWatch {
  readonly #ports: AbandonedWatchPorts;
  /** By the id that was given up: the latest batch that knows it. */
  readonly #batches = new Map<string, Batch>();
  #running: AbortController | undefined;
  #alarm: AbortController | undefined;
  #asking: Promise<void> | undefined;

  constructor(ports: AbandonedWatchPorts) {
    this.#ports = ports;
  }

  /** Takes over a batch as it has just been stored. */
  note(batch: Batch): void {
    for (const { batchId, isOver } of batch.watched) {
      const known = this.#batches.get(batchId);
      if (known !== undefined && known.number > batch.number) continue;
      if (isOver) this.#batches.delete(batchId);
      else this.#batches.set(batchId, batch);
    }
    for (const [batchId, known] of this.#batches) {
      const isKept = batch.watched.some((watched) => watched.batchId === batchId);
      if (known.number === batch.number && !isKept) this.#batches.delete(batchId);
    }
    this.look();
  }

  /** Forgets all batches: what is stored is to be noted again. */
  forget(): void {
    this.#batches.clear();
  }

  start(): void {
    this.#running ??= new AbortController();
    this.look();
  }

  async stop(): Promise<void> {
    this.#running?.abort();
    this.#running = undefined;
    this.#alarm?.abort();
    await this.#asking;
  }

  /** Whether a question is due or under way. */
  get isAsking(): boolean {
    return this.#asking !== undefined;
  }

  /** When the ids that are still watched are asked about next: of each batch the first. */
  later(): LaterStep[] {
    const now = this.#ports.clock.now();
    return this.#questions().map(({ batch: { submission }, batchId, pause }) => {
      return { about: 'abandoned-id', submission, batchId, at: now + pause, outlastsRestart: true };
    });
  }

  /** Asks what is due; to be called when an id may be asked about again. */
  look(): void {
    const running = this.#running;
    if (running === undefined || this.#asking !== undefined) return;
    this.#alarm?.abort();
    const next = this.#next();
    if (next === undefined) return;
    if (next.pause > 0) {
      this.#wakeIn(next.pause);
      return;
    }
    this.#asking = this.#ask(next, running.signal).finally(() => {
      this.#asking = undefined;
      this.look();
    });
  }

  /** The id that is due first, of those that may be asked about. */
  #next(): Question | undefined {
    return this.#questions().sort((one, other) => one.pause - other.pause)[0];
  }

  #questions(): Question[] {
    const now = this.#ports.clock.now();
    return [...new Set(this.#batches.values())].flatMap((batch) => {
      const watched = nextWatched(batch);
      const submission = this.#ports.submissionOf(batch);
      if (watched === undefined || submission === undefined) return [];
      return { batch, submission, batchId: watched.batchId, pause: pauseOf(watched, now) };
    });
  }

  async #ask({ batch, submission, batchId }: Question, signal: AbortSignal): Promise<void> {
    const { performer, onStatus } = this.#ports;
    const effect = { kind: 'ask-status', batchId } as const;
    const answer = await performer
      .perform({ effect, batch, submission, signal, onSent: () => {}, onLastBlock: () => {} })
      .catch(() => undefined);
    // A retry may have taken the id up again meanwhile.
    const latest = this.#batches.get(batchId);
    if (signal.aborted || latest === undefined) return;
    const remoteState = answer?.kind === 'status' ? answer.remoteState : undefined;
    const isUnanswered = answer?.kind !== 'status' && answer?.kind !== 'status-missing';
    onStatus(latest, { kind: 'abandoned-status', batchId, remoteState, ...(isUnanswered && { isUnanswered }) });
  }

  #wakeIn(milliseconds: number): void {
    const alarm = new AbortController();
    this.#alarm = alarm;
    this.#ports.clock.sleep(milliseconds, alarm.signal).then(
      () => this.look(),
      () => {},
    );
  }
}

interface Question {
  batch: Batch;
  submission: ApprovedSubmission;
  batchId: BatchId;
  /** Milliseconds until it is due. */
  pause: number;
}
