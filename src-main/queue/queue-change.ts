/** @file What the queue tells of itself. */

import type { AppError, ErrorRecord } from '../../src-shared/errors.ts';
import type { CheckProgress } from '../checking/check.ts';
import type { Batch, BatchNumber, SubmissionId } from './batch.ts';
import type { Submission } from './submission.ts';

/** What has just changed. Progress comes often; the shells thin it out. */
export type QueueChange =
  | { kind: 'submission'; submission: Submission }
  | { kind: 'batch'; batch: Batch }
  /** It is not in the queue any more. */
  | { kind: 'removed'; submission: SubmissionId }
  | { kind: 'check-progress'; submission: SubmissionId; progress: CheckProgress }
  | { kind: 'upload-progress'; submission: SubmissionId; batch: BatchNumber; sentBytes: number }
  | { kind: 'hold'; connection: string; destination: string; error: ErrorRecord }
  /** Nothing moves any more. After disk.full it goes on by itself once there is room; after anything else it does not. */
  | { kind: 'stopped'; error: AppError }
  | { kind: 'going-on' };
