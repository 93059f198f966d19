/**
 * @file An outage: all lines wait, and one at a time tries, after pauses that grow. One line with an unknown outcome is
 * no outage; many in a row are, and then it is better to keep the following lines here.
 */

import type { Clock } from '../ground/clock.ts';
import { abortable } from '../wire/service/abortable.ts';
import { backoffDelay } from '../wire/service/backoff.ts';

/** So many lines in a row with an unknown outcome are an outage. */
const DOUBTS_IN_A_ROW = 10;

export interface OutagePorts {
  clock: Clock;
  /** Uniform in [0, 1). */
  random: () => number;
}

export class Outage {
  readonly #ports: OutagePorts;
  #current: { since: number; failures: number; notBefore: number } | undefined;
  #everAnswered = false;
  #doubts = 0;
  #isTrying = false;
  #change = Promise.withResolvers<void>();

  constructor(ports: OutagePorts) {
    this.#ports = ports;
  }

  /** Whether the service has ever replied. */
  get everAnswered(): boolean {
    return this.#everAnswered;
  }

  /** Milliseconds since the outage began; undefined when there is none. */
  get lasts(): number | undefined {
    return this.#current && this.#ports.clock.now() - this.#current.since;
  }

  /**
   * Resolves when a line may be sent, and says whether it tries on behalf of all: then call `tried` afterwards, with
   * any outcome. Rejects with the signal's reason when it aborts.
   */
  async permission(signal: AbortSignal): Promise<{ triesForAll: boolean }> {
    signal.throwIfAborted();
    // Before the first reply, one line goes ahead: if the address is wrong, it is the only one that is sent there.
    while (this.#current !== undefined || !this.#everAnswered) {
      if (this.#isTrying) {
        await abortable(this.#change.promise, signal);
        continue;
      }
      this.#isTrying = true;
      try {
        const pause = (this.#current?.notBefore ?? 0) - this.#ports.clock.now();
        if (pause > 0) await this.#ports.clock.sleep(pause, signal);
        return { triesForAll: true };
      } catch (thrown) {
        this.tried();
        throw thrown;
      }
    }
    return { triesForAll: false };
  }

  /** The next line may try. */
  tried(): void {
    this.#isTrying = false;
    this.#wakeAll();
  }

  /** The service has replied about a line, even if only to ask for a wait. */
  answered(): void {
    this.#everAnswered = true;
    this.#doubts = 0;
    this.#current = undefined;
    this.#wakeAll();
  }

  /**
   * A line got no reply that settles it. Failures of lines that were under way together count as one.
   * @param how `inDoubt`: the line may have arrived; `wasAnswered`: something replied, but could not take the line
   */
  failed(how: { triesForAll: boolean; inDoubt: boolean; wasAnswered: boolean }): void {
    const { triesForAll, inDoubt, wasAnswered } = how;
    if (wasAnswered) this.#everAnswered = true;
    if (inDoubt) this.#doubts += 1;
    if (this.#current === undefined) {
      if (inDoubt && this.#doubts < DOUBTS_IN_A_ROW) return;
      this.#current = { since: this.#ports.clock.now(), failures: 0, notBefore: 0 };
    } else if (!triesForAll) return;
    const { clock, random } = this.#ports;
    this.#current.failures += 1;
    this.#current.notBefore = clock.now() + backoffDelay({ attempt: this.#current.failures, random });
  }

  #wakeAll(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }
}
