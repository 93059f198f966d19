/**
 * @file Asks the service from time to time about ids that were given up although the file may have arrived under them. One
 * question at a time, after all that the queue itself wants to know.
 */

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
  /** Stores what the service said. */
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
    const now = this.#ports.clock.now();
    let first: Question | undefined;
    for (const batch of new Set(this.#batches.values())) {
      const watched = nextWatched(batch);
      const submission = this.#ports.submissionOf(batch);
      if (watched === undefined || submission === undefined) continue;
      const pause = pauseOf(watched, now);
      if (first === undefined || pause < first.pause) first = { batch, submission, batchId: watched.batchId, pause };
    }
    return first;
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
    // An id that could not be asked about has its turn later, as one of which nothing new is known.
    const remoteState = answer?.kind === 'status' ? answer.remoteState : undefined;
    onStatus(latest, { kind: 'abandoned-status', batchId, remoteState });
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
