/** @file How fast bytes have moved lately, and how long the rest will take without the figure jumping about. Pure. */

import { MINUTE, SECOND } from '../../ground/clock.ts';

const WINDOW_MS = 5 * SECOND;
/** The first bytes only fill the buffers of this machine; before this time they tell nothing about the line. */
const SETTLING_MS = SECOND;
/** After so long a silence the line may be another one. */
const SILENCE_MS = 2 * MINUTE;
/** Samples closer to each other than this are one. */
const RESOLUTION_MS = 50;

/** A speed that differs by less than this (logarithmic: about a tenth) is noise, and is followed slowly. */
const NOISE = 0.1;
/** In what time half of a difference is made up for. */
const NOISE_HALF_LIFE_MS = 20 * SECOND;
const CHANGE_HALF_LIFE_MS = 2.5 * SECOND;

interface Sample {
  at: number;
  total: number;
}

export class SpeedMeter {
  #samples: Sample[] = [];
  /** Bytes a second, as the time that remains is reckoned with. */
  #steady: number | undefined;

  /** Tells how many bytes have moved altogether at a time (ms). A smaller total or time, or a long silence, restarts the measurement. */
  add(at: number, totalBytes: number): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && (totalBytes < last.total || at < last.at || at - last.at > SILENCE_MS)) {
      this.#samples = [];
      this.#steady = undefined;
    }
    const beforeLast = this.#samples.at(-2);
    if (beforeLast !== undefined && at - beforeLast.at < RESOLUTION_MS) this.#samples.pop();
    this.#samples.push({ at, total: totalBytes });
    while ((this.#samples[1]?.at ?? at) <= at - WINDOW_MS) this.#samples.shift();
    this.#follow(last === undefined ? 0 : at - last.at);
  }

  /** Over the last five seconds; undefined as long as there is nothing to tell. */
  get bytesPerSecond(): number | undefined {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.at - first.at < SETTLING_MS) return undefined;
    return (SECOND * (last.total - first.total)) / (last.at - first.at);
  }

  /**
   * Milliseconds until `bytesLeft` will have moved, told at a time (ms). On a steady line it counts down like a clock;
   * a lasting change of speed shows within 20 s. Undefined when nothing moves, or when no value came for two minutes.
   */
  remaining(bytesLeft: number, at: number): number | undefined {
    if (bytesLeft <= 0) return 0;
    const last = this.#samples.at(-1);
    if (last === undefined || this.#steady === undefined || at - last.at > SILENCE_MS) return undefined;
    if (this.bytesPerSecond === 0) return undefined;
    return (SECOND * bytesLeft) / this.#steady;
  }

  /** Follows the speed in the way of an exponential moving average, of ratios: half as fast is as far as twice as fast. */
  #follow(elapsed: number): void {
    const speed = this.bytesPerSecond;
    if (speed === undefined || speed === 0) return;
    if (this.#steady === undefined) {
      this.#steady = speed;
      return;
    }
    const difference = Math.log(this.#steady / speed);
    const halfLife = Math.abs(difference) < NOISE ? NOISE_HALF_LIFE_MS : CHANGE_HALF_LIFE_MS;
    this.#steady = speed * Math.exp(difference * 2 ** (-elapsed / halfLife));
  }
}
