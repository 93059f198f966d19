/**
 * @file A world in which everything may go wrong, and which alone knows the truth: what was issued, what the storage
 * holds, what the service has seen. Effects wait until a test decides their outcome.
 */

import type { Batch } from '../../src-main/send/batch.ts';
import type { Performance } from '../../src-main/send/effects.ts';
import type { BatchEvent } from '../../src-main/send/machine/machine.ts';
import type { Sealed } from '../../src-main/wire/credentials/secret-box.ts';
import { type BatchId, batchIdSchema } from '../../src-main/wire/service/wire.ts';
import { AppError, assertNever } from '../../src-shared/errors.ts';
import { nothingClear, reportOn } from './report-on.ts';
import { batchIdOf } from './samples.ts';

/** The outcome of an effect. One that does not fit the effect means success. */
export const courses = [
  'well',
  'cut-before-the-last-block',
  'cut-after-the-last-block',
  'reply-lost',
  'repeated-by-a-proxy',
  'refused-before-the-last-block',
  'refused-after-the-last-block',
  'address-expires',
  'storage-busy',
  'file-changed',
  'service-down',
  'service-does-not-know-it',
  'service-says-validation-started',
  'service-says-a-word-of-its-own',
  'service-says-error-without-a-file',
  'service-limits',
  'network-away',
  'refused-by-validation',
  'some-lines-refused',
  'report-cut-off',
  'report-is-not-there',
  'processing-error',
  'same-id-again',
  'another-host',
] as const;
export type Course = (typeof courses)[number];

/** What the service and the storage know about a batch id. */
export interface Truth {
  /** What it was issued for; once it is stored, whose bytes it has. */
  range: string;
  address: Sealed;
  expired: boolean;
  stored: boolean;
  /** Whether the reply with this id has reached the queue. */
  heard: boolean;
  /** Whether the service has said that it could not process it. */
  givenUp: boolean;
  /** The lines that it did not process, from 1, which its report names. */
  refused: number[];
  /** The states that are still to come. */
  ahead: string[];
}

interface Pending extends Performance {
  answer: (event: BatchEvent | undefined) => void;
}

const cut = new AppError('network.cut', { host: 'storage.test', reason: 'reset' }).toRecord();
const away = new AppError('network.unreachable', { host: 'api.test', reason: 'nothing answers' }).toRecord();
const busy = new AppError('upload.busy', { status: 503, reason: 'SlowDown' }).toRecord();
const signature = new AppError('upload.refused', { status: 403, reason: 'SignatureDoesNotMatch' }).toRecord();
const expired = new AppError('upload.address-expired', {}).toRecord();
const interrupted = new AppError('upload.interrupted', {}).toRecord();
const changed = new AppError('file.changed', { path: '/exports/day.jsonl', how: 'is shorter' }).toRecord();
const hosts = { connection: 'bank', host: 'https://other.test', kept: 'https://storage.test' };
const otherHost = new AppError('upload.other-host', hosts).toRecord();
const otherReportHost = new AppError('report.other-host', hosts).toRecord();
const down = new AppError('service.unavailable', { endpoint: 'x', status: 503, reason: 'down' }).toRecord();
const limited = new AppError('service.rate-limited', { endpoint: 'x', seconds: 7 }).toRecord();

export const rangeOf = ({ submission, start }: Pick<Batch, 'submission' | 'start'>) => `${submission} from ${start}`;

/** An id that another batch has, perhaps in capitals, with an address that no one may use. */
function reservedAgain(taken: BatchId, inCapitals: boolean): BatchEvent {
  const batchId = inCapitals ? batchIdSchema.parse(taken.toUpperCase()) : taken;
  return { kind: 'reserved', batchId, address: 'address of another batch' as Sealed, addressLifetime: 15 * 60_000 };
}

export class TrueWorld {
  readonly truths = new Map<BatchId, Truth>();
  /** The service's state for a batch whose file has not come; undefined = 404. */
  readonly wordBeforeArrival: string | undefined;
  #pending: Pending[] = [];

  constructor(wordBeforeArrival: string | undefined) {
    this.wordBeforeArrival = wordBeforeArrival;
  }

  /** Begins an effect; it continues when `decide` is called. */
  readonly perform = (performance: Performance): Promise<BatchEvent | undefined> => {
    const { promise, resolve } = Promise.withResolvers<BatchEvent | undefined>();
    this.#pending.push({ ...performance, answer: resolve });
    return promise;
  };

  get pending(): number {
    return this.#pending.length;
  }

  /** The process is gone: no result is awaited any more. */
  forget(): void {
    this.#pending = [];
  }

  /** Gives one of the effects under way this outcome and its result. */
  decide(which: number, course: Course): void {
    const pending = this.#take(which);
    if (pending === undefined) return;
    const outcome = this.#outcome(pending, course);
    const tell = (event: BatchEvent | undefined) => {
      const truth = event?.kind === 'reserved' ? this.truths.get(event.batchId) : undefined;
      if (truth !== undefined) truth.heard = true;
      pending.answer(event);
    };
    // Only a last block that waits for the ledger of a team takes its time.
    if (outcome instanceof Promise) void outcome.then(tell);
    else tell(outcome);
  }

  /** Gives one of the effects under way this outcome, without a result. */
  decideUnheard(which: number, course: Course): void {
    const pending = this.#take(which);
    if (pending !== undefined) this.#outcome(pending, course);
  }

  #take(which: number): Pending | undefined {
    return this.#pending.splice(which % Math.max(1, this.#pending.length), 1)[0];
  }

  #outcome(
    { effect, batch, signal, onLastBlock }: Pending,
    course: Course,
  ): BatchEvent | undefined | Promise<BatchEvent | undefined> {
    switch (effect.kind) {
      case 'reserve':
        return this.#reserve(batch, course, signal.aborted);
      case 'upload':
        return this.#upload(effect.delivery.batchId, batch, course, signal, onLastBlock);
      case 'ask-status':
        return signal.aborted ? undefined : this.#status(effect.batchId, batch, course);
      case 'fetch-report':
        if (signal.aborted) return undefined;
        if (course === 'service-down') return { kind: 'report-failed', error: down };
        if (course === 'another-host') return { kind: 'report-failed', error: otherReportHost };
        return this.#report(this.#truthOf(effect.batchId), course);
      default:
        return assertNever(effect);
    }
  }

  /** There is one only for a file that arrived; of a valid one, the service may have none. */
  #report({ stored, refused }: Truth, course: Course): BatchEvent {
    if (!stored) return { kind: 'report-absent' };
    if (course === 'network-away') return { kind: 'report-failed', error: away };
    if (course === 'report-cut-off') return { kind: 'report-kept', isEmpty: false, said: nothingClear };
    if (course === 'report-is-not-there' && refused.length === 0) return { kind: 'report-absent' };
    return reportOn(...refused);
  }

  #reserve(batch: Batch, course: Course, aborted: boolean): BatchEvent {
    const failure = { 'network-away': away, 'service-down': down, 'service-limits': limited, 'reply-lost': cut };
    if (course in failure && course !== 'reply-lost') {
      return aborted
        ? { kind: 'restarted' }
        : { kind: 'reserve-failed', error: failure[course as keyof typeof failure] };
    }
    if (course === 'same-id-again' && !aborted) {
      const given = [...this.truths].find(([, { heard, range }]) => heard && range !== rangeOf(batch));
      if (given !== undefined) return reservedAgain(given[0], this.truths.size % 2 === 0);
    }
    const batchId = batchIdOf(this.truths.size + 1);
    const address = `address of ${batchId}` as Sealed;
    this.truths.set(batchId, {
      range: rangeOf(batch),
      address,
      expired: false,
      stored: false,
      heard: false,
      givenUp: false,
      refused: [],
      ahead: ['VALIDATION_STARTED', 'IN_PROGRESS', 'PROCESSED'],
    });
    if (aborted) return { kind: 'restarted' };
    if (course === 'reply-lost') return { kind: 'reserve-failed', error: cut };
    const held = course === 'another-host' ? otherHost : undefined;
    return { kind: 'reserved', batchId, address, addressLifetime: 15 * 60_000, host: 'https://other.test', held };
  }

  /** The storage, with `If-None-Match: *`. */
  #upload(
    batchId: BatchId,
    batch: Batch,
    course: Course,
    signal: AbortSignal,
    onLastBlock: Pending['onLastBlock'],
  ): BatchEvent | Promise<BatchEvent> {
    const { aborted } = signal;
    const truth = this.#truthOf(batchId);
    const lost = (bodyComplete: boolean): BatchEvent => {
      return { kind: 'upload-failed', error: aborted ? interrupted : cut, bodyComplete };
    };
    if (course === 'network-away' || (aborted && course === 'well')) return lost(false);
    if (course === 'another-host') return { kind: 'upload-held', error: otherHost };
    if (course === 'address-expires') truth.expired = true;
    if (truth.expired) return { kind: 'refused', error: expired, bodyComplete: false, addressOver: true };
    if (course === 'refused-before-the-last-block')
      return { kind: 'refused', error: signature, bodyComplete: false, addressOver: false };
    if (course === 'storage-busy') return { kind: 'upload-failed', error: busy, bodyComplete: false };
    if (truth.stored) return { kind: 'exists', bodyComplete: false };
    if (course === 'file-changed') return { kind: 'upload-failed', error: changed, bodyComplete: false };
    if (course === 'cut-before-the-last-block') return lost(false);
    try {
      const ready = onLastBlock();
      const leave = () => this.#leave(truth, batch, course, signal.aborted);
      if (ready !== undefined) return ready.then(leave, () => lost(false));
    } catch {
      return lost(false);
    }
    return this.#leave(truth, batch, course, aborted);
  }

  /** The last block leaves. */
  #leave(truth: Truth, batch: Batch, course: Course, aborted: boolean): BatchEvent {
    const lost = (bodyComplete: boolean): BatchEvent => {
      return { kind: 'upload-failed', error: aborted ? interrupted : cut, bodyComplete };
    };
    if (course === 'cut-after-the-last-block') return lost(true);
    truth.stored = true;
    truth.range = rangeOf(batch);
    if (course === 'repeated-by-a-proxy') return { kind: 'exists', bodyComplete: true };
    if (course === 'refused-after-the-last-block')
      return { kind: 'refused', error: signature, bodyComplete: true, addressOver: false };
    return course === 'reply-lost' || aborted ? lost(true) : { kind: 'accepted' };
  }

  #status(batchId: BatchId, batch: Batch, course: Course): BatchEvent {
    const truth = this.#truthOf(batchId);
    if (course === 'network-away') return { kind: 'status-failed', error: away };
    if (course === 'service-down') return { kind: 'status-failed', error: down };
    if (course === 'service-limits') return { kind: 'status-failed', error: limited };
    // It may say so of any batch, before and after its file has come.
    if (course === 'service-does-not-know-it') return { kind: 'status-missing' };
    const words = {
      'service-says-validation-started': 'VALIDATION_STARTED',
      'service-says-a-word-of-its-own': 'SCANNING',
      'service-says-error-without-a-file': truth.stored ? 'VALIDATION_STARTED' : 'ERROR',
    };
    if (course in words) return { kind: 'status', remoteState: words[course as keyof typeof words], remoteMessage: '' };
    if (!truth.stored) {
      if (this.wordBeforeArrival === undefined) return { kind: 'status-missing' };
      return { kind: 'status', remoteState: this.wordBeforeArrival, remoteMessage: '' };
    }
    if (course === 'refused-by-validation') truth.ahead = ['VALIDATION_FAILED'];
    // Once it is decided, it stays so.
    if (course === 'some-lines-refused' && truth.ahead.length > 1) truth.refused = [1, batch.lines];
    if (course === 'processing-error') truth.ahead = ['ERROR'];
    const remoteState = truth.ahead.length > 1 ? truth.ahead.shift() : truth.ahead[0];
    truth.givenUp = remoteState === 'ERROR';
    return { kind: 'status', remoteState: remoteState ?? 'PROCESSED', remoteMessage: '' };
  }

  /** What was issued for a range. */
  issuedFor(range: string): (Truth & { batchId: BatchId })[] {
    return [...this.truths].map(([batchId, truth]) => ({ ...truth, batchId })).filter((truth) => truth.range === range);
  }

  #truthOf(batchId: BatchId): Truth {
    const truth = this.truths.get(batchId);
    if (truth === undefined) throw new Error(`No one issued ${batchId}.`);
    return truth;
  }
}
