/**
 * @file The events of a batch, the effects that the runner performs, and the circumstances that the pure state machine
 * needs.
 */

import type { ErrorRecord } from '../../../src-shared/errors.ts';
import { HOUR, MINUTE } from '../../ground/clock.ts';
import type { LineSet } from '../../ground/line-set.ts';
import type { Sealed } from '../../wire/credentials/secret-box.ts';
import type { BatchId } from '../../wire/service/wire.ts';
import type { Batch, Delivery } from '../batch.ts';

export type Addressed = Delivery & { address: Sealed };

/** What the runner has to do. A batch has at most one effect under way at a time. */
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
  /**
   * `addressLifetime` in ms; undefined when the address does not say it. `host`: scheme, host and port. `held`: why a
   * person must allow this host before anything is sent to it. `place`: a digest of the address without its query.
   */
  | {
      kind: 'reserved';
      batchId: BatchId;
      address: Sealed;
      addressLifetime: number | undefined;
      place?: string;
      host?: string;
      held?: ErrorRecord | undefined;
    }
  | { kind: 'reserve-failed'; error: ErrorRecord }
  /** The last block is ready; it leaves only once this event is stored. */
  | { kind: 'last-block' }
  /** The storage answered 2xx, in its own form. */
  | { kind: 'accepted' }
  /** The storage answered 412, in its own form: it holds an object at this address. `bodyComplete`: the last block of ours had left. */
  | { kind: 'exists'; bodyComplete: boolean }
  /** `bodyComplete`: the last block had left, so the storage may have the object in spite of the failure. */
  | { kind: 'upload-failed'; error: ErrorRecord; bodyComplete: boolean }
  /** Nothing was sent: a person must first allow the host of the address. */
  | { kind: 'upload-held'; error: ErrorRecord }
  /**
   * The storage refused the upload to this address; `bodyComplete` as above. `addressOver`: the address had ended by
   * the storage's own clock, or can no longer be opened. Otherwise one refusal does not decide about the address.
   * `answer`: what the storage said; absent where it was not asked.
   */
  | { kind: 'refused'; error: ErrorRecord; bodyComplete: boolean; addressOver: boolean; answer?: string }
  | { kind: 'status'; remoteState: string; remoteMessage: string }
  | { kind: 'status-missing' }
  | { kind: 'status-failed'; error: ErrorRecord }
  /** `isEmpty`: the report had no bytes, so it proves nothing. */
  | { kind: 'report-kept'; isEmpty: boolean; said: ReportSaid }
  | { kind: 'report-absent' }
  | { kind: 'report-failed'; error: ErrorRecord }
  /** Another program has changed the batch or its submission: nothing more of it leaves. */
  | { kind: 'altered'; error: ErrorRecord }
  | { kind: 'cancel' }
  /** A person decides to send a batch with an unknown outcome under a new id. */
  | { kind: 'send-again' }
  /** A person wants the report of a processed batch to be asked for again. */
  | { kind: 'report-again' }
  /** The service's answer about an abandoned id; without `remoteState` the service does not know it. Or none came. */
  | { kind: 'abandoned-status'; batchId: BatchId; remoteState: string | undefined; isUnanswered?: true }
  /** The data folder may be a copy: what was issued may have been used since; `batchId`: under this id, as a team ledger heard. */
  | { kind: 'may-have-left' }
  | { kind: 'sent-elsewhere'; batchId: BatchId }
  /** The process has restarted and knows only what is stored. */
  | { kind: 'restarted' };

/** What a report says of the lines of its batch. */
export type ReportSaid =
  /** Names the lines that were rejected, counted from 1; `accepted`: of how many lines it says that they were accepted. */
  | { kind: 'lines'; rejected: LineSet; accepted: number }
  /** Nothing that can be relied on. */
  | { kind: 'unclear'; error: ErrorRecord };

export interface Transition {
  batch: Batch;
  effects: Effect[];
}

/** How long to try what may heal by itself. */
export interface Patience {
  /** The least time to ask the service whether a batch arrived, before a person decides (ms). */
  askMs: number;
  /** How long to try a service or storage that answers with failures (ms). */
  retryMs: number;
}

export const defaultPatience: Patience = { askMs: 2 * MINUTE, retryMs: 12 * HOUR };

/** What the pure code must not look up itself. `random` is uniform in [0, 1). */
export interface Circumstances {
  now: number;
  random: number;
  /** The recent speed of one upload to this destination; undefined when it is not known. */
  bytesPerSecond?: number | undefined;
  patience?: Patience | undefined;
  /** Whether it is the first of those that wait for the same host: it is tried every few seconds, and the others once it gets through. */
  isFirst?: boolean | undefined;
  /** What happens to a batch without proof of arrival: ask a person, or do what a person chose beforehand. */
  onUnknown?: 'ask' | 'send-again' | undefined;
}

export const stay = (batch: Batch): Transition => ({ batch, effects: [] });
