/** @file Notices when nothing moves any more. */

/** Aborts its signal when it is not restarted in time. */
export class Watchdog {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #milliseconds = 0;
  #isHeld = false;
  /** How long nothing has moved, once that was too long (ms). */
  stoodStillMs: number | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the time again, with this length. */
  restart(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#milliseconds = milliseconds;
    if (this.#isHeld) return;
    this.#timer = setTimeout(() => {
      this.stoodStillMs = milliseconds;
      this.#controller.abort();
    }, milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Suspends the watchdog; it starts again when it is no longer held. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.restart(this.#milliseconds);
  }
}
