/** @file What a batch that ended without success leaves to the batch that replaces it on a retry. Pure. */

import type { Batch } from '../batch.ts';
import { abandonDelivery } from './facts.ts';

/** After these errors nothing more is to be learned about the id: the service has decided, or has had a day for it. */
const lastWords: ReadonlySet<string> = new Set(['batch.failed', 'batch.unknown']);

/**
 * The id and its address if they can still be of use: where the last block may have left, the retry first finds out
 * what arrived. Otherwise only the abandoned ids.
 */
export function inheritanceOf(ended: Batch, now: number): Pick<Batch, 'state' | 'delivery' | 'abandoned' | 'watched'> {
  const { delivery, abandoned, watched } = ended;
  if (delivery === undefined) return { state: 'waiting', abandoned, watched };
  if (lastWords.has(ended.error?.code ?? '')) {
    const without = abandonDelivery(ended, now);
    return { state: 'waiting', abandoned: without.abandoned, watched: without.watched };
  }
  const { refusals: _, lastRefusal: ___, leftIn: __, ...kept } = delivery;
  return {
    state: delivery.mayHaveArrived ? 'verifying' : 'waiting',
    delivery: kept,
    abandoned,
    watched: watched.filter(({ batchId }) => batchId !== delivery.batchId),
  };
}
