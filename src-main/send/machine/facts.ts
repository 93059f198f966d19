/** @file What a single fact makes of a batch: arrived, seen, unknown, given up. Pure. The other files combine them. */

import { AppError, assertNever, type ErrorRecord } from '../../../src-shared/errors.ts';
import { HOUR, MINUTE, SECOND } from '../../ground/clock.ts';
import { remoteStateOf } from '../../wire/service/remote-state.ts';
import type { Batch } from '../batch.ts';
import type { Addressed } from './events.ts';

/**
 * An accepted batch that the service has not known for so long is given up, provided that it was asked often enough.
 */
const GIVEN_UP_AFTER_HOURS = 24;
const GIVEN_UP_AFTER_QUESTIONS = 60;
const FIRST_POLL_GAP = SECOND;
const LONGEST_POLL_GAP = MINUTE;

export function hasAddress(delivery: Batch['delivery']): delivery is Addressed {
  return delivery?.address !== undefined;
}

/** The storage has said that it has the file. */
export function arrived(batch: Batch, now: number): Batch {
  const { delivery } = batch;
  return {
    ...withoutTrouble(batch),
    ...(delivery !== undefined && { delivery: { ...delivery, mayHaveArrived: true } }),
    state: 'processing',
    polls: 0,
    acceptedAt: now,
    notBefore: now + FIRST_POLL_GAP,
  };
}

/** Applies the status record of §2.5 about a batch that has arrived, by the states of §3. */
export function seen(batch: Batch, status: { remoteState: string; remoteMessage: string }, now: number): Batch {
  const { remoteState, remoteMessage } = status;
  const known: Batch = {
    ...withoutTrouble(dropAddress(batch)),
    ...(remoteState !== batch.remoteState && { polls: 0 }),
    state: 'processing',
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
      // Which lines were accepted, the report says: until it was asked for, the batch has not come to its end.
      return { ...known, report: 'wanted', notBefore: now };
    case 'rejected': {
      const error = new AppError('batch.refused', { reason: remoteMessage }).toRecord();
      return { ...known, state: 'rejected', report: 'wanted', notBefore: now, error };
    }
    case 'failed':
      return failedAtService(known, status);
    default:
      return assertNever(kind);
  }
}

/** The service's last word on the batch, whether or not the file arrived. */
export function failedAtService(
  batch: Batch,
  { remoteState, remoteMessage }: { remoteState: string; remoteMessage: string },
): Batch {
  const error = new AppError('batch.failed', { reason: remoteMessage }).toRecord();
  return failed({ ...dropAddress(batch), remoteState, remoteMessage }, error);
}

/** The storage has the file, but the service does not know the batch (yet). */
export function notKnown(batch: Batch, now: number): Batch {
  if (!isLongOver(batch, batch.acceptedAt ?? now, now)) return pollLater(batch, now);
  return failed(batch, new AppError('batch.unknown', { hours: GIVEN_UP_AFTER_HOURS }).toRecord());
}

/** Whether enough time has passed with enough questions: hours in which a laptop slept do not count. */
function isLongOver({ polls }: Batch, since: number, now: number): boolean {
  return now - since >= GIVEN_UP_AFTER_HOURS * HOUR && polls + 1 >= GIVEN_UP_AFTER_QUESTIONS;
}

/** Asks the service again later; the gap grows as long as nothing new comes. */
export function pollLater(batch: Batch, now: number, longest = LONGEST_POLL_GAP): Batch {
  const gap = Math.min(longest, FIRST_POLL_GAP * 1.5 ** batch.polls);
  return { ...batch, polls: batch.polls + 1, notBefore: now + Math.round(gap) };
}

/** Interrupted on purpose: not a failure, and nothing to wait for. */
export function goOnAtOnce(batch: Batch): Batch {
  const { error: _, ...rest } = batch;
  return { ...rest, notBefore: 0 };
}

/** The last block may have left, and there is no proof that it arrived. */
export function outcomeUnknown(batch: Batch): Batch {
  const { delivery } = batch;
  return {
    ...batch,
    state: 'verifying',
    ...(delivery !== undefined && { delivery: { ...delivery, mayHaveArrived: true, askFirst: true } }),
  };
}

/** Drops the address, which can no longer be used. How it was refused stays: a person may have to decide by that. */
export function dropAddress(batch: Batch): Batch {
  if (batch.delivery === undefined) return batch;
  const { batchId, host, mayHaveArrived, refusals, lastRefusal } = batch.delivery;
  const delivery = {
    batchId,
    mayHaveArrived,
    ...(host !== undefined && { host }),
    ...(lastRefusal !== undefined && { refusals, lastRefusal }),
  };
  return { ...batch, delivery };
}

/** Abandons the batch id. It is recorded, and watched if the file may have arrived under it. */
export function abandonDelivery(batch: Batch, now: number): Batch {
  const {
    delivery,
    verifyUntil: _,
    remoteState: __,
    seenAt: ___,
    acceptedAt: ____,
    ...rest
  } = watchDelivery(batch, now);
  if (delivery === undefined) return rest;
  return { ...rest, remoteMessage: '', abandoned: [...batch.abandoned, delivery.batchId] };
}

/** Watches the id if the file may have arrived under it: the service is asked about it from time to time. */
export function watchDelivery(batch: Batch, now: number): Batch {
  const { delivery, watched } = batch;
  if (delivery?.mayHaveArrived !== true) return batch;
  const { batchId } = delivery;
  if (watched.some((known) => known.batchId === batchId)) return batch;
  return { ...batch, watched: [...watched, { batchId, since: now, polls: 0, notBefore: now, isOver: false }] };
}

/** Clears the errors of the upload. */
export function withoutTrouble(batch: Batch): Batch {
  const { error: _, verifyUntil: __, failingSince: ___, ...rest } = batch;
  return { ...rest, failures: 0, refusedAddresses: 0 };
}

/** Ends the batch with the reason. The address stays, so that a retry can ask the storage. */
export function failed(batch: Batch, error: ErrorRecord): Batch {
  return { ...withoutTrouble(batch), state: 'failed', error };
}
