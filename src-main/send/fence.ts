/**
 * @file What keeps two desks of a team from carrying the same batch: the runner asks here before each effect. [Note: Nothing
 * without the ledger] What a desk is about to do stands in its own store first, then in the ledger, and only then is it done.
 * So the desk that takes over after a lease has ended knows of every effect that may have been begun.
 */

import type { Batch } from './batch.ts';

export interface Fence {
  /** Whether this desk holds the part of the batch, so that it is the one that carries it. */
  holds: (batch: Batch) => boolean;
  /** Whether the next step of a batch that it holds may be begun now. */
  mayBegin: (batch: Batch) => boolean;
  /** Writes in the ledger what is about to be done. @throws AppError team.*, and the signal's reason: it must not be done */
  beforeEffect: (batch: Batch, signal: AbortSignal) => Promise<void>;
  /** Asked directly before the last block leaves. @throws AppError team.part-lost: it must stay here */
  requireLease: (batch: Batch) => void;
}

/** Without a ledger, what is shared stays where it is. */
export const noFence: Fence = {
  holds: () => false,
  mayBegin: () => false,
  beforeEffect: () => Promise.reject(new Error('What this desk does not hold is not carried.')),
  requireLease: () => {
    throw new Error('What this desk does not hold is not carried.');
  },
};
