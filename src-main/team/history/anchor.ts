/** @file What the team ledger has noted of a desk's history. */

/** How far a history had come when a desk told it. */
export interface Anchor {
  /** In the order in which the ledger heard of them. */
  id: number;
  desk: string;
  deskName: string;
  person: string;
  position: number;
  hash: string;
  count: number;
  /** By the clock of the ledger. */
  at: string;
}
