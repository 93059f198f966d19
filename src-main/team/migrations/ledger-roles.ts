/** @file The roles for which the statements of the migrations are written. */

/** The roles of the database that a ledger has, quoted for SQL. */
export interface LedgerRoles {
  /** Owns the tables and the functions. No login belongs to it. */
  owner: string;
  /** All who have a role in the team. */
  team: string;
}
