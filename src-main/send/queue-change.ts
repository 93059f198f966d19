/** @file What the queue tells of itself. */

import type { QueueAction } from '../../src-shared/contract.ts';
import type { AppError, ErrorRecord } from '../../src-shared/errors.ts';
import type { CheckProgress } from '../check/check.ts';
import type { Bound } from '../wire/credentials/connection.ts';
import type { Batch, BatchNumber, SubmissionId } from './batch.ts';
import type { BatchEvent } from './machine/machine.ts';
import type { Submission } from './submission.ts';

/** Why a batch is as it is now: it was made or brought back, or something happened to it. */
export interface BatchCause {
  cause: 'made' | 'restored' | 'taken' | 'told' | BatchEvent['kind'];
  /** As it was before; undefined when it has just been made or brought back. */
  before?: Batch | undefined;
  /** What went wrong in this step. */
  error?: ErrorRecord | undefined;
}

/**
 * Why a submission is as it is now. check-over: its check has let go of it · read-again: what is stored counts, since a
 * change of it could not be stored
 */
export type SubmissionCause =
  | (
      | 'added'
      | 'held'
      | 'checked'
      | 'check-failed'
      | 'bound'
      | 'approved'
      | 'paused'
      | 'resumed'
      | 'sent-now'
      | 'retried'
    )
  | ('cancelled' | 'restored')
  | (
      | 'rebound'
      | 'file-found'
      | 'corrected'
      | 'correction-undone'
      | 'refused-settled'
      | 'arrived-after-all'
      | 'check-over'
      | 'read-again'
    );

/** Takes over a submission as it has just been stored, with batches that are to be carried. */
export type Accept = (submission: Submission, batches: readonly Batch[], cause: SubmissionCause) => void;

/** What a person can do in the queue. */
export type PersonAction = QueueAction | 'approve' | 'send' | 'findFile' | 'send-now';

/** What has just changed. Progress comes often; the shells thin it out. */
export type QueueChange =
  | { kind: 'submission'; submission: Submission; cause: SubmissionCause }
  | ({ kind: 'batch'; batch: Batch } & BatchCause)
  /** It is not in the queue any more. */
  | { kind: 'removed'; submission: SubmissionId }
  /** A person has done this; the changes that it led to are told by themselves. `batches`: how many it was about. */
  | { kind: 'action'; action: PersonAction; submission: SubmissionId; batches: number }
  | { kind: 'check-progress'; submission: SubmissionId; progress: CheckProgress }
  /** Its check takes longer, for this reason. */
  | { kind: 'check-slow'; submission: SubmissionId; error: AppError }
  | { kind: 'upload-progress'; submission: SubmissionId; batch: BatchNumber; sentBytes: number }
  | ({ kind: 'hold'; error: ErrorRecord } & Bound)
  /** What is bound to it is tried again. */
  | ({ kind: 'hold-released' } & Bound)
  /** Whether the hosts of a connection answer has changed. */
  | ({ kind: 'contact' } & Bound)
  /** What something of it waited for is over; it is tried next. */
  | { kind: 'due'; submission: SubmissionId }
  /** Nothing moves any more. After disk.full it continues by itself once there is room; after anything else it does not. */
  | { kind: 'stopped'; error: AppError }
  /** The data folder may be a copy: nothing is sent until a person has confirmed it; all else goes on. */
  | { kind: 'doubted'; error: AppError }
  | { kind: 'going-on' };
