/**
 * @file The batch state machine: pure, no I/O, no clock. Decides the next batch and the effects of an event.
 *
 *     waiting → reserving → uploading → processing → processed | partially-accepted | rejected | unreported | failed
 *        ↑         ↑          ↓    ↑         ↑
 *        │         └────── verifying ────────┤
 *        │                     ↓ (no proof)  │
 *        └── (send again) ── unknown ────────┘           any state that is not an end → cancelled
 *
 * The runner stores the new batch before it performs an effect, and returns the outcome as the next event. A stored batch
 * is therefore always an intent; after a crash `restarted` turns each stored intent into the step that is safe to take.
 *
 * [Note: Who knows whether the bytes arrived] Before the last block leaves, the runner stores that it is about to. Until
 * then the file cannot be at the storage. From then on only proof counts as arrival: the storage's 2xx or 412 to this very
 * address, or an answer of the service that requires the file (arrival.ts). An unknown outcome is settled by the same PUT
 * to the same address with `If-None-Match: *` and `Expect: 100-continue`: 412 means that the file had arrived, and no byte
 * of it is sent again. Before that, the service is asked once, since it may know the file already. One refusal does not decide about an address. Only when the address is gone is the service asked,
 * for a bounded time; without proof by then a person decides, or an option that was set before.
 *
 * [Note: Clocks are not trusted] A laptop sleeps, and its clock is set. Therefore the end of an address by our clock
 * decides only where nothing can have arrived, a grace period must be filled with questions, and no pause outlasts the
 * longest one.
 */

import { assertNever, type ErrorRecord } from '../../../src-shared/errors.ts';
import { isEndState } from '../../../src-shared/states.ts';
import { HOUR } from '../../ground/clock.ts';
import type { Batch } from '../batch.ts';
import { noteAbandoned } from './abandoned.ts';
import { endsBeforeAddress, fitsLifetime } from './address-forecast.ts';
import { askedUntil, keepAsking, sentAgain, whileWithoutProof } from './arrival.ts';
import { mayHaveLeft, sentUnder } from './copied-folder.ts';
import { type Addressed, type BatchEvent, type Circumstances, stay, type Transition } from './events.ts';
import {
  abandonDelivery,
  dropAddress,
  failed,
  hasAddress,
  notKnown,
  outcomeUnknown,
  seen,
  watchDelivery,
  withoutTrouble,
} from './facts.ts';
import { reportWanted, whileReporting } from './reporting.ts';
import { wishesPause } from './retry-policy.ts';
import { startUpload, tooSlow, whileReserving, whileUploading } from './sending.ts';

export type { BatchEvent, Circumstances, Effect, Patience, Transition } from './events.ts';

/** The longest Retry-After that is obeyed. */
const LONGEST_PAUSE = HOUR;

/**
 * The next batch and the effects that it asks for. An event that does not fit the state, such as a late result of an
 * aborted effect, changes nothing.
 */
export function transition(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  switch (event.kind) {
    case 'begin':
      return begin(batch, circumstances);
    case 'restarted':
      return stay(restarted(batch));
    case 'altered':
      return stay(altered(batch, event.error, circumstances.now));
    case 'may-have-left':
      return stay(mayHaveLeft(batch, circumstances.now));
    case 'sent-elsewhere':
      return stay(sentUnder(batch, event.batchId, circumstances.now));
    case 'cancel':
      return cancel(batch, circumstances);
    case 'send-again':
      return stay(batch.state === 'unknown' ? sentAgain(batch, circumstances.now) : batch);
    case 'report-again':
      return stay(batch.state === 'unreported' ? reportWanted(batch, circumstances.now) : batch);
    case 'abandoned-status':
      return noteAbandoned(batch, event, circumstances);
    default:
      return inState(batch, event, circumstances);
  }
}

function inState(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  switch (batch.state) {
    case 'reserving':
      return whileReserving(batch, event, circumstances);
    case 'uploading':
      return whileUploading(batch, event, circumstances);
    case 'verifying':
    case 'unknown':
      return whileWithoutProof(batch, event, circumstances);
    case 'processing':
      return batch.report === 'wanted'
        ? whileReporting(batch, event, circumstances)
        : whileProcessing(batch, event, circumstances);
    case 'rejected':
    case 'processed':
    case 'partially-accepted':
      return batch.report === 'wanted' ? whileReporting(batch, event, circumstances) : stay(batch);
    case 'waiting':
    case 'unreported':
    case 'failed':
    case 'cancelled':
      return stay(batch);
    default:
      return assertNever(batch.state);
  }
}

/** The kind of slot that the next step of this batch takes; undefined when nothing is left to do. */
export function nextStep(batch: Batch): 'upload' | 'status' | 'report' | undefined {
  switch (batch.state) {
    case 'waiting':
      return 'upload';
    case 'verifying':
      return mayPut(batch.delivery) ? 'upload' : 'status';
    case 'unknown':
      return 'status';
    case 'processing':
      return batch.report === 'wanted' ? 'report' : 'status';
    case 'rejected':
    case 'processed':
    case 'partially-accepted':
      return batch.report === 'wanted' ? 'report' : undefined;
    case 'reserving':
    case 'uploading':
    case 'unreported':
    case 'failed':
    case 'cancelled':
      return undefined;
    default:
      return assertNever(batch.state);
  }
}

/** How long until the batch may take its next step (ms); 0 when it is due. */
export function pauseOf(batch: Pick<Batch, 'notBefore'>, now: number): number {
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
      return {
        batch: { ...abandonDelivery(batch, circumstances.now), state: 'reserving' },
        effects: [{ kind: 'reserve' }],
      };
    }
    case 'verifying':
      if (mayPut(delivery)) return startUpload(batch, delivery);
      return askStatus(hasAddress(delivery) ? batch : askedUntil(batch, circumstances));
    case 'unknown':
      return askStatus(batch);
    case 'processing':
    case 'rejected':
    case 'processed':
    case 'partially-accepted':
      if (batch.report === 'wanted' && delivery !== undefined)
        return { batch, effects: [{ kind: 'fetch-report', batchId: delivery.batchId }] };
      return batch.state === 'processing' ? askStatus(batch) : stay(batch);
    case 'reserving':
    case 'uploading':
    case 'unreported':
    case 'failed':
    case 'cancelled':
      return stay(batch);
    default:
      return assertNever(batch.state);
  }
}

/** Whether the same bytes may be put once more: there is an address, and the service was asked since the last attempt. */
function mayPut(delivery: Batch['delivery']): delivery is Addressed {
  return hasAddress(delivery) && delivery.askFirst !== true;
}

function askStatus(batch: Batch): Transition {
  if (batch.delivery === undefined) return stay({ ...batch, state: 'waiting' });
  return { batch, effects: [{ kind: 'ask-status', batchId: batch.delivery.batchId }] };
}

/** Continues from a stored intent whose outcome is unknown. */
function restarted(batch: Batch): Batch {
  const atOnce = { notBefore: 0, failures: 0 };
  if (batch.state === 'reserving') return { ...batch, ...atOnce, state: 'waiting' };
  // The last block leaves only once that is stored, so without the mark the file cannot be there.
  if (batch.state === 'uploading') {
    const next: Batch = batch.delivery?.mayHaveArrived ? outcomeUnknown(batch) : { ...batch, state: 'waiting' };
    return { ...next, ...atOnce };
  }
  // A person who restarts the app has dealt with the trouble. Only a wait that the other side asked for outlasts that.
  if (wishesPause(batch.error) || wishesPause(batch.reportError)) return batch;
  return { ...batch, ...atOnce };
}

/** What may have arrived is asked about, and what cannot have arrived has failed; the bytes go no more. */
function altered(batch: Batch, error: ErrorRecord, now: number): Batch {
  if (isEndState(batch.state)) return batch;
  if (batch.delivery?.mayHaveArrived !== true) return failed(batch, error);
  return { ...dropAddress(batch), error, notBefore: now };
}

/** Cancels what has not ended. The address stays, so that a retry can ask the storage what had arrived. */
function cancel(batch: Batch, { now }: Circumstances): Transition {
  if (isEndState(batch.state)) return stay(batch);
  const left = batch.acceptedAt === undefined ? watchDelivery(batch, now) : batch;
  const { report } = batch;
  const cancelled: Batch = {
    ...withoutTrouble(left),
    state: 'cancelled',
    report: report === 'wanted' ? 'none' : report,
  };
  return { batch: cancelled, effects: [{ kind: 'abort' }] };
}

function whileProcessing(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  switch (event.kind) {
    case 'status':
      return stay(seen(batch, event, circumstances.now));
    case 'status-missing':
      return stay(notKnown(batch, circumstances.now));
    case 'status-failed':
      return keepAsking(batch, event.error, circumstances);
    default:
      return stay(batch);
  }
}
