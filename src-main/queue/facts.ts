/** @file What a single fact makes of a batch: seen, missing, arrived, unknown, given up; pure. `machine.ts` combines them. */

import { AppError, assertNever, type ErrorRecord } from '../../src-preload/errors.ts';
import { HOUR, MINUTE, SECOND } from '../clock.ts';
import { remoteStateOf } from '../service/remote-state.ts';
import type { Batch } from './batch.ts';
import { MAX_FAILURES } from './retry-policy.ts';

/** How long, and how often at least, the service is asked about a batch before it counts as not arrived. */
export const VERIFY_GRACE = 2 * MINUTE;
const VERIFY_QUESTIONS = 5;
/** An accepted batch that the service has not known for so long, asked so often at least, is given up. */
const GIVEN_UP_AFTER_HOURS = 24;
const GIVEN_UP_AFTER_QUESTIONS = 60;
const FIRST_POLL_GAP = SECOND;
const LONGEST_POLL_GAP = 60 * SECOND;

/** The service does not know the batch, or speaks of it as of one that has not come. */
export function notSeen(batch: Batch, now: number): Batch {
  if (batch.state === 'verifying') {
    const left = (batch.verifyUntil ?? now) - now;
    // More than the whole is left when the clock was set back.
    const isOver = (left <= 0 || left > VERIFY_GRACE) && batch.polls + 1 >= VERIFY_QUESTIONS;
    if (!isOver) return pollLater(batch, now);
    const { error, failures } = batch;
    // Sent again it would be refused again.
    if (error !== undefined && (!error.retryable || failures >= MAX_FAILURES)) return failed(notArrived(batch), error);
    return { ...abandonDelivery(batch), state: 'waiting', notBefore: now };
  }
  if (!isLongOver(batch, batch.acceptedAt ?? now, now)) return pollLater(batch, now);
  return failed(batch, new AppError('batch.unknown', { hours: GIVEN_UP_AFTER_HOURS }).toRecord());
}

/** A retry need not ask again. */
function notArrived(batch: Batch): Batch {
  return batch.delivery === undefined ? batch : { ...batch, delivery: { ...batch.delivery, mayHaveArrived: false } };
}

/** Whether it was long enough ago, with questions enough since: hours in which a laptop slept do not count. */
function isLongOver({ polls }: Batch, since: number, now: number): boolean {
  return now - since >= GIVEN_UP_AFTER_HOURS * HOUR && polls + 1 >= GIVEN_UP_AFTER_QUESTIONS;
}

/** The status record of §2.5, by the states of §3. */
export function seen(batch: Batch, status: { remoteState: string; remoteMessage: string }, now: number): Batch {
  const { remoteState, remoteMessage } = status;
  const moved = remoteState !== batch.remoteState;
  // Whatever the storage's answer was: a batch that gets on has arrived.
  const acceptedAt = batch.acceptedAt ?? (moved && batch.remoteState !== undefined ? now : undefined);
  const known = {
    ...settled(batch),
    ...(moved ? { polls: 0 } : {}),
    ...(acceptedAt === undefined ? {} : { acceptedAt }),
    state: 'processing' as const,
    seenAt: batch.seenAt ?? now,
    remoteState,
    remoteMessage,
  };
  const { kind } = remoteStateOf(remoteState);
  switch (kind) {
    case 'processing':
      // The storage never said that it has the file, and what the service says never moves: perhaps it says so of any.
      if (acceptedAt === undefined && isLongOver(batch, known.seenAt, now)) {
        const told = { hours: GIVEN_UP_AFTER_HOURS, state: remoteState };
        return failed(known, new AppError('batch.doubtful', told).toRecord());
      }
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

/** The storage has said that it has the file. */
export function arrived(batch: Batch, now: number): Batch {
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

/** The service is asked again, after a gap that grows as long as nothing new comes. */
export function pollLater(batch: Batch, now: number): Batch {
  const gap = Math.min(LONGEST_POLL_GAP, FIRST_POLL_GAP * 1.5 ** batch.polls);
  // An answer that the file is not there is no success of the upload.
  const failures = batch.state === 'verifying' ? batch.failures : 0;
  return { ...batch, failures, polls: batch.polls + 1, notBefore: now + Math.round(gap) };
}

/** Interrupted on purpose: no failure, and nothing to wait for. */
export function goOnAtOnce(batch: Batch): Batch {
  const { error: _, ...rest } = batch;
  return { ...rest, notBefore: 0 };
}

/** The last block may have left, and nobody saw the answer. */
export function outcomeUnknown(batch: Batch): Batch {
  const delivery = batch.delivery && { ...batch.delivery, mayHaveArrived: true };
  return { ...batch, state: 'verifying', ...(delivery === undefined ? {} : { delivery }) };
}

/** The address is of no more use. */
export function dropAddress(batch: Batch): Batch {
  if (batch.delivery === undefined) return batch;
  const { batchId, mayHaveArrived } = batch.delivery;
  return { ...batch, delivery: { batchId, mayHaveArrived } };
}

/** The batch id will never be used again, and is remembered. */
export function abandonDelivery(batch: Batch): Batch {
  const { delivery, verifyUntil: _, ...rest } = batch;
  return delivery === undefined ? rest : { ...rest, abandoned: [...batch.abandoned, delivery.batchId] };
}

/** Nothing more will be sent: the address is dropped, the trouble of the way there is over. */
export function settled(batch: Batch): Batch {
  const { error: _, verifyUntil: __, ...rest } = dropAddress(batch);
  return { ...rest, failures: 0 };
}

/** The end, with the reason for it. */
export function failed(batch: Batch, error: ErrorRecord): Batch {
  return { ...settled(batch), state: 'failed', error };
}
