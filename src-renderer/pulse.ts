/**
 * @file Notices that an app hangs: its connection stays open, but nothing comes over it. Counted in questions, not by the
 * time of day, so that a computer that slept, or a tab in the background, has not missed an answer.
 */

/** Between two questions, in milliseconds. */
export const BEAT_MS = 4000;
/** After so many questions in a row without a word, the app is said not to answer. */
export const MOST_UNANSWERED = 3;

export interface PulsePorts {
  /** Asks for a sign of life, where there is a connection. */
  ask: () => void;
  onSilence: () => void;
  /** The app answers after it was silent. */
  onReturn: () => void;
}

export class Pulse {
  readonly #ports: PulsePorts;
  #unanswered = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(ports: PulsePorts) {
    this.#ports = ports;
  }

  /** Begins to ask. */
  start(): void {
    this.stop();
    this.#timer = setInterval(() => this.#beat(), BEAT_MS);
  }

  /** There is no connection that could be silent. */
  stop(): void {
    clearInterval(this.#timer);
    this.#unanswered = 0;
  }

  /** Anything has come from the app. */
  hear(): void {
    const wasSilent = this.#unanswered > MOST_UNANSWERED;
    this.#unanswered = 0;
    if (wasSilent) this.#ports.onReturn();
  }

  #beat(): void {
    this.#unanswered += 1;
    if (this.#unanswered === MOST_UNANSWERED + 1) this.#ports.onSilence();
    this.#ports.ask();
  }
}
