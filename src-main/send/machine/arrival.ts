/**
 * @file Decides whether a batch has arrived whose last block left and whose address is gone. Only the service can still
 * tell, and only some of its answers are proof. Pure.
 * [Note: Proof of arrival] The service may say VALIDATION_STARTED, a word that §3 does not list, or ERROR of a batch
 * whose file never came. Only two answers require the file: a state after the validation has begun, and a report.
 */

import { AppError, type ErrorRecord } from '../../../src-shared/errors.ts';
import { MINUTE } from '../../ground/clock.ts';
import { provesArrival, remoteStateOf } from '../../wire/service/remote-state.ts';
import type { Batch } from '../batch.ts';
import { type BatchEvent, type Circumstances, defaultPatience, stay, type Transition } from './events.ts';
import { abandonDelivery, arrived, failedAtService, hasAddress, pollLater, seen, withoutTrouble } from './facts.ts';
import { afterPause, isHeldReport, retryDecision } from './retry-policy.ts';

/** Fewer answers without proof decide nothing, however much time has passed by our clock. */
const FEWEST_QUESTIONS = 5;
/** While a person decides, the service is still asked, but never before other batches. */
const LONGEST_GAP_WHILE_UNKNOWN = 10 * MINUTE;

/** Sets the time until which the service is asked. */
export function askedUntil(batch: Batch, { now, patience = defaultPatience }: Circumstances): Batch {
  if (batch.state !== 'verifying' || batch.verifyUntil !== undefined) return batch;
  return { ...batch, verifyUntil: now + patience.askMs, polls: 0 };
}

export function whileWithoutProof(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  if (batch.state === 'verifying' && hasAddress(batch.delivery)) return beforeNextPut(batch, event, circumstances);
  switch (event.kind) {
    case 'status':
      if (provesArrival(event.remoteState)) return stay(seen(batch, event, circumstances.now));
      if (remoteStateOf(event.remoteState).kind === 'failed') return stay(failedAtService(batch, event));
      return noProof({ ...batch, remoteState: event.remoteState }, circumstances);
    case 'status-missing': {
      const { remoteState: _, ...rest } = batch;
      return noProof(rest, circumstances);
    }
    case 'status-failed':
      return keepAsking(batch, event.error, circumstances);
    case 'report-kept':
      if (event.isEmpty) return stay(decided(batch, circumstances));
      // What it says counts once the service has said what became of the batch.
      return stay({ ...arrived(batch, circumstances.now), report: 'kept' });
    case 'report-absent':
      return stay(decided(batch, circumstances));
    case 'report-failed':
      // There is one, so the file arrived.
      if (event.error.code === 'report.too-large')
        return stay({ ...arrived(batch, circumstances.now), report: 'unavailable', reportError: event.error });
      // No answer came, or it could not be kept here, so nothing is known about a report: nothing is sent again by itself.
      if (hasNoAnswer(batch, event.error, circumstances)) return keepAsking(batch, event.error, circumstances);
      return stay(decided(batch, circumstances));
    default:
      return stay(batch);
  }
}

/**
 * The service is asked once before the bytes go again: it may know the file already, which saves gigabytes. As long as there is an
 * address, everything but proof leads back to the storage.
 */
function beforeNextPut(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  switch (event.kind) {
    case 'status':
      if (provesArrival(event.remoteState)) return stay(seen(batch, event, circumstances.now));
      return stay(withoutQuestion({ ...batch, remoteState: event.remoteState }));
    case 'status-missing':
      return stay(withoutQuestion(batch));
    case 'status-failed':
      if (retryDecision(batch, event.error, circumstances) === 'ask-person')
        return keepAsking(batch, event.error, circumstances);
      return stay(withoutQuestion(batch));
    default:
      return stay(batch);
  }
}

function withoutQuestion(batch: Batch): Batch {
  const { delivery } = batch;
  if (delivery === undefined) return batch;
  const { askFirst: _, ...asked } = delivery;
  return { ...batch, delivery: asked };
}

function noProof(batch: Batch, { now, patience = defaultPatience }: Circumstances): Transition {
  if (batch.state === 'unknown') return stay(pollLater(batch, now, LONGEST_GAP_WHILE_UNKNOWN));
  const left = (batch.verifyUntil ?? now) - now;
  // More than the whole time is left when the clock was set back.
  const isOver = (left <= 0 || left > patience.askMs) && batch.polls + 1 >= FEWEST_QUESTIONS;
  if (!isOver || batch.delivery === undefined) return stay(pollLater(batch, now));
  // A report exists only for a file that arrived; it is the last thing to ask for.
  return { batch, effects: [{ kind: 'fetch-report', batchId: batch.delivery.batchId }] };
}

function hasNoAnswer(batch: Batch, error: ErrorRecord, circumstances: Circumstances): boolean {
  return (
    /^(network|disk|file|folder)\.|^report\.no-room$/.test(error.code) ||
    isHeldReport(error) ||
    retryDecision(batch, error, circumstances) === 'ask-person'
  );
}

/** The time to ask is over, without proof. */
function decided(batch: Batch, circumstances: Circumstances): Batch {
  const { now, onUnknown = 'ask', patience = defaultPatience } = circumstances;
  if (batch.state !== 'verifying' || batch.delivery === undefined) return batch;
  if (onUnknown === 'send-again') return sentAgain(batch, now);
  const error = new AppError('batch.unproven', {
    batchId: batch.delivery.batchId,
    minutes: Math.ceil(patience.askMs / MINUTE),
    state: batch.remoteState ?? '',
    ...refusalsOf(batch.delivery),
  }).toRecord();
  return pollLater({ ...withoutTrouble(batch), state: 'unknown', polls: 0, error }, now, LONGEST_GAP_WHILE_UNKNOWN);
}

/** What the storage last answered to this upload, and how often it refused it; nothing where it did not. */
function refusalsOf({ refusals = 0, lastRefusal }: NonNullable<Batch['delivery']>) {
  return lastRefusal && { refusals, answer: lastRefusal.answer, refusedAt: new Date(lastRefusal.at).toISOString() };
}

/** Sends the batch again under a new id; the old one stays watched. */
export function sentAgain(batch: Batch, now: number): Batch {
  return { ...withoutTrouble(abandonDelivery(batch, now)), state: 'waiting', polls: 0, notBefore: now };
}

/** A batch that may have arrived is never given up because its status cannot be asked for. */
export function keepAsking(batch: Batch, error: Batch['error'] & object, circumstances: Circumstances): Transition {
  if (retryDecision(batch, error, circumstances) === 'ask-person')
    return { batch: { ...batch, error }, effects: [{ kind: 'hold-connection', error }] };
  // While a person decides, the question to them stays visible.
  if (batch.state === 'unknown') return stay(pollLater(batch, circumstances.now, LONGEST_GAP_WHILE_UNKNOWN));
  return stay(afterPause(batch, error, circumstances));
}
