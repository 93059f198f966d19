/**
 * @file The queue as a window follows it: one snapshot, then numbered changes, however often the queue itself speaks.
 */

import type { QueueState, SubmissionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { assertNever } from '../../src-shared/errors.ts';
import type { CheckProgress } from '../checking/check.ts';
import { type Clock, SECOND } from '../clock.ts';
import type { BatchNumber, SubmissionId } from '../queue/batch.ts';
import type { Queue, QueueChange } from '../queue/queue.ts';
import type { Standing } from '../queue/standing.ts';
import { SpeedMeter } from '../transfer/speed-meter.ts';
import { submissionRow } from './submission-row.ts';

/** At most ten changes a second. */
const GAP = SECOND / 10;

export interface ProjectionPorts {
  queue: Pick<Queue, 'standings' | 'standing' | 'subscribe' | 'holdOf'>;
  clock: Clock;
  /** Gets each change, the submissions in it whole. */
  tell: (change: QueueState) => void;
}

export class QueueProjection {
  readonly #ports: ProjectionPorts;
  readonly #changed = new Set<SubmissionId>();
  /** Taken out of the queue since the last change was told. */
  readonly #removed = new Set<SubmissionId>();
  readonly #checks = new Map<SubmissionId, CheckProgress>();
  readonly #sentBytes = new Map<BatchNumber, number>();
  /** Of submissions that are being sent: all bytes that were handed to the network, repeated ones included. */
  readonly #meters = new Map<SubmissionId, { meter: SpeedMeter; total: number }>();
  /** Those last shown as held up by their connection: the queue does not tell when that ends. */
  readonly #heldUp = new Set<SubmissionId>();
  readonly #closing = new AbortController();
  #stopped: ErrorRecord | undefined;
  #sequence = 0;
  #isDue = false;
  #lastTold = Number.NEGATIVE_INFINITY;

  /** Follows the queue from now on. */
  constructor(ports: ProjectionPorts) {
    this.#ports = ports;
    const unsubscribe = ports.queue.subscribe((change) => this.#note(change));
    this.#closing.signal.addEventListener('abort', unsubscribe, { once: true });
  }

  /** All submissions now. A change that is still to be told may be in it already; it will say the same again. */
  snapshot(): QueueState {
    return this.#state(this.#ports.queue.standings(), []);
  }

  /** Tells nothing more, and asks the queue nothing more. */
  close(): void {
    this.#closing.abort();
  }

  #note(change: QueueChange): void {
    switch (change.kind) {
      case 'submission':
        this.#removed.delete(change.submission.id);
        this.#changed.add(change.submission.id);
        break;
      case 'batch':
        if (change.batch.state !== 'uploading') this.#sentBytes.delete(change.batch.number);
        this.#changed.add(change.batch.submission);
        break;
      case 'removed':
        this.#forget(change.submission);
        break;
      case 'check-progress':
        this.#checks.set(change.submission, change.progress);
        this.#changed.add(change.submission);
        break;
      case 'upload-progress':
        this.#noteSent(change);
        this.#changed.add(change.submission);
        break;
      case 'hold':
        for (const { submission } of this.#ports.queue.standings()) {
          if (submission.destination === change.destination) this.#changed.add(submission.id);
        }
        break;
      case 'stopped':
        this.#stopped = change.error.toRecord();
        break;
      case 'going-on':
        this.#stopped = undefined;
        break;
      default:
        assertNever(change);
    }
    this.#tellSoon();
  }

  #forget(id: SubmissionId): void {
    this.#changed.delete(id);
    this.#heldUp.delete(id);
    this.#checks.delete(id);
    this.#meters.delete(id);
    this.#removed.add(id);
  }

  #noteSent({ submission, batch, sentBytes }: Extract<QueueChange, { kind: 'upload-progress' }>): void {
    const moving = this.#meters.get(submission) ?? { meter: new SpeedMeter(), total: 0 };
    this.#meters.set(submission, moving);
    moving.total += Math.max(0, sentBytes - (this.#sentBytes.get(batch) ?? 0));
    moving.meter.add(this.#ports.clock.now(), moving.total);
    this.#sentBytes.set(batch, sentBytes);
  }

  #tellSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const { clock } = this.#ports;
    const wait = Math.min(GAP, Math.max(0, this.#lastTold + GAP - clock.now()));
    clock.sleep(wait, this.#closing.signal).then(
      () => this.#tellNow(),
      // The window is gone.
      () => {},
    );
  }

  #tellNow(): void {
    const { queue, clock, tell } = this.#ports;
    if (this.#closing.signal.aborted) return;
    this.#isDue = false;
    this.#lastTold = clock.now();
    const standings = [...new Set([...this.#changed, ...this.#heldUp])].map((id) => queue.standing(id));
    const removed = [...this.#removed];
    this.#changed.clear();
    this.#removed.clear();
    this.#sequence += 1;
    tell(this.#state(standings, removed));
  }

  #state(standings: readonly Standing[], removed: SubmissionId[]): QueueState {
    return {
      sequence: this.#sequence,
      submissions: standings.map((standing) => this.row(standing)),
      removed,
      ...(this.#stopped !== undefined && { stopped: this.#stopped }),
    };
  }

  /** How many bytes of a batch have left in its present upload. */
  sentBytes(batch: BatchNumber): number {
    return this.#sentBytes.get(batch) ?? 0;
  }

  /** One submission as it is now. */
  row(standing: Standing): SubmissionRow {
    const { id, stage } = standing.submission;
    if (stage !== 'checking') this.#checks.delete(id);
    const hold = this.#ports.queue.holdOf(standing.submission);
    if (hold === undefined) this.#heldUp.delete(id);
    else this.#heldUp.add(id);
    const row = submissionRow(standing, { hold, check: this.#checks.get(id), sentBytes: this.#sentBytes });
    const speed = this.#speedOf(row);
    return { ...row, ...(speed !== undefined && { speed }) };
  }

  #speedOf({ id, state, whole, sent }: SubmissionRow): SubmissionRow['speed'] {
    if (state !== 'uploading') {
      this.#meters.delete(id);
      return undefined;
    }
    const { meter } = this.#meters.get(id) ?? {};
    const bytesPerSecond = meter?.bytesPerSecond;
    if (meter === undefined || bytesPerSecond === undefined) return undefined;
    const remaining = meter.remaining(whole.bytes - sent.bytes, this.#ports.clock.now());
    const remainingMs = remaining === undefined ? {} : { remainingMs: Math.round(remaining) };
    return { bytesPerSecond: Math.round(bytesPerSecond), ...remainingMs };
  }
}
