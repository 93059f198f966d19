/** @file Tells the state of something at most ten times a second, and the last one in any case. */

const INTERVAL_MS = 100;

export class Paced<State> {
  readonly #tell: (state: State) => void;
  #toldAt = Number.NEGATIVE_INFINITY;
  #latest: { state: State } | undefined;

  constructor(tell: (state: State) => void) {
    this.#tell = tell;
  }

  tell(state: State): void {
    this.#latest = { state };
    if (performance.now() - this.#toldAt >= INTERVAL_MS) this.flush();
  }

  /** Tells the last state, unless it has been told. */
  flush(): void {
    if (this.#latest === undefined) return;
    const { state } = this.#latest;
    this.#latest = undefined;
    this.#toldAt = performance.now();
    this.#tell(state);
  }
}
