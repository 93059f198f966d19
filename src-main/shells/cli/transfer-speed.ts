/** @file How fast bytes have moved lately: a moving window, so that the figure neither jumps nor lags. Pure. */

const WINDOW_MS = 5000;
/** The first bytes only fill the buffers of this machine; before this time they tell nothing about the line. */
const SETTLING_MS = 1000;

export class TransferSpeed {
  #samples: { at: number; total: number }[] = [];

  /** Tells how many bytes have moved altogether at a time (ms); a smaller total starts anew. */
  add(at: number, total: number): void {
    if (total < (this.#samples.at(-1)?.total ?? 0)) this.#samples = [];
    this.#samples.push({ at, total });
    while (this.#samples.length > 2 && (this.#samples[1]?.at ?? at) <= at - WINDOW_MS) this.#samples.shift();
  }

  /** Bytes a second over the window; 0 as long as there is nothing to tell. */
  get bytesPerSecond(): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.at - first.at < SETTLING_MS) return 0;
    return (1000 * (last.total - first.total)) / (last.at - first.at);
  }
}
