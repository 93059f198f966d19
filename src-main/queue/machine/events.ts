/** @file What happens to a batch, what the runner has to do about it, and what the state machine may not look up itself. */

import type { ErrorRecord } from '../../../src-shared/errors.ts';
import { HOUR, MINUTE } from '../../clock.ts';
import type { Sealed } from '../../credentials/secret-box.ts';
import type { BatchId } from '../../service/wire.ts';
import type { Batch, Delivery } from '../batch.ts';

export type Addressed = Delivery & { address: Sealed };

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
  /** The last block is about to leave; it leaves only once this is stored. */
  | { kind: 'last-block' }
  /** The storage answered 2xx. */
  | { kind: 'accepted' }
  /** The storage answered 412: it holds an object at this address. `bodyComplete`: the last block of ours had left. */
  | { kind: 'exists'; bodyComplete: boolean }
  /** `bodyComplete`: the last block had left, so that the storage may have the object all the same. */
  | { kind: 'upload-failed'; error: ErrorRecord; bodyComplete: boolean }
  /**
   * The storage refused the upload to this address; `bodyComplete` as above. `addressOver`: the address had ended by the
   * storage's own clock, or cannot be opened any more. Otherwise one refusal is no verdict on the address.
   */
  | { kind: 'refused'; error: ErrorRecord; bodyComplete: boolean; addressOver: boolean }
  | { kind: 'status'; remoteState: string; remoteMessage: string }
  | { kind: 'status-missing' }
  | { kind: 'status-failed'; error: ErrorRecord }
  /** `isEmpty`: not a byte came, so that it proves nothing. */
  | { kind: 'report-kept'; isEmpty: boolean }
  | { kind: 'report-absent' }
  | { kind: 'report-failed'; error: ErrorRecord }
  | { kind: 'cancel' }
  /** A person decides that a batch of which nobody knows whether it arrived is sent under a new id. */
  | { kind: 'send-again' }
  /** What the service says of an id that was given up; without `remoteState` it does not know it, or could not be asked. */
  | { kind: 'abandoned-status'; batchId: BatchId; remoteState: string | undefined }
  /** The process was started again and knows nothing but what is stored. */
  | { kind: 'restarted' };

export interface Transition {
  batch: Batch;
  effects: Effect[];
}

/** How long things are tried that may heal by themselves. */
export interface Patience {
  /** How long, at least, the service is asked whether a batch arrived before a person decides (ms). */
  askMs: number;
  /** How long a service or storage that answers, but cannot, is tried again (ms). */
  retryMs: number;
}

export const defaultPatience: Patience = { askMs: 2 * MINUTE, retryMs: 12 * HOUR };

/** What the pure parts may not look up themselves. `random` is uniform in [0, 1). */
export interface Circumstances {
  now: number;
  random: number;
  /** What one upload to this destination gets through lately; undefined when it is not known. */
  bytesPerSecond?: number | undefined;
  patience?: Patience | undefined;
  /** What happens to a batch without proof of arrival: a person is asked, or has decided beforehand. */
  onUnknown?: 'ask' | 'send-again' | undefined;
}

export const stay = (batch: Batch): Transition => ({ batch, effects: [] });
