/**
 * @file When requests were made: read from the database once, then held in memory, so that five hundred turns a second
 * cost no wait for the disk. One process at a time has the data folder, so nobody else writes.
 */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { HOUR, systemClock } from '../../clock.ts';
import type { Limit } from '../../service/endpoints.ts';
import type { Mark, RequestLedger } from '../../service/rate-limits.ts';
import { isBrief, RECOVERY, recoveryOf } from '../../service/turns.ts';
import { guarded, inTransaction } from './database.ts';

const requestRow = z.object({ at: z.number() });
/** A number that no mark can have is damage, and a pause must not last for ever because of it. */
const markRow = z.object({
  at: z.int().nonnegative(),
  number: z
    .int()
    .nonnegative()
    .max(24 * HOUR),
});
/** Nothing that is older matters to anybody. */
const MARKS_KEPT = 30 * 24 * HOUR;

export class StoredLedger implements RequestLedger {
  readonly openedAt = systemClock.now();
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly lastTurns = new Map<string, Promise<void>>();
  readonly #times = new Map<string, number[]>();
  readonly #marks = new Map<string, Mark | undefined>();

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

  mark(key: string): Mark | undefined {
    if (this.#marks.has(key)) return this.#marks.get(key);
    const row = guarded(this.#path, () =>
      this.#database.prepare('SELECT at, number FROM marks WHERE key = ?').get(key),
    );
    const mark = markRow.safeParse(row).data;
    this.#marks.set(key, mark);
    return mark;
  }

  /** What was answered to a request is worth more than the note of it: a disk that is full must not lose it. */
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
        // Nothing older matters to any limit.
        this.#database.prepare('DELETE FROM requests WHERE key = ? AND at < ?').run(key, at - RECOVERY);
        this.#database.prepare('INSERT INTO requests (key, at) VALUES (?, ?)').run(key, at);
      }),
    );
  }
}
