/**
 * @file Asks the service from time to time about ids that were given up although the file may have arrived under them. One
 * question at a time, after all that the queue itself wants to know. Where the file has arrived twice, a person is warned.
 */

import { isDeepStrictEqual } from 'node:util';
import type { LaterStep } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { Clock } from '../ground/clock.ts';
import type { BatchId } from '../wire/service/wire.ts';
import { Alarm } from './alarm.ts';
import type { Batch } from './batch.ts';
import type { Contents } from './contents.ts';
import { askStatus, type EffectPerformer } from './effects.ts';
import { abandonedStatus, nextWatched } from './machine/abandoned.ts';
import { pauseOf } from './machine/machine.ts';
import type { Accept } from './queue-change.ts';
import type { Runner } from './runner.ts';
import type { QueueStore } from './storage/store.ts';
import type { ApprovedSubmission } from './submission.ts';

export interface AbandonedWatchPorts {
  clock: Clock;
  performer: Pick<EffectPerformer, 'perform'>;
  store: Pick<QueueStore, 'batch' | 'saveSubmission'>;
  contents: Pick<Contents, 'has' | 'submission'>;
  runner: Pick<Runner, 'note' | 'carries' | 'waits'>;
  accept: Accept;
}

export class AbandonedWatch {
  readonly #ports: AbandonedWatchPorts;
  /** By the id that was given up: the latest batch that knows it. */
  readonly #batches = new Map<string, Batch>();
  readonly #alarm: Alarm;
  #running: AbortController | undefined;
  #asking: Promise<void> | undefined;

  constructor(ports: AbandonedWatchPorts) {
    this.#ports = ports;
    this.#alarm = new Alarm(ports.clock, () => this.look());
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
    this.#alarm.stop();
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
    const next = this.#next();
    const pause = next?.pause ?? Number.POSITIVE_INFINITY;
    if (next === undefined || pause > 0) {
      this.#alarm.set(this.#ports.clock.now() + pause);
      return;
    }
    this.#alarm.stop();
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
      const submission = this.#submissionOf(batch);
      if (watched === undefined || submission === undefined) return [];
      return { batch, submission, batchId: watched.batchId, pause: pauseOf(watched, now) };
    });
  }

  /** Undefined when it may not be asked about now. */
  #submissionOf(batch: Batch): ApprovedSubmission | undefined {
    const { contents, runner } = this.#ports;
    const submission = contents.submission(batch.submission);
    if (submission.stage !== 'approved' || runner.waits.holdOf(submission) !== undefined) return undefined;
    return runner.carries(batch) ? submission : undefined;
  }

  async #ask({ batch, submission, batchId }: Question, signal: AbortSignal): Promise<void> {
    const { performer, runner } = this.#ports;
    const answer = await askStatus(performer, { batch, submission, batchId }, signal).catch(() => undefined);
    // A retry may have taken the id up again meanwhile.
    const latest = this.#batches.get(batchId);
    if (signal.aborted || latest === undefined) return;
    runner.note(latest, abandonedStatus(batchId, answer));
    this.#warnOfArrival(latest, batchId);
  }

  /** An abandoned id has arrived although its bytes may have gone again: a person must know. */
  #warnOfArrival({ number, submission: id }: Batch, batchId: BatchId): void {
    const { store, clock, contents, accept } = this.#ports;
    const { watched = [], delivery } = store.batch(number) ?? {};
    const moved = watched.find((one) => one.batchId === batchId && one.movedAt !== undefined);
    if (moved === undefined || !contents.has(id)) return;
    const warning = new AppError('batch.arrived-after-all', {
      batchId,
      state: moved.remoteState ?? '',
      replacedBy: delivery?.batchId ?? '',
    }).toRecord();
    const submission = contents.submission(id);
    if (isDeepStrictEqual(submission.warning, warning)) return;
    const warned = { ...submission, warning };
    store.saveSubmission(warned, { at: clock.now(), kind: 'arrived-after-all' });
    accept(warned, [], 'arrived-after-all');
  }
}

interface Question {
  batch: Batch;
  submission: ApprovedSubmission;
  batchId: BatchId;
  /** Milliseconds until it is due. */
  pause: number;
}
