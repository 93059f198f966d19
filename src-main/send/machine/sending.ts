/** @file From the request for an upload address to the storage's reply. Pure. */

import { AppError, type ErrorRecord } from '../../../src-shared/errors.ts';
import { SECOND } from '../../ground/clock.ts';
import type { Batch } from '../batch.ts';
import { fitsLifetime } from './address-forecast.ts';
import { type Addressed, type BatchEvent, type Circumstances, stay, type Transition } from './events.ts';
import { abandonDelivery, arrived, dropAddress, failed, goOnAtOnce, outcomeUnknown } from './facts.ts';
import { afterPause, BRIEF_PAUSE, retryDecision } from './retry-policy.ts';

/** Refusals in a row after which an address counts as gone: one alone may be a passing fault of the storage. */
const MOST_REFUSALS = 4;
/** Addresses in a row that the storage may refuse; then it refuses the upload itself. */
const MOST_ADDRESSES = 3;
/** Ids or addresses in a row that belong to other batches; the pauses between them add up to some minutes. */
const MOST_REPEATED = 10;

export function whileReserving(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  if (event.kind === 'reserved') {
    const { batchId, address, addressLifetime, place, host, held } = event;
    const ends =
      addressLifetime === undefined
        ? {}
        : // Counted from when we received it, so that a difference to the storage's clock does no harm.
          { addressLifetime, addressEndsAt: circumstances.now + addressLifetime };
    const delivery = { batchId, address, mayHaveArrived: false, ...(host !== undefined && { host }), ...ends };
    const known = place === undefined ? batch : { ...batch, addresses: [...batch.addresses, place] };
    if (held !== undefined) return holdBack({ ...known, state: 'waiting', delivery }, held);
    if (fitsLifetime(batch, delivery, circumstances)) return startUpload(known, delivery);
    return tooSlow({ ...known, delivery }, circumstances);
  }
  if (event.kind === 'reserve-failed' && isRepeatedTooOften(batch, event.error))
    return stay(failed(batch, event.error));
  if (event.kind === 'reserve-failed') return tryAgain({ ...batch, state: 'waiting' }, event.error, circumstances);
  return stay(batch);
}

/** Whether the service gives what belongs to other batches, as often as it is asked: only the provider can help then. */
function isRepeatedTooOften({ error: before, failures }: Batch, { code }: ErrorRecord): boolean {
  return repeated.has(code) && repeated.has(before?.code ?? '') && failures + 1 >= MOST_REPEATED;
}

const repeated: ReadonlySet<string> = new Set(['batch.repeated-id', 'batch.repeated-address']);

export function startUpload(batch: Batch, delivery: Addressed): Transition {
  const { askFirst: _, ...asked } = delivery;
  const uploading: Batch = { ...batch, state: 'uploading', delivery: asked, attempts: batch.attempts + 1 };
  return { batch: uploading, effects: [{ kind: 'upload', delivery: asked }] };
}

/** Nothing is sent before a person has allowed the host. The address stays: it may still be good by then. */
function holdBack(batch: Batch, error: ErrorRecord): Transition {
  return { batch: { ...batch, error }, effects: [{ kind: 'hold-connection', error }] };
}

/**
 * The upload is not started: at the present speed it would take longer than any address lasts. It is looked at again soon, since others
 * measure the speed in the time between, and that is no request.
 */
export function tooSlow(batch: Batch, { now, bytesPerSecond = 0 }: Circumstances): Transition {
  const error = new AppError('upload.too-slow', {
    bytes: batch.end - batch.start,
    bytesPerSecond: Math.round(bytesPerSecond),
    lifetimeSeconds: Math.round((batch.delivery?.addressLifetime ?? 0) / SECOND),
  });
  return stay({ ...batch, state: 'waiting', error: error.toRecord(), notBefore: now + BRIEF_PAUSE });
}

export function whileUploading(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  switch (event.kind) {
    case 'last-block':
      if (batch.delivery === undefined || batch.delivery.mayHaveArrived) return stay(batch);
      return stay({ ...batch, delivery: { ...batch.delivery, mayHaveArrived: true, leftIn: batch.attempts } });
    case 'accepted':
      return stay(arrived(batch, circumstances.now));
    case 'exists':
      return exists(batch, event, circumstances);
    case 'upload-failed': {
      const unknown = mayBeOurs(batch, event);
      const next: Batch = unknown ? outcomeUnknown(batch) : { ...batch, state: 'waiting' };
      if (event.error.code === 'upload.interrupted') return stay(goOnAtOnce(next));
      return unknown ? findOut(next, event.error, circumstances) : tryAgain(next, event.error, circumstances);
    }
    case 'upload-held': {
      // It was not begun after all.
      const attempts = Math.max(0, batch.attempts - 1);
      const state = batch.delivery?.mayHaveArrived === true ? 'verifying' : 'waiting';
      return holdBack({ ...batch, state, attempts }, event.error);
    }
    case 'refused':
      return refused(batch, event, circumstances);
    default:
      return stay(batch);
  }
}

/**
 * The storage claims to have an object at this address. It is ours only if an earlier attempt may have put it there. In reply to the
 * first one, a proxy may have repeated our request, or the claim is false: the storage is asked once more, and then only the
 * service can prove that the file arrived.
 */
function exists(batch: Batch, event: { bodyComplete: boolean }, { now }: Circumstances): Transition {
  const { delivery, attempts } = batch;
  const isOurs = mayBeOurs(batch, event);
  if (delivery === undefined || (!isOurs && attempts <= 1))
    return stay(failed(abandonDelivery(batch, now), new AppError('upload.conflict', {}).toRecord()));
  // As far as is stored, no last block has left. But an upload had begun, and a disk may lose what it said that it had written.
  if (!isOurs || delivery.isDoubted) return stay({ ...dropAddress(outcomeUnknown(batch)), notBefore: now });
  if (delivery.mayHaveArrived && delivery.leftIn !== attempts) return stay(arrived(batch, now));
  return stay({ ...outcomeUnknown({ ...batch, delivery: { ...delivery, isDoubted: true } }), notBefore: now });
}

/** Whether the last block has left for this address, now or before: the storage may then have the file. */
function mayBeOurs({ delivery }: Batch, { bodyComplete }: { bodyComplete: boolean }): boolean {
  return bodyComplete || delivery?.mayHaveArrived === true;
}

/**
 * The storage refused the upload to this address. It is asked several times more, with growing pauses. Then the address
 * counts as gone: if the last block has never left, the file is not there and a new id is asked for; otherwise the
 * service is asked.
 */
function refused(
  batch: Batch,
  event: Extract<BatchEvent, { kind: 'refused' }>,
  circumstances: Circumstances,
): Transition {
  const { delivery } = batch;
  if (delivery === undefined) return stay({ ...batch, state: 'waiting' });
  const { now } = circumstances;
  const refusals = (delivery.refusals ?? 0) + 1;
  const { answer } = event;
  const noted = { ...delivery, refusals, ...(answer !== undefined && { lastRefusal: { answer, at: now } }) };
  const refusedBatch = { ...batch, delivery: noted };
  const isOurs = mayBeOurs(batch, event);
  const next: Batch = isOurs ? outcomeUnknown(refusedBatch) : { ...refusedBatch, state: 'waiting' };
  if (!event.addressOver && refusals < MOST_REFUSALS)
    return stay({ ...next, error: passing(event.error), notBefore: now + pauseBefore(refusals) });
  if (isOurs) return stay({ ...dropAddress(next), error: passing(event.error), notBefore: now });
  const without = abandonDelivery(next, now);
  if (event.addressOver) return tryAgain(without, event.error, circumstances);
  const refusedAddresses = batch.refusedAddresses + 1;
  if (refusedAddresses >= MOST_ADDRESSES) return stay(failed(without, event.error));
  return stay({ ...afterPause(without, passing(event.error), circumstances), refusedAddresses });
}

/** 1, 2, 4 … seconds. */
function pauseBefore(refusals: number): number {
  return SECOND * 2 ** (refusals - 1);
}

/** The same refusal, worded as one that is still being tried. */
function passing(error: ErrorRecord): ErrorRecord {
  const { status, reason } = error.params;
  if (error.code !== 'upload.refused') return { ...error, retryable: true };
  return new AppError('upload.declined', { status: Number(status), reason: String(reason) }).toRecord();
}

/** After a failure of the upload: tries again later, ends the batch, or asks a person. */
export function tryAgain(batch: Batch, error: ErrorRecord, circumstances: Circumstances): Transition {
  switch (retryDecision(batch, error, circumstances)) {
    case 'ask-person':
      return { batch: { ...batch, error }, effects: [{ kind: 'hold-connection', error }] };
    case 'give-up':
      return stay(failed(batch, error));
    case 'again':
      return stay(afterPause(batch, error, circumstances));
  }
}

/** An unknown outcome is never given up: when the storage can no longer be asked, the service is. */
function findOut(batch: Batch, error: ErrorRecord, circumstances: Circumstances): Transition {
  if (retryDecision(batch, error, circumstances) === 'ask-person') return tryAgain(batch, error, circumstances);
  // The same PUT cannot be repeated without the bytes.
  if (!error.retryable) return stay({ ...dropAddress(batch), error, notBefore: circumstances.now });
  return stay(afterPause(batch, error, circumstances));
}
