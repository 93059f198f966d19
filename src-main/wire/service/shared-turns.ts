/** @file Turns at the limits of a tenant that several desks share: no desk sends a request before its turn among them. */

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
   * Waits until a request may be sent; send it at once then, and call the function that this resolves with when it has ended, however
   * it has ended. Rejects with the signal's reason as soon as it aborts.
   * @throws AppError team.unreachable where the ledger of the team is away, and this desk may not send without it
   */
  turn(budget: Budget, signal?: AbortSignal): Promise<(ending: Ending) => void>;
  /** Tells the other desks that the service asked for a pause (ms), by a 429 or otherwise. Does not throw: this desk pauses anyway. */
  pause(budget: Budget, milliseconds: number, by: 'refusal' | 'wish'): void;
}
