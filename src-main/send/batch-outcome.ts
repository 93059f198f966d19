/** @file What became of the lines of one batch, and whether it is at the service. Pure. */

import type { Account, LineOutcome } from '../../src-shared/account.ts';
import { assertNever } from '../../src-shared/errors.ts';
import { isProcessed, wordOnLines } from '../../src-shared/states.ts';
import { remoteStateOf } from '../wire/service/remote-state.ts';
import type { BatchId } from '../wire/service/wire.ts';
import type { Batch } from './batch.ts';

/**
 * accepted: processed, all of it or in part · missing: certainly not · doubtful: it may have arrived, or lines of it may be accepted, so
 * a person decides about the batch itself · under-way: that is not known yet
 */
export type Arrival = 'accepted' | 'missing' | 'doubtful' | 'under-way';

export function arrivalOf(batch: Batch): Arrival {
  const { state, delivery, watched } = batch;
  // An id that was given up has arrived after all.
  if (!wordOnLines(state).accepted && watched.some(({ movedAt }) => movedAt !== undefined)) return 'doubtful';
  switch (state) {
    case 'processed':
    case 'partially-accepted':
      return 'accepted';
    case 'rejected':
      return 'missing';
    case 'failed':
    case 'cancelled':
      if (isFailedByService(batch)) return 'missing';
      return delivery?.mayHaveArrived === true ? 'doubtful' : 'missing';
    case 'unknown':
    case 'unreported':
      return 'doubtful';
    case 'waiting':
    case 'reserving':
    case 'uploading':
    case 'verifying':
    case 'processing':
      return 'under-way';
    default:
      return assertNever(state);
  }
}

/** Whether the service has said that it could not process the batch. Its words may have been purged since. */
export function isFailedByService({ state, error, remoteState = '' }: Batch): boolean {
  return state === 'failed' && (error?.code === 'batch.failed' || remoteStateOf(remoteState).kind === 'failed');
}

/** The outcome of the lines of a batch that its report does not name. */
export function outcomeOf(batch: Batch): LineOutcome {
  const arrival = arrivalOf(batch);
  if (arrival === 'doubtful') return 'unknown';
  switch (batch.state) {
    case 'processed':
    case 'partially-accepted':
      return 'accepted';
    case 'rejected':
      return 'rejected';
    case 'failed':
      return isFailedByService(batch) ? 'rejected' : 'unsent';
    case 'cancelled':
      return 'leftOut';
    case 'processing':
      return 'pending';
    case 'verifying':
    case 'unknown':
    case 'unreported':
      return 'unknown';
    case 'waiting':
    case 'reserving':
    case 'uploading':
      return 'unsent';
    default:
      return assertNever(batch.state);
  }
}

/** Lines that the service has processed under more than one batch id. */
export interface Doubled {
  /** The present id first. */
  batchIds: BatchId[];
  lines: number;
}

/**
 * Whether the bytes of a batch were processed under more than one id: sent again under a new one, they had arrived under an abandoned
 * one as well. What the reports on abandoned ids name is not known; the lines that the present report names are at the service once at
 * most.
 */
export function doubledOf(batch: Batch): Doubled | undefined {
  const { state, delivery, remoteState, watched, lines } = batch;
  if (watched.length === 0) return undefined;
  const wasProcessed = (said: string | undefined) => said !== undefined && remoteStateOf(said).kind === 'processed';
  const isPresent = isProcessed(state) || (state !== 'rejected' && wasProcessed(remoteState));
  const abandoned = watched.filter((one) => wasProcessed(one.remoteState)).map(({ batchId }) => batchId);
  const batchIds = [...new Set([...(isPresent && delivery !== undefined ? [delivery.batchId] : []), ...abandoned])];
  return batchIds.length < 2 ? undefined : { batchIds, lines: lines - rejectedOf(batch) };
}

/** How many lines of a batch its report has taken out of what the service accepted. */
export function rejectedOf({ state, named = 0 }: Pick<Batch, 'state' | 'named'>): number {
  return state === 'partially-accepted' ? named : 0;
}

/** Adds a batch to an account, or takes it out again. */
export function countBatch(account: Account, batch: Batch, sign: 1 | -1): void {
  const rejected = rejectedOf(batch);
  account[outcomeOf(batch)] += sign * (batch.lines - rejected);
  account.rejected += sign * rejected;
}
