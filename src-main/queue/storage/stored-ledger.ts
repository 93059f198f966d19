/**
 * @file When requests were made: read from the database once, then held in memory, so that five hundred turns a second
 * cost no wait for the disk. One process at a time has the data folder, so nobody else writes.
 */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { systemClock } from '../../clock.ts';
import type { Limit } from '../../service/endpoints.ts';
import { isBrief, RECOVERY, recoveryOf } from '../../service/pace.ts';
import type { RequestLedger } from '../../service/rate-limits.ts';
import { guarded, inTransaction } from './database.ts';

const requestRow = z.object({ at: z.number() });

export class StoredLedger implements RequestLedger {
  readonly openedAt = systemClock.now();
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #times = new Map<string, number[]>();

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  recent(key: string, since: number): number[] {
    const times = this.#timesOf(key);
    // From the end: hundreds are wanted of thousands, and that for each turn.
    let first = times.length;
    while (first > 0 && (times[first - 1] ?? 0) >= since) first -= 1;
    return times.slice(first);
  }

  /** Nothing is written of a brief window. */
  record(key: string, at: number, limit: Limit): void {
    const times = this.#timesOf(key);
    if (!isBrief(limit)) this.#write(key, at);
    times.push(at);
    const lifetime = recoveryOf(limit);
    // Times far ahead were written before the clock was set back.
    while (times[0] !== undefined && Math.abs(at - times[0]) > lifetime) times.shift();
  }

  #timesOf(key: string): number[] {
    const known = this.#times.get(key);
    if (known !== undefined) return known;
    const times = guarded(this.#path, () =>
      this.#database
        .prepare('SELECT at FROM requests WHERE key = ? ORDER BY at')
        .all(key)
        .map((row) => requestRow.parse(row).at),
    );
    this.#times.set(key, times);
    return times;
  }

  #write(key: string, at: number): void {
    guarded(this.#path, () =>
      inTransaction(this.#database, () => {
        // Nothing older matters to any limit.
        this.#database.prepare('DELETE FROM requests WHERE key = ? AND at < ?').run(key, at - RECOVERY);
        this.#database.prepare('INSERT INTO requests (key, at) VALUES (?, ?)').run(key, at);
      }),
    );
  }
}
