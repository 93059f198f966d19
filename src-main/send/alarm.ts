/** @file Calls back at one moment, the latest that was set. */

import { after, type Clock } from '../ground/clock.ts';

export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #stop: (() => void) | undefined;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Instead of any moment that was set before (ms since the epoch); infinity for never. */
  set(time: number): void {
    this.stop();
    if (Number.isFinite(time)) this.#stop = after(this.#clock, Math.max(0, time - this.#clock.now()), this.#ring);
  }

  stop(): void {
    this.#stop?.();
  }
}
