/** @file What the window tells of submissions that a person acted on, and to which nothing was done. */

import type { ActedOn, QueueAction } from './contract.ts';
import { AppError, type ErrorRecord } from './errors.ts';

/** The first of these for which nothing was done, although the person could expect it: it has changed in the meantime. */
export function problemIn(action: QueueAction | 'sendNow', results: readonly ActedOn[]): ErrorRecord | undefined {
  for (const result of results) {
    if (result.done) continue;
    const { id, obstacle } = result;
    // It is tried at once, too, where it only waits.
    if (action === 'retry' && obstacle.reason === 'under-way') continue;
    if (obstacle.reason === 'refused') return obstacle.error;
    if (obstacle.reason === 'unknown-id') return new AppError('queue.unknown-id', { id: String(id) }).toRecord();
    return new AppError(action === 'remove' ? 'queue.still-moving' : 'queue.not-changed', { id }).toRecord();
  }
  return undefined;
}
