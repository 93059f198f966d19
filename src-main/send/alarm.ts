/** @file Calls back at one moment, the latest that was set. */

import type { Clock } from '../ground/clock.ts';

export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #waiting: AbortController | undefined;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Instead of any moment that was set before (ms since the epoch); infinity for never. */
  set(time: number): void {
    this.stop();
    if (!Number.isFinite(time)) return;
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.#clock.sleep(Math.max(0, time - this.#clock.now()), waiting.signal).then(this.#ring, () => {});
  }

  stop(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }
}
