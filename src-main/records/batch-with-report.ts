/** @file Which batch a person means whose report is asked for. */

import { AppError } from '../../src-shared/errors.ts';
import type { Batch } from '../send/batch.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Submission } from '../send/submission.ts';
import type { BatchId } from '../wire/service/wire.ts';

/**
 * @param which the number of the batch, or its batch id
 * @throws AppError queue.unknown-id, report.none
 */
export function batchWithReport(
  store: Pick<QueueStore, 'batch' | 'findBatch' | 'submission'>,
  which: number | string,
): { batch: Batch; submission: Submission; id: BatchId } {
  const batch = typeof which === 'number' ? store.batch(which) : store.findBatch(which);
  const submission = batch && store.submission(batch.submission);
  if (batch === undefined || submission === undefined) throw new AppError('queue.unknown-id', { id: String(which) });
  const id = batch.delivery?.batchId;
  if (id === undefined) throw new AppError('report.none', { id: String(which) });
  return { batch, submission, id };
}
