/** @file What a batch that ended without success leaves to the one that takes its place when a person retries. Pure. */

import type { Batch } from '../batch.ts';
import { abandonDelivery } from './facts.ts';

/** After these the service has said its last word on the id, or has had a day for it. */
const lastWords: ReadonlySet<string> = new Set(['batch.failed', 'batch.unknown']);

/**
 * The id and its address, as long as they can be of use: where the last block may have left, it is found out first what
 * arrived. Otherwise the ids that are given up.
 */
export function inheritanceOf(ended: Batch, now: number): Pick<Batch, 'state' | 'delivery' | 'abandoned' | 'watched'> {
  const { delivery, abandoned, watched } = ended;
  if (delivery === undefined) return { state: 'waiting', abandoned, watched };
  if (lastWords.has(ended.error?.code ?? '')) {
    const without = abandonDelivery(ended, now);
    return { state: 'waiting', abandoned: without.abandoned, watched: without.watched };
  }
  const { refusals: _, ...kept } = delivery;
  return {
    state: delivery.mayHaveArrived ? 'verifying' : 'waiting',
    delivery: kept,
    abandoned,
    watched: watched.filter(({ batchId }) => batchId !== delivery.batchId),
  };
}
