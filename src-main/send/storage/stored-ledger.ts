/**
 * @file The times of our requests: read from the database once, then held in memory, so that five hundred turns a
 * second do not wait for the disk. This is safe because one process at a time holds the data folder.
 */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { HOUR, systemClock } from '../../ground/clock.ts';
import type { Limit } from '../../wire/service/endpoints.ts';
import type { Mark, RequestLedger } from '../../wire/service/rate-limits.ts';
import { type CountedTurn, isBrief, RECOVERY, recoveryOf } from '../../wire/service/turns.ts';
import { guarded, inTransaction } from './database.ts';

const requestRow = z.object({ at: z.number() });
/** Rejects a number that no mark can have: it is damage, and must not cause an endless pause. */
const markRow = z.object({
  at: z.int().nonnegative(),
  number: z
    .int()
    .nonnegative()
    .max(24 * HOUR),
});
/** Older marks have no effect. */
const MARKS_KEPT = 30 * 24 * HOUR;

export class StoredLedger implements RequestLedger {
  readonly openedAt = systemClock.now();
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly lastTurns = new Map<string, Promise<void>>();
  readonly briefTurns = new Map<string, CountedTurn[]>();
  readonly #times = new Map<string, number[]>();
  readonly #marks = new Map<string, Mark | undefined>();

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  recent(key: string, since: number): number[] {
    const times = this.#timesOf(key);
    // Searches from the end: each turn needs the last hundreds of thousands of times.
    let first = times.length;
    while (first > 0 && (times[first - 1] ?? 0) >= since) first -= 1;
    return times.slice(first);
  }

  /** Times of a brief window stay in memory. */
  record(key: string, at: number, limit: Limit): void {
    const times = this.#timesOf(key);
    if (!isBrief(limit)) this.#write(key, at);
    times.push(at);
    const lifetime = recoveryOf(limit);
    // Times far ahead were written before the clock was set back.
    while (times[0] !== undefined && Math.abs(at - times[0]) > lifetime) times.shift();
  }

  mark(key: string): Mark | undefined {
    if (this.#marks.has(key)) return this.#marks.get(key);
    const row = guarded(this.#path, () =>
      this.#database.prepare('SELECT at, number FROM marks WHERE key = ?').get(key),
    );
    const mark = markRow.safeParse(row).data;
    this.#marks.set(key, mark);
    return mark;
  }

  /** A full disk must not fail this: the reply to the request is worth more than the mark. */
  setMark(key: string, mark: Mark | undefined): void {
    this.#marks.set(key, mark);
    try {
      guarded(this.#path, () => this.#writeMark(key, mark));
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
    }
  }

  #writeMark(key: string, mark: Mark | undefined): void {
    inTransaction(this.#database, () => {
      this.#database.prepare('DELETE FROM marks WHERE key = ?').run(key);
      if (mark === undefined) return;
      this.#database.prepare('DELETE FROM marks WHERE at < ?').run(mark.at - MARKS_KEPT);
      this.#database
        .prepare('INSERT INTO marks (key, at, number) VALUES (?, ?, ?)')
        .run(key, Math.round(mark.at), Math.round(mark.number));
    });
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
        // No limit looks at older times.
        this.#database.prepare('DELETE FROM requests WHERE key = ? AND at < ?').run(key, at - RECOVERY);
        this.#database.prepare('INSERT INTO requests (key, at) VALUES (?, ?)').run(key, at);
      }),
    );
  }
}
