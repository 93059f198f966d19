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
 * `Expect: 100-continue`: 412 means that it had arrived, and not a byte was sent for it. Only when the address is gone is
 * the service asked instead, for a grace period, before a new batch id is reserved.
 */

import { AppError, assertNever, type ErrorRecord } from '../../src-preload/errors.ts';
import { HOUR, MINUTE, SECOND } from '../clock.ts';
import type { Sealed } from '../credentials/secret-box.ts';
import { remoteStateOf } from '../service/remote-state.ts';
import type { BatchId } from '../service/wire.ts';
import { type Batch, type Delivery, terminalStates } from './batch.ts';
import { afterPause, type Circumstances, MAX_FAILURES, verdictOn } from './retry-policy.ts';

/** How long the service is asked about a batch that may have arrived at an address that has expired. */
const VERIFY_GRACE = 2 * MINUTE;
/** An address that ends sooner than this is not used. */
const ADDRESS_MARGIN = 5 * SECOND;
/** An accepted batch that the service has not known for so long is given up. */
const UNKNOWN_AFTER_HOURS = 24;
const FIRST_POLL_GAP = SECOND;
const LONGEST_POLL_GAP = 60 * SECOND;

/** What the runner has to do. At most one effect of a batch is under way at a time. */
export type Effect =
  | { kind: 'reserve' }
  | { kind: 'upload'; delivery: Delivery & { address: Sealed } }
  | { kind: 'ask-status'; batchId: BatchId }
  | { kind: 'fetch-report'; batchId: BatchId }
  /** Stop the effect under way; its outcome no longer matters. */
  | { kind: 'abort' }
  /** Only a person can help: nothing more is sent over this connection until then. */
  | { kind: 'hold-connection'; error: ErrorRecord };

export type BatchEvent =
  /** A slot is free and `notBefore` has passed: take the next step. */
  | { kind: 'begin' }
  | { kind: 'reserved'; batchId: BatchId; address: Sealed; addressEndsAt: number | undefined }
  | { kind: 'reserve-failed'; error: ErrorRecord }
  /** The storage answered 2xx. */
  | { kind: 'accepted' }
  /** The storage answered 412: it holds an object at this address. */
  | { kind: 'exists' }
  /** `bodyComplete`: the last block had left, so that the storage may have the object all the same. */
  | { kind: 'upload-failed'; error: ErrorRecord; bodyComplete: boolean }
  /** The storage refused the address itself, before it took the body. */
  | { kind: 'address-refused'; error: ErrorRecord }
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
    return { batch: { ...settled(batch), state: 'cancelled' }, effects: [{ kind: 'abort' }] };
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
export function nextStep(batch: Batch, now: number): 'upload' | 'status' | 'report' | undefined {
  switch (batch.state) {
    case 'waiting':
      return 'upload';
    case 'verifying':
      return usableDelivery(batch, now) === undefined ? 'status' : 'upload';
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

function begin(batch: Batch, { now }: Circumstances): Transition {
  const delivery = usableDelivery(batch, now);
  switch (batch.state) {
    case 'waiting':
      if (delivery !== undefined) return startUpload(batch, delivery);
      return { batch: { ...abandonDelivery(batch), state: 'reserving' }, effects: [{ kind: 'reserve' }] };
    case 'verifying': {
      if (delivery !== undefined) return startUpload(batch, delivery);
      if (batch.delivery === undefined) return stay({ ...batch, state: 'waiting' });
      const asking = { ...batch, verifyUntil: batch.verifyUntil ?? now + VERIFY_GRACE };
      return { batch: asking, effects: [{ kind: 'ask-status', batchId: batch.delivery.batchId }] };
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
  if (batch.state === 'reserving') return { ...batch, state: 'waiting', notBefore: 0 };
  if (batch.state === 'uploading') return { ...outcomeUnknown(batch), notBefore: 0 };
  return batch.notBefore === 0 ? batch : { ...batch, notBefore: 0 };
}

function whileReserving(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  if (event.kind === 'reserved') {
    const { batchId, address, addressEndsAt } = event;
    const delivery = {
      batchId,
      address,
      mayHaveArrived: false,
      ...(addressEndsAt === undefined ? {} : { addressEndsAt }),
    };
    return startUpload(batch, delivery);
  }
  if (event.kind === 'reserve-failed') return tryAgain({ ...batch, state: 'waiting' }, event.error, circumstances);
  return stay(batch);
}

function startUpload(batch: Batch, delivery: Delivery & { address: Sealed }): Transition {
  const uploading: Batch = { ...batch, state: 'uploading', delivery, attempts: batch.attempts + 1 };
  return { batch: uploading, effects: [{ kind: 'upload', delivery }] };
}

function whileUploading(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  switch (event.kind) {
    case 'accepted':
      return stay(arrived(batch, circumstances));
    case 'exists':
      // A 412 to the first PUT ever made to this address cannot be the echo of our own.
      if (batch.delivery?.mayHaveArrived) return stay(arrived(batch, circumstances));
      return stay(failed(batch, new AppError('upload.conflict', {}).toRecord()));
    case 'upload-failed':
      if (event.bodyComplete || batch.delivery?.mayHaveArrived) {
        return tryAgain(outcomeUnknown(batch), event.error, circumstances);
      }
      return tryAgain({ ...batch, state: 'waiting' }, event.error, circumstances);
    case 'address-refused':
      if (batch.delivery?.mayHaveArrived) {
        return tryAgain(dropAddress(outcomeUnknown(batch)), event.error, circumstances);
      }
      return tryAgain({ ...abandonDelivery(batch), state: 'waiting' }, event.error, circumstances);
    default:
      return stay(batch);
  }
}

function whileFollowing(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  const { now } = circumstances;
  switch (event.kind) {
    case 'status':
      return stay(seen(batch, event, now));
    case 'status-missing': {
      if (batch.state === 'verifying') {
        if (now < (batch.verifyUntil ?? now)) return stay(pollLater(batch, now));
        return stay({ ...abandonDelivery(batch), state: 'waiting', notBefore: now });
      }
      const acceptedAt = batch.acceptedAt ?? now;
      if (now - acceptedAt < UNKNOWN_AFTER_HOURS * HOUR) return stay(pollLater(batch, now));
      return stay(failed(batch, new AppError('batch.unknown', { hours: UNKNOWN_AFTER_HOURS }).toRecord()));
    }
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
      const again = keepAsking(batch, event.error, circumstances);
      if (again.batch.failures < MAX_FAILURES) return again;
      return { batch: { ...again.batch, report: 'unavailable' }, effects: again.effects };
    }
    default:
      return stay(batch);
  }
}

/** The status record of §2.5, by the states of §3. */
function seen(batch: Batch, status: { remoteState: string; remoteMessage: string }, now: number): Batch {
  const { remoteState, remoteMessage } = status;
  const moved = remoteState !== batch.remoteState;
  const known = {
    ...settled(batch),
    ...(moved ? { polls: 0 } : {}),
    state: 'processing' as const,
    acceptedAt: batch.acceptedAt ?? now,
    seenAt: batch.seenAt ?? now,
    remoteState,
    remoteMessage,
  };
  const { kind } = remoteStateOf(remoteState);
  switch (kind) {
    case 'processing':
      return pollLater(known, now);
    case 'processed':
      // Lines that were left out are in a report, which a batch without any does not offer.
      return { ...known, state: 'processed', report: batch.ingestValid ? 'wanted' : 'none', notBefore: now };
    case 'rejected': {
      const error = new AppError('batch.refused', { reason: remoteMessage }).toRecord();
      return { ...known, state: 'rejected', report: 'wanted', notBefore: now, error };
    }
    case 'failed':
      return failed(known, new AppError('batch.failed', { reason: remoteMessage }).toRecord());
    default:
      return assertNever(kind);
  }
}

function arrived(batch: Batch, { now }: Circumstances): Batch {
  const { error: _, ...rest } = batch;
  const delivery = batch.delivery && { ...batch.delivery, mayHaveArrived: true };
  return {
    ...rest,
    ...(delivery === undefined ? {} : { delivery }),
    state: 'processing',
    failures: 0,
    polls: 0,
    acceptedAt: now,
    notBefore: now + FIRST_POLL_GAP,
  };
}

function pollLater(batch: Batch, now: number): Batch {
  const gap = Math.min(LONGEST_POLL_GAP, FIRST_POLL_GAP * 1.5 ** batch.polls);
  return { ...batch, failures: 0, polls: batch.polls + 1, notBefore: now + Math.round(gap) };
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

/** As `tryAgain`, but a batch that has arrived is never given up because nobody could be asked about it. */
function keepAsking(batch: Batch, error: ErrorRecord, circumstances: Circumstances): Transition {
  if (verdictOn(batch, error) === 'ask-person') return tryAgain(batch, error, circumstances);
  return stay(afterPause(batch, error, circumstances));
}

function usableDelivery({ delivery }: Batch, now: number): (Delivery & { address: Sealed }) | undefined {
  if (delivery?.address === undefined) return undefined;
  if (delivery.addressEndsAt !== undefined && delivery.addressEndsAt - ADDRESS_MARGIN <= now) return undefined;
  return { ...delivery, address: delivery.address };
}

function outcomeUnknown(batch: Batch): Batch {
  const delivery = batch.delivery && { ...batch.delivery, mayHaveArrived: true };
  return { ...batch, state: 'verifying', ...(delivery === undefined ? {} : { delivery }) };
}

function dropAddress(batch: Batch): Batch {
  if (batch.delivery === undefined) return batch;
  const { batchId, mayHaveArrived } = batch.delivery;
  return { ...batch, delivery: { batchId, mayHaveArrived } };
}

function abandonDelivery(batch: Batch): Batch {
  const { delivery, verifyUntil: _, ...rest } = batch;
  return delivery === undefined ? rest : { ...rest, abandoned: [...batch.abandoned, delivery.batchId] };
}

/** Nothing more will be sent: the address is dropped, the trouble of the way there is over. */
function settled(batch: Batch): Batch {
  const { error: _, verifyUntil: __, ...rest } = dropAddress(batch);
  return { ...rest, failures: 0 };
}

function failed(batch: Batch, error: ErrorRecord): Batch {
  return { ...settled(batch), state: 'failed', error };
}
