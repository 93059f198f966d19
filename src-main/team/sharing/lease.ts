/** @file How long this desk may still act on what it holds. Pure. */

/** A moment by two clocks: one stands still while the computer sleeps, the other may be set. */
export interface Moment {
  wall: number;
  steady: number;
}

/** Ours end earlier than those of the ledger: no two clocks run at quite the same speed. */
const SHARE_OF_LEASE = 0.9;

/** What is left of a lease (ms). @param since before it was asked for: the ledger began to count later */
export function leftOf(leaseMs: number, since: Moment, now: Moment): number {
  const passed = Math.max(now.wall - since.wall, now.steady - since.steady);
  return leaseMs * SHARE_OF_LEASE - passed;
}
