/** @file The limits of a tenant where several desks share them: each request then needs a turn of theirs too. */

import type { Limit } from './endpoints.ts';
import type { Ending } from './turns.ts';

/** What one endpoint of a tenant allows. */
export interface Budget {
  /** As `tenantOf` says it. */
  tenant: string;
  /** Its id. */
  endpoint: string;
  limit: Limit;
}

export interface SharedTurns {
  /**
   * Resolves when a request may be sent, which must then happen at once; with what hears how that ended, in any case. Rejects with
   * the signal's reason as soon as it aborts.
   * @throws AppError team.unreachable where the ledger of the team is away, and this desk may not send without it
   */
  turn(budget: Budget, signal?: AbortSignal): Promise<(ending: Ending) => void>;
  /** Passes on that the service asked for a pause (ms), by a 429 or otherwise. Does not throw: the pause holds here anyway. */
  pause(budget: Budget, milliseconds: number, by: 'refusal' | 'wish'): void;
}
