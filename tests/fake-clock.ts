/** @file A clock that stands still until a test moves it: no test waits for real time to pass. */

import type { Clock } from '../src-main/ground/clock.ts';

interface Sleeper {
  due: number;
  wake: () => void;
}

/** Monday 2026-01-05, 09:00 UTC: an arbitrary but realistic moment. */
const MORNING = Date.UTC(2026, 0, 5, 9);

export class FakeClock implements Clock {
  #now: number;
  /** By how much the time was set. */
  #wasSet = 0;
  readonly #sleepers = new Set<Sleeper>();
  readonly #watchers = new Set<() => void>();

  constructor(start: number = MORNING) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  steady(): number {
    return this.#now - this.#wasSet;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      if (milliseconds <= 0) return resolve();
      const leave = () => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', onAbort);
        this.#changed();
      };
      const onAbort = () => {
        leave();
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        due: this.#now + milliseconds,
        wake: () => {
          leave();
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#sleepers.add(sleeper);
      this.#changed();
    });
  }

  /** How long each sleeper still has to sleep, in milliseconds, the next one to wake first. */
  get remaining(): number[] {
    return [...this.#sleepers].map(({ due }) => due - this.#now).sort((a, b) => a - b);
  }

  /**
   * Lets time pass. Sleepers wake one after another in the order of their times, each seeing its own time as now();
   * what one does next (falling asleep again included) happens before the next one wakes.
   */
  async advance(milliseconds: number): Promise<void> {
    // By the steady time: one who wakes may set the clock.
    const end = this.steady() + milliseconds;
    await settle();
    for (let next = this.#next(); next !== undefined && next.due - this.#wasSet <= end; next = this.#next()) {
      this.#now = Math.max(this.#now, next.due);
      next.wake();
      await settle();
    }
    this.#now = end + this.#wasSet;
  }

  /** Jumps to the moment at which the next sleeper wakes; returns the milliseconds passed, 0 when no one sleeps. */
  async advanceToNext(): Promise<number> {
    await settle();
    const [wait] = this.remaining;
    if (wait === undefined) return 0;
    await this.advance(wait);
    return wait;
  }

  /** Sets the time as a user or a time server would: no one wakes, sleepers keep their remaining time. */
  set(time: number): void {
    for (const sleeper of this.#sleepers) sleeper.due += time - this.#now;
    this.#wasSet += time - this.#now;
    this.#now = time;
  }

  /** Resolves as soon as exactly `count` callers are asleep. Use it before `advance` when real I/O comes before the sleep. */
  async sleeping(count = 1): Promise<void> {
    if (this.#sleepers.size === count) return;
    await new Promise<void>((resolve) => {
      const watcher = () => {
        if (this.#sleepers.size !== count) return;
        this.#watchers.delete(watcher);
        resolve();
      };
      this.#watchers.add(watcher);
    });
  }

  #next(): Sleeper | undefined {
    let next: Sleeper | undefined;
    for (const sleeper of this.#sleepers) if (next === undefined || sleeper.due < next.due) next = sleeper;
    return next;
  }

  #changed(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}

/** Lets everything run that is ready to run: all promise reactions, and one round of I/O. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
