/**
 * @file The batch state machine: pure, no I/O, no clock. Decides what an event makes of a batch and what is to be done.
 *
 *     waiting → reserving → uploading → processing → processed | rejected | failed
 *                  ↑          ↓    ↑
 *                  └────── verifying → processing            any non-terminal → cancelled
 *
 * The runner stores the new batch before it performs an effect, and feeds the outcome back as the next event. So what is
 * stored is always an intent, and after a crash `restarted` turns each stored intent into the step that is safe to take.
 *
 * [Note: Who knows whether the bytes arrived] Only the storage does: the service may answer anything about a batch whose
 * file has not come. So an unknown outcome is settled by the same PUT to the same address with `If-None-Match: *` and
 * `Expect: 100-continue`: 412 means that it had arrived, and not a byte was sent for it. Only when the storage refuses the
 * address is the service asked instead, for a grace period, before a new batch id is reserved.
 *
 * [Note: Clocks are not trusted] A laptop sleeps, and its clock is set. So the end of an address by our clock only decides
 * where nothing can have arrived, a grace period must be filled with questions, and a pause never outlasts the longest one.
 */

import { AppError, assertNever, type ErrorRecord } from '../../src-preload/errors.ts';
import { HOUR, MINUTE, SECOND } from '../clock.ts';
import type { Sealed } from '../credentials/secret-box.ts';
import { remoteStateOf } from '../service/remote-state.ts';
import type { BatchId } from '../service/wire.ts';
import { endsBeforeAddress, fitsLifetime } from './address-forecast.ts';
import { type Batch, type Delivery, terminalStates } from './batch.ts';
import {
  abandonDelivery,
  arrived,
  dropAddress,
  failed,
  goOnAtOnce,
  notSeen,
  outcomeUnknown,
  seen,
  settled,
  VERIFY_GRACE,
} from './facts.ts';
import { afterPause, type Circumstances, verdictOn } from './retry-policy.ts';

/** How long to wait for a faster line; by then the speed is measured anew, or counts as unknown. */
const SLOW_LINE_PAUSE = 2 * MINUTE;
/** No pause is longer: the longest Retry-After that is obeyed. */
const LONGEST_PAUSE = HOUR;

/** What the runner has to do. At most one effect of a batch is under way at a time. */
export type Effect =
  | { kind: 'reserve' }
  | { kind: 'upload'; delivery: Addressed }
  | { kind: 'ask-status'; batchId: BatchId }
  | { kind: 'fetch-report'; batchId: BatchId }
  /** Stop the effect under way; its outcome no longer matters. */
  | { kind: 'abort' }
  /** Only a person can help: nothing more is sent over this connection until then. */
  | { kind: 'hold-connection'; error: ErrorRecord };

export type BatchEvent =
  /** A slot is free and `notBefore` has passed: take the next step. */
  | { kind: 'begin' }
  /** `addressLifetime` in ms, as far as the address tells. */
  | { kind: 'reserved'; batchId: BatchId; address: Sealed; addressLifetime: number | undefined }
  | { kind: 'reserve-failed'; error: ErrorRecord }
  /** The storage answered 2xx. */
  | { kind: 'accepted' }
  /** The storage answered 412: it holds an object at this address. `bodyComplete`: the last block of ours had left. */
  | { kind: 'exists'; bodyComplete: boolean }
  /** `bodyComplete`: the last block had left, so that the storage may have the object all the same. */
  | { kind: 'upload-failed'; error: ErrorRecord; bodyComplete: boolean }
  /** The storage refused the address itself; `bodyComplete` as above. */
  | { kind: 'address-refused'; error: ErrorRecord; bodyComplete: boolean }
  | { kind: 'status'; remoteState: string; remoteMessage: string }
  | { kind: 'status-missing' }
  | { kind: 'status-failed'; error: ErrorRecord }
  | { kind: 'report-kept' }
  | { kind: 'report-absent' }
  | { kind: 'report-failed'; error: ErrorRecord }
  | { kind: 'cancel' }
  /** The process was started again and knows nothing but what is stored. */
  | { kind: 'restarted' };

export interface Transition {
  batch: Batch;
  effects: Effect[];
}

/**
 * What a batch that ended as failed or cancelled leaves to the one that takes its place when a person retries: the batch id,
 * if the service may have the file and has not said its last word; otherwise the ids that are given up.
 */
export function inheritanceOf(ended: Batch): Pick<Batch, 'state' | 'delivery' | 'abandoned'> {
  const { delivery, abandoned, error } = ended;
  if (delivery === undefined) return { state: 'waiting', abandoned };
  const { code } = error ?? {};
  const hasLastWord = code === 'batch.failed' || code === 'batch.unknown' || code === 'batch.doubtful';
  if (!delivery.mayHaveArrived || hasLastWord) return { state: 'waiting', abandoned: [...abandoned, delivery.batchId] };
  const { batchId, mayHaveArrived } = delivery;
  return { state: 'verifying', abandoned, delivery: { batchId, mayHaveArrived } };
}

const stay = (batch: Batch): Transition => ({ batch, effects: [] });

/**
 * The next batch and the effects it asks for. An event that does not fit the state (the late echo of an aborted effect)
 * changes nothing.
 */
export function transition(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  if (event.kind === 'begin') return begin(batch, circumstances);
  if (event.kind === 'restarted') return stay(restarted(batch));
  if (event.kind === 'cancel') {
    if (terminalStates.has(batch.state)) return stay(batch);
    // What an aborted upload leaves behind nobody knows; a later retry must ask.
    const left = batch.state === 'uploading' ? outcomeUnknown(batch) : batch;
    return { batch: { ...settled(left), state: 'cancelled' }, effects: [{ kind: 'abort' }] };
  }
  switch (batch.state) {
    case 'reserving':
      return whileReserving(batch, event, circumstances);
    case 'uploading':
      return whileUploading(batch, event, circumstances);
    case 'verifying':
    case 'processing':
      return whileFollowing(batch, event, circumstances);
    case 'rejected':
    case 'processed':
      return whileReporting(batch, event, circumstances);
    case 'waiting':
    case 'failed':
    case 'cancelled':
      return stay(batch);
    default:
      return assertNever(batch.state);
  }
}

/** Which kind of slot the next step of this batch takes; undefined when nothing is left to do. */
export function nextStep(batch: Batch): 'upload' | 'status' | 'report' | undefined {
  switch (batch.state) {
    case 'waiting':
      return 'upload';
    case 'verifying':
      return batch.delivery?.address === undefined ? 'status' : 'upload';
    case 'processing':
      return 'status';
    case 'rejected':
    case 'processed':
      return batch.report === 'wanted' ? 'report' : undefined;
    case 'reserving':
    case 'uploading':
    case 'failed':
    case 'cancelled':
      return undefined;
    default:
      return assertNever(batch.state);
  }
}

/** How long until the batch may take its next step (ms); 0 when it is due. */
export function pauseOf(batch: Batch, now: number): number {
  const pause = batch.notBefore - now;
  return pause > LONGEST_PAUSE ? 0 : Math.max(0, pause);
}

function begin(batch: Batch, circumstances: Circumstances): Transition {
  const { delivery } = batch;
  switch (batch.state) {
    case 'waiting': {
      if (hasAddress(delivery) && endsBeforeAddress(batch, delivery, circumstances))
        return startUpload(batch, delivery);
      if (delivery !== undefined && !fitsLifetime(batch, delivery, circumstances)) return tooSlow(batch, circumstances);
      return { batch: { ...abandonDelivery(batch), state: 'reserving' }, effects: [{ kind: 'reserve' }] };
    }
    case 'verifying': {
      if (delivery === undefined) return stay({ ...batch, state: 'waiting' });
      if (hasAddress(delivery)) return startUpload(batch, delivery);
      const asking =
        batch.verifyUntil === undefined ? { ...batch, verifyUntil: circumstances.now + VERIFY_GRACE, polls: 0 } : batch;
      return { batch: asking, effects: [{ kind: 'ask-status', batchId: delivery.batchId }] };
    }
    case 'processing':
      if (batch.delivery === undefined) return stay({ ...batch, state: 'waiting' });
      return { batch, effects: [{ kind: 'ask-status', batchId: batch.delivery.batchId }] };
    case 'rejected':
    case 'processed':
      if (batch.report !== 'wanted' || batch.delivery === undefined) return stay(batch);
      return { batch, effects: [{ kind: 'fetch-report', batchId: batch.delivery.batchId }] };
    case 'reserving':
    case 'uploading':
    case 'failed':
    case 'cancelled':
      return stay(batch);
    default:
      return assertNever(batch.state);
  }
}

/** A stored intent whose outcome nobody saw. */
function restarted(batch: Batch): Batch {
  if (batch.state === 'reserving') return { ...batch, state: 'waiting', notBefore: 0, failures: 0 };
  if (batch.state === 'uploading') return { ...outcomeUnknown(batch), notBefore: 0, failures: 0 };
  // Who starts the app again has seen to what was wrong; only the service's own wish to wait outlasts that.
  if (batch.error?.code === 'service.rate-limited') return batch;
  return { ...batch, notBefore: 0, failures: 0 };
}

function whileReserving(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  if (event.kind === 'reserved') {
    const { batchId, address, addressLifetime } = event;
    const ends =
      addressLifetime === undefined
        ? {}
        : // It counts from when we got it, so that a clock which differs from the storage's does no harm.
          { addressLifetime, addressEndsAt: circumstances.now + addressLifetime };
    const delivery = { batchId, address, mayHaveArrived: false, ...ends };
    if (fitsLifetime(batch, delivery, circumstances)) return startUpload(batch, delivery);
    return tooSlow({ ...batch, delivery }, circumstances);
  }
  if (event.kind === 'reserve-failed') return tryAgain({ ...batch, state: 'waiting' }, event.error, circumstances);
  return stay(batch);
}

function startUpload(batch: Batch, delivery: Addressed): Transition {
  const uploading: Batch = { ...batch, state: 'uploading', delivery, attempts: batch.attempts + 1 };
  return { batch: uploading, effects: [{ kind: 'upload', delivery }] };
}

/** The upload is not started: it would take longer than any address lasts, at the present speed. */
function tooSlow(batch: Batch, { now, bytesPerSecond = 0 }: Circumstances): Transition {
  const error = new AppError('upload.too-slow', {
    bytes: batch.end - batch.start,
    bytesPerSecond: Math.round(bytesPerSecond),
    lifetimeSeconds: Math.round((batch.delivery?.addressLifetime ?? 0) / SECOND),
  });
  return stay({ ...batch, state: 'waiting', error: error.toRecord(), notBefore: now + SLOW_LINE_PAUSE });
}

function whileUploading(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  switch (event.kind) {
    case 'accepted':
      return stay(arrived(batch, circumstances.now));
    case 'exists':
      if (batch.delivery?.mayHaveArrived) return stay(arrived(batch, circumstances.now));
      // It may be ours if a proxy on the way has repeated the request; asked once more, the storage decides.
      if (event.bodyComplete) return stay(goOnAtOnce(outcomeUnknown(batch)));
      return stay(failed(batch, new AppError('upload.conflict', {}).toRecord()));
    case 'upload-failed': {
      const unknown = mayBeOurs(batch, event);
      const next: Batch = unknown ? outcomeUnknown(batch) : { ...batch, state: 'waiting' };
      if (event.error.code === 'upload.interrupted') return stay(goOnAtOnce(next));
      return unknown ? findOut(next, event.error, circumstances) : tryAgain(next, event.error, circumstances);
    }
    case 'address-refused':
      if (mayBeOurs(batch, event)) {
        return findOut(dropAddress(outcomeUnknown(batch)), event.error, circumstances);
      }
      return tryAgain({ ...abandonDelivery(batch), state: 'waiting' }, event.error, circumstances);
    default:
      return stay(batch);
  }
}

/** Whether the last block has left for this address, now or before: the storage may then hold the file. */
function mayBeOurs({ delivery }: Batch, { bodyComplete }: { bodyComplete: boolean }): boolean {
  return bodyComplete || delivery?.mayHaveArrived === true;
}

function whileFollowing(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  const { now } = circumstances;
  switch (event.kind) {
    case 'status':
      // What it says of a batch whose file has not come is not documented; a word of §3 stands for one that has.
      if (batch.state === 'verifying' && !remoteStateOf(event.remoteState).known) return stay(notSeen(batch, now));
      return stay(seen(batch, event, now));
    case 'status-missing':
      return stay(notSeen(batch, now));
    case 'status-failed':
      return keepAsking(batch, event.error, circumstances);
    default:
      return stay(batch);
  }
}

function whileReporting(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  switch (event.kind) {
    case 'report-kept':
      return stay({ ...batch, report: 'kept' });
    case 'report-absent':
      return stay({ ...batch, report: 'unavailable' });
    case 'report-failed': {
      if (verdictOn(batch, event.error) === 'give-up')
        return stay({ ...batch, report: 'unavailable', error: event.error });
      return keepAsking(batch, event.error, circumstances);
    }
    default:
      return stay(batch);
  }
}

/** A failure on the way there: later again, or the end, or a person is asked. */
function tryAgain(batch: Batch, error: ErrorRecord, circumstances: Circumstances): Transition {
  switch (verdictOn(batch, error)) {
    case 'ask-person':
      return { batch: { ...batch, error }, effects: [{ kind: 'hold-connection', error }] };
    case 'give-up':
      return stay(failed(batch, error));
    case 'again':
      return stay(afterPause(batch, error, circumstances));
  }
}

/** An unknown outcome is never given up: when the storage has no more to say, the service is asked. */
function findOut(batch: Batch, error: ErrorRecord, circumstances: Circumstances): Transition {
  const verdict = verdictOn(batch, error);
  if (verdict === 'ask-person') return tryAgain(batch, error, circumstances);
  // The storage wanted the bytes, so it had nothing; and they cannot be had any more.
  if (error.code.startsWith('file.') && !error.retryable) return stay(failed(batch, error));
  return stay(afterPause(error.retryable ? batch : dropAddress(batch), error, circumstances));
}

/** As `tryAgain`, but a batch that has arrived is never given up because nobody could be asked about it. */
function keepAsking(batch: Batch, error: ErrorRecord, circumstances: Circumstances): Transition {
  if (verdictOn(batch, error) === 'ask-person') return tryAgain(batch, error, circumstances);
  return stay(afterPause(batch, error, circumstances));
}

type Addressed = Delivery & { address: Sealed };

function hasAddress(delivery: Delivery | undefined): delivery is Addressed {
  return delivery?.address !== undefined;
}
