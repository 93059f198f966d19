/**
 * @file Writes down, beside the requests, what is decided about the queue: each step of a batch with its reason and the
 * time of the next try, what a person did, what holds things up. So support sees why something waits. Nothing secret.
 *
 * [Note: A night without a network] Thousands of steps come to the same. A question that brought nothing new is not written;
 * the same step of the same batch is written the first time, the second, the fourth, the eighth and so on.
 */

import { isDeepStrictEqual } from 'node:util';
import { assertNever } from '../../src-shared/errors.ts';
import { factsOf } from '../../src-shared/states.ts';
import { type Clock, MINUTE } from '../ground/clock.ts';
import type { LogFields, LogLevel, Logs } from '../ground/logs/logs.ts';
import { keyOf } from '../wire/credentials/connection.ts';
import { type Batch, type BatchNumber, isFinished } from './batch.ts';
import { doubledOf } from './batch-outcome.ts';
import type { Queue } from './queue.ts';
import type { QueueChange } from './queue-change.ts';

/** What has not happened for so long is news again. */
const FORGOTTEN_AFTER = 10 * MINUTE;

type Log = Pick<Logs, 'event'>;
type BatchChange = Extract<QueueChange, { kind: 'batch' }>;
type SubmissionChange = Extract<QueueChange, { kind: 'submission' }>;

/** From now on, until the queue stops. */
export function logQueue(queue: Pick<Queue, 'subscribe'>, logs: Log, clock: Pick<Clock, 'now'>): void {
  const log = new QueueLog(logs, clock);
  queue.subscribe((change) => log.note(change));
}

/** The service or a storage is left alone until then, because it asked for that. */
export function logPause(logs: Log, name: 'service.paused' | 'storage.paused', whose: LogFields, end: number): void {
  logs.event('info', name, { ...whose, until: timeOf(end) });
}

class QueueLog {
  readonly #logs: Log;
  readonly #repeats: Repeats;
  /** The codes of what is on hold, by `keyOf`. */
  readonly #holds = new Map<string, string>();

  constructor(logs: Log, clock: Pick<Clock, 'now'>) {
    this.#logs = logs;
    this.#repeats = new Repeats(clock);
  }

  note(change: QueueChange): void {
    switch (change.kind) {
      case 'batch':
        this.#noteBatch(change);
        this.#noteWatched(change);
        break;
      case 'submission':
        this.#noteSubmission(change);
        break;
      case 'removed':
        this.#logs.event('info', 'submission.removed', { submission: change.submission });
        break;
      case 'action': {
        const { action, submission, batches } = change;
        this.#logs.event('info', 'queue.action', { action, submission, batches });
        break;
      }
      case 'hold':
        this.#noteHold(change);
        break;
      case 'hold-released': {
        const { connection } = change;
        const error = this.#holds.get(keyOf(change));
        this.#holds.delete(keyOf(change));
        this.#logs.event('info', 'connection.released', { connection, error });
        break;
      }
      case 'stopped':
        this.#logs.event('error', 'queue.stopped', { error: change.error.code, detail: change.error.detail });
        break;
      case 'doubted':
        this.#logs.event('error', 'queue.doubted', { detail: change.error.detail });
        break;
      case 'check-slow': {
        const { submission, error } = change;
        this.#logs.event('warn', 'check.slow', { submission, error: error.code, detail: error.detail });
        break;
      }
      case 'going-on':
        this.#logs.event('info', 'queue.going-on');
        break;
      case 'contact':
      case 'due':
      case 'check-progress':
      case 'upload-progress':
        break;
      default:
        assertNever(change);
    }
  }

  #noteBatch({ batch, before, cause, error }: BatchChange): void {
    if (before !== undefined && isDeepStrictEqual(newsIn(batch), newsIn(before))) return;
    const { number, submission, state, remoteState } = batch;
    const why = { cause, ...(error !== undefined && { failedWith: error.code }) };
    const times = this.#repeats.count(number, [cause, before?.state, state, remoteState, error?.code].join(' '));
    if (isFinished(batch)) this.#repeats.forget(number);
    if (!isPowerOfTwo(times)) return;
    this.#logs.event(levelOf(batch), 'batch.changed', {
      batch: number,
      submission,
      from: before?.state,
      to: state,
      ...why,
      ...standOf(batch),
      ...(times > 1 && { times }),
    });
  }

  /** Ids that were given up although the file may have arrived under them, and what is learnt of them. */
  #noteWatched({ batch, before }: BatchChange): void {
    const doubled = doubledOf(batch);
    if (doubled !== undefined && before !== undefined && !isDeepStrictEqual(doubledOf(before), doubled))
      this.#logs.event('warn', 'batch.doubled', {
        batch: batch.number,
        submission: batch.submission,
        batchIds: doubled.batchIds.join(' '),
        lines: doubled.lines,
      });
    for (const { batchId, remoteState, movedAt, isOver, notBefore } of batch.watched) {
      const known = before?.watched.find((watched) => watched.batchId === batchId);
      const fields = { batch: batch.number, submission: batch.submission, batchId };
      if (known === undefined && before !== undefined) this.#logs.event('info', 'id.watched', fields);
      if (known === undefined) continue;
      const hasArrived = movedAt !== undefined;
      const isNews = known.remoteState !== remoteState || known.movedAt !== movedAt || known.isOver !== isOver;
      if (!isNews) continue;
      const next = isOver ? {} : { nextQuestionAt: timeOf(notBefore) };
      this.#logs.event(hasArrived ? 'warn' : 'info', 'id.learnt', {
        ...fields,
        remoteState,
        hasArrived,
        isOver,
        ...next,
      });
    }
  }

  #noteSubmission({ submission, cause }: SubmissionChange): void {
    // Nothing was decided.
    if (cause === 'check-over' || cause === 'read-again') return;
    const { id, stage, paused, connection, error, warning } = submission;
    const fields = { submission: id, cause, stage, paused, connection, error: error?.code, warning: warning?.code };
    this.#logs.event(stage === 'held' || stage === 'check-failed' ? 'warn' : 'info', 'submission.changed', fields);
  }

  /** Each batch that runs into it says so again. */
  #noteHold({ connection, destination, error: { code } }: Extract<QueueChange, { kind: 'hold' }>): void {
    const key = keyOf({ connection, destination });
    if (this.#holds.get(key) === code) return;
    this.#holds.set(key, code);
    this.#logs.event('warn', 'connection.held', { connection, error: code });
  }
}

/** How often the same has happened to a batch. */
class Repeats {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #counts = new Map<BatchNumber, Map<string, { times: number; at: number }>>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Once more; returns how often it was by now. */
  count(batch: BatchNumber, what: string): number {
    const counts = this.#counts.get(batch) ?? new Map<string, { times: number; at: number }>();
    this.#counts.set(batch, counts);
    const at = this.#clock.now();
    const known = counts.get(what);
    const times = known === undefined || at - known.at > FORGOTTEN_AFTER ? 1 : known.times + 1;
    counts.set(what, { times, at });
    return times;
  }

  forget(batch: BatchNumber): void {
    this.#counts.delete(batch);
  }
}

/** What makes a change of a batch worth a line. Times, and how often it was tried, do not. */
function newsIn(batch: Batch): object {
  const { state, delivery, abandoned, remoteState, report, error, reportError, verifyUntil } = batch;
  const id = { batchId: delivery?.batchId, lastBlockLeft: delivery?.mayHaveArrived, abandoned: abandoned.length };
  return { state, ...id, remoteState, report, error: error?.code, reportError: reportError?.code, verifyUntil };
}

/** Where a batch stands, and what it waits for. */
function standOf(batch: Batch): LogFields {
  const { state, delivery, attempts, failures, remoteState, report, error, reportError, verifyUntil, notBefore } =
    batch;
  const waits = !isFinished(batch) && !factsOf(state).isActive && notBefore > 0;
  return {
    attempts,
    batchId: delivery?.batchId,
    remoteState,
    error: error?.code,
    reportError: reportError?.code,
    ...(delivery?.mayHaveArrived === true && { lastBlockLeft: true }),
    ...(failures > 0 && { failures }),
    ...(report !== 'none' && { report }),
    ...(waits && { nextTryAt: timeOf(notBefore) }),
    ...(verifyUntil !== undefined && { askedUntil: timeOf(verifyUntil) }),
  };
}

function levelOf({ state }: Batch): LogLevel {
  const { end, needsPerson } = factsOf(state);
  if (end === 'failed') return 'error';
  return needsPerson ? 'warn' : 'info';
}

function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count));
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
