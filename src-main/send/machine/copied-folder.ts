/**
 * @file What becomes of a batch whose data folder may be a copy: since it was made, the file may have been sent without this folder
 * knowing of it. Pure.
 */

import { isEndState } from '../../../src-shared/states.ts';
import type { BatchId } from '../../wire/service/wire.ts';
import type { Batch } from '../batch.ts';
import { isFailedByService } from '../batch-outcome.ts';
import { abandonDelivery, goOnAtOnce, outcomeUnknown, watchDelivery } from './facts.ts';

/** An id that was issued may have been used: it is asked about before the bytes go, or, of a batch that has ended, watched. */
export function mayHaveLeft(batch: Batch, now: number): Batch {
  const { state, delivery } = batch;
  if (delivery === undefined || delivery.mayHaveArrived) return batch;
  if (state === 'waiting' || state === 'uploading') return goOnAtOnce(outcomeUnknown(batch));
  if ((state !== 'failed' && state !== 'cancelled') || isFailedByService(batch)) return batch;
  return watchDelivery({ ...batch, delivery: { ...delivery, mayHaveArrived: true } }, now);
}

/** Another copy of the folder has told that it sent the batch under this id. */
export function sentUnder(batch: Batch, batchId: BatchId, now: number): Batch {
  const { delivery, abandoned, watched, state } = batch;
  if (delivery?.batchId === batchId || abandoned.includes(batchId)) return mayHaveLeft(batch, now);
  const isOpen = !isEndState(state) && state !== 'processing';
  if (!isOpen)
    return {
      ...batch,
      abandoned: [...abandoned, batchId],
      watched: [...watched, { batchId, since: now, polls: 0, notBefore: now, isOver: false }],
    };
  const free = abandonDelivery(mayHaveLeft(batch, now), now);
  return goOnAtOnce(outcomeUnknown({ ...free, polls: 0, delivery: { batchId, mayHaveArrived: true } }));
}
