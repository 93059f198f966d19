/**
 * @file The queue as all shells show it: where each submission stands this very moment, with what the queue tells but does
 * not store: how far checks and uploads have come, and how fast. Nothing is read from the store.
 */

import type { ConnectionWait } from '../../../src-shared/contract.ts';
import { assertNever, type ErrorRecord } from '../../../src-shared/errors.ts';
import { factsOf } from '../../../src-shared/states.ts';
import type { CheckProgress } from '../../check/check.ts';
import type { Clock } from '../../ground/clock.ts';
import { type Bound, keyOf } from '../../wire/credentials/connection.ts';
import { SpeedMeter } from '../../wire/transfer/speed-meter.ts';
import type { Batch, BatchNumber, SubmissionId } from '../batch.ts';
import type { Queue } from '../queue.ts';
import type { QueueChange } from '../queue-change.ts';
import { reasonNow } from '../reason.ts';
import type { WaitsTold } from '../waits.ts';
import type { Share, Standing } from './standing.ts';

/** A check under way, and when it was first heard of (ms since the epoch). */
interface CheckUnderWay {
  since: number;
  progress: CheckProgress;
}

export interface LiveStanding extends Standing {
  /** With what has left in the uploads under way. */
  sent: Share;
  check: CheckUnderWay | undefined;
  /** Bytes of its uploads that were broken off and have not begun again: they are sent again. */
  brokenOff: number;
  /** Why nothing is sent to where the submission is bound, if so. */
  hold: ErrorRecord | undefined;
  /** What a person should know first: of the submission itself, of its connection, of its batches. */
  error: ErrorRecord | undefined;
  /** While it is being uploaded, as soon as there is something to tell. */
  speed: { bytesPerSecond: number; remainingMs?: number } | undefined;
}

/** How a submission looks in which nothing moves. */
export function atRest(standing: Standing): LiveStanding {
  const { error = standing.submission.error } = standing;
  return { ...standing, check: undefined, brokenOff: 0, hold: undefined, error, speed: undefined };
}

export interface QueueViewPorts {
  queue: Pick<Queue, 'standings' | 'standing' | 'has' | 'subscribe' | 'stopped'> & {
    waits: Pick<WaitsTold, 'presentOf' | 'ofConnections'>;
  };
  clock: Pick<Clock, 'now'>;
  /** Hears of each change, and which submissions look different since. */
  onChange: (change: QueueChange, affected: readonly SubmissionId[]) => void;
}

export class QueueView {
  readonly #ports: QueueViewPorts;
  readonly #checks = new Map<SubmissionId, CheckUnderWay>();
  /** Of each upload under way. */
  readonly #sentBytes = new Map<BatchNumber, number>();
  /** Of submissions that are being sent: all bytes that were handed to the network, repeated ones included. */
  readonly #meters = new Map<SubmissionId, { meter: SpeedMeter; total: number }>();
  /** Of submissions with batches whose upload was broken off: the bytes of each that had left. */
  readonly #brokenOff = new Map<SubmissionId, Map<BatchNumber, number>>();
  readonly #unsubscribe: () => void;

  /** Follows the queue from now on. */
  constructor(ports: QueueViewPorts) {
    this.#ports = ports;
    this.#unsubscribe = ports.queue.subscribe((change) => ports.onChange(change, this.#note(change)));
  }

  /** Hears nothing more. */
  close(): void {
    this.#unsubscribe();
  }

  /** What stopped the whole queue, or keeps it from sending, if something does. */
  get stopped(): ErrorRecord | undefined {
    return this.#ports.queue.stopped?.toRecord();
  }

  /** What connections wait for. */
  get waits(): readonly ConnectionWait[] {
    return this.#ports.queue.waits.ofConnections();
  }

  /** As far as it is stored, in the order in which the submissions were added. */
  stored(): readonly Standing[] {
    return this.#ports.queue.standings();
  }

  /** @throws AppError queue.unknown-id */
  of(id: SubmissionId): LiveStanding {
    return this.#live(this.#ports.queue.standing(id));
  }

  /** How many bytes of a batch have left in its present upload. */
  sentBytes(batch: BatchNumber): number {
    return this.#sentBytes.get(batch) ?? 0;
  }

  /** Returns the submissions that look different since. */
  #note(change: QueueChange): SubmissionId[] {
    switch (change.kind) {
      case 'submission':
        if (change.submission.stage !== 'checking' || change.cause === 'check-over') {
          this.#checks.delete(change.submission.id);
        }
        return [change.submission.id];
      case 'batch':
        if (change.batch.state !== 'uploading') this.#noteEndOfUpload(change.batch);
        // The service may still speak of ids of a submission that was taken out of the queue.
        return this.#ports.queue.has(change.batch.submission) ? [change.batch.submission] : [];
      case 'removed':
        this.#checks.delete(change.submission);
        this.#meters.delete(change.submission);
        this.#brokenOff.delete(change.submission);
        return [change.submission];
      case 'check-progress': {
        const { since } = this.#checks.get(change.submission) ?? { since: this.#ports.clock.now() };
        this.#checks.set(change.submission, { since, progress: change.progress });
        return [change.submission];
      }
      case 'upload-progress':
        this.#noteSent(change);
        return [change.submission];
      case 'hold':
      case 'hold-released':
      case 'contact':
        return this.#boundTo(change);
      case 'due':
        return this.#ports.queue.has(change.submission) ? [change.submission] : [];
      case 'stopped':
      case 'doubted':
      case 'going-on':
      case 'action':
      case 'check-slow':
        return [];
      default:
        return assertNever(change);
    }
  }

  /** What has ended shows no hold. */
  #boundTo(hold: Bound): SubmissionId[] {
    const key = keyOf(hold);
    const bound = this.#ports.queue
      .standings()
      .filter(({ submission, state }) => keyOf(submission) === key && isUnfinished(state));
    return bound.map(({ submission }) => submission.id);
  }

  /** A batch that waits again was broken off in the middle, and an upload cannot continue there. */
  #noteEndOfUpload({ number, submission, state }: Pick<Batch, 'number' | 'submission' | 'state'>): void {
    const left = this.sentBytes(number);
    this.#sentBytes.delete(number);
    const broken = this.#brokenOff.get(submission) ?? new Map<BatchNumber, number>();
    if (state === 'waiting' && left > 0) this.#brokenOff.set(submission, broken.set(number, left));
    // What was given up, or came through in another way, is not sent again.
    else if (state !== 'waiting' && state !== 'reserving') broken.delete(number);
  }

  #noteSent({ submission, batch, sentBytes }: Extract<QueueChange, { kind: 'upload-progress' }>): void {
    const moving = this.#meters.get(submission) ?? { meter: new SpeedMeter(), total: 0 };
    this.#meters.set(submission, moving);
    this.#brokenOff.get(submission)?.delete(batch);
    moving.total += Math.max(0, sentBytes - this.sentBytes(batch));
    moving.meter.add(this.#ports.clock.now(), moving.total);
    this.#sentBytes.set(batch, sentBytes);
  }

  #live(standing: Standing): LiveStanding {
    const { submission } = standing;
    const sent = this.#sentOf(standing);
    const present = this.#ports.queue.waits.presentOf(submission);
    const { nextTryAt = 0, ...stored } = standing;
    return {
      ...stored,
      ...(nextTryAt > present.now && { nextTryAt }),
      sent,
      brokenOff: [...(this.#brokenOff.get(submission.id)?.values() ?? [])].reduce((sum, bytes) => sum + bytes, 0),
      check: submission.stage === 'checking' ? this.#checks.get(submission.id) : undefined,
      hold: present.hold,
      error: submission.error ?? reasonNow(standing, present),
      speed: this.#speedOf(standing, sent),
    };
  }

  /** An attempt counts from zero. */
  #sentOf({ sent, uploading }: Standing): Share {
    const total = { ...sent };
    for (const { number, bytes } of uploading) {
      const left = Math.min(this.sentBytes(number), bytes);
      total.bytes += left;
      if (left === bytes) total.batches += 1;
    }
    return total;
  }

  #speedOf({ submission: { id }, state, whole }: Standing, sent: Share): LiveStanding['speed'] {
    if (state !== 'uploading') {
      this.#meters.delete(id);
      return undefined;
    }
    const { meter } = this.#meters.get(id) ?? {};
    const speed = meter?.bytesPerSecond;
    if (meter === undefined || speed === undefined) return undefined;
    const remaining = meter.remaining(whole.bytes - sent.bytes, this.#ports.clock.now());
    return {
      bytesPerSecond: Math.round(speed),
      ...(remaining !== undefined && { remainingMs: Math.round(remaining) }),
    };
  }
}

function isUnfinished(state: Standing['state']): boolean {
  return ['sending', 'at-service', 'paused'].includes(factsOf(state).phase);
}

/** Whether its check has not begun: others are checked first. */
export function waitsForCheck({ submission, check }: Pick<LiveStanding, 'submission' | 'check'>): boolean {
  return submission.stage === 'checking' && check === undefined;
}
