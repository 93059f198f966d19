/**
 * @file Holds uploads back until the sending hours of their connection let them begin, and keeps why each of them waits. What has
 * begun is never broken off for that: it could not continue in the middle.
 */

import { AppError, type ErrorRecord } from '../../src-shared/errors.ts';
import {
  type Departure,
  departure,
  hourOf,
  limitAt,
  type Opening,
  openingsFrom,
  type SendingRules,
} from '../../src-shared/sending-hours.ts';
import { type Clock, HOUR, SECOND } from '../ground/clock.ts';
import type { Batch, BatchNumber } from './batch.ts';
import type { Submission } from './submission.ts';

export interface HoursPorts {
  clock: Pick<Clock, 'now'>;
  /** Asked each time, so that they can be changed at any time; undefined where there are none. */
  sendingRules?: ((connection: string) => SendingRules) | undefined;
  /** What one upload of this submission may expect to get through; undefined when it is not known. */
  bytesPerSecond: (submission: Submission) => number | undefined;
  /** What uploads to a destination got through in earlier days; asked once, while the line says nothing. */
  measuredSpeed?: ((destination: string) => number | undefined) | undefined;
  /** Why something of it waits has changed. */
  onHours?: ((submission: Submission['id']) => void) | undefined;
}

type Waiting = Extract<Departure, { mayBegin: false }>;
type Held = Waiting & { reason: ErrorRecord };

/** Why batches wait, by their number. */
export type HeldByHours = ReadonlyMap<BatchNumber, { reason: ErrorRecord; until?: number }>;

/** As long as what was worked out of the hours ahead holds. */
const HOLDS_FOR = HOUR;

export class HoursGate {
  readonly #ports: HoursPorts;
  readonly #openings = new Map<string, { rules: SendingRules; at: number; openings: Opening[] }>();
  /** By destination, for when no upload has moved for a while. */
  readonly #speeds = new Map<string, number | undefined>();
  readonly #held = new Map<Submission['id'], Map<BatchNumber, Held>>();

  constructor(ports: HoursPorts) {
    this.#ports = ports;
  }

  /** How long the upload of a batch must not begin (ms); infinite where only a person can change that. */
  pauseOf(batch: Batch, submission: Submission): number {
    const { clock, sendingRules } = this.#ports;
    const rules = sendingRules?.(submission.connection);
    // What may have arrived is followed, not begun.
    const isFree = batch.state !== 'waiting' || submission.sendsNow === true;
    if (rules === undefined || rules.hours.length === 0 || isFree) {
      this.release(batch);
      return 0;
    }
    const now = clock.now();
    const takes = this.#timeFor(batch, submission, limitAt(rules, now));
    const decided = departure(this.#openingsOf(submission.connection, rules, now), now, takes);
    if (decided.mayBegin) {
      this.release(batch);
      return 0;
    }
    this.#hold(batch, decided, takes ?? 0, now);
    return decided.until === undefined ? Number.POSITIVE_INFINITY : decided.until - now;
  }

  /** Nothing holds it back any more, or it is no longer to be sent. */
  release({ submission, number }: Pick<Batch, 'submission' | 'number'>): void {
    const held = this.#held.get(submission);
    if (held?.delete(number) !== true) return;
    if (held.size === 0) this.#held.delete(submission);
    this.#ports.onHours?.(submission);
  }

  /** Whether no hours are long enough for it. */
  needsPerson({ submission, number }: Pick<Batch, 'submission' | 'number'>): boolean {
    const held = this.#held.get(submission)?.get(number);
    return held !== undefined && held.until === undefined;
  }

  /** What of a submission waits for the hours. */
  of(submission: Submission['id']): HeldByHours {
    return this.#held.get(submission) ?? new Map();
  }

  #hold({ submission, number }: Batch, decided: Waiting, takes: number, now: number): void {
    const held = this.#held.get(submission) ?? new Map<BatchNumber, Held>();
    this.#held.set(submission, held);
    const before = held.get(number);
    // An estimate moves all the time, which is no news.
    const isSame = before?.until === decided.until && before?.ends === decided.ends && before?.why === decided.why;
    if (isSame) return;
    held.set(number, { ...decided, reason: reasonOf(decided, takes, now) });
    this.#ports.onHours?.(submission);
  }

  #timeFor({ start, end }: Batch, submission: Submission, limit: number | undefined): number | undefined {
    const { destination } = submission;
    const { bytesPerSecond, measuredSpeed } = this.#ports;
    const now = bytesPerSecond(submission);
    if (now !== undefined) this.#speeds.set(destination, now);
    else if (!this.#speeds.has(destination)) this.#speeds.set(destination, measuredSpeed?.(destination));
    const speed = Math.min(
      this.#speeds.get(destination) ?? Number.POSITIVE_INFINITY,
      limit ?? Number.POSITIVE_INFINITY,
    );
    return Number.isFinite(speed) ? Math.ceil((SECOND * (end - start)) / speed) : undefined;
  }

  /** Thousands of batches ask within a moment. */
  #openingsOf(connection: string, rules: SendingRules, now: number): Opening[] {
    const known = this.#openings.get(connection);
    if (known?.rules === rules && now >= known.at && now - known.at < HOLDS_FOR) return known.openings;
    const openings = openingsFrom(rules, now);
    this.#openings.set(connection, { rules, at: now, openings });
    return openings;
  }
}

function reasonOf({ why, until, ends }: Waiting, takes: number, now: number): ErrorRecord {
  if (until === undefined) return new AppError('hours.never', { takes }).toRecord();
  const begin = hourOf(until, now);
  if (why === 'closed') return new AppError('hours.closed', { until: begin }).toRecord();
  if (ends === undefined) return new AppError('hours.too-short', { until: begin, takes }).toRecord();
  return new AppError('hours.end-first', { until: begin, takes, ends: hourOf(ends, now) }).toRecord();
}
