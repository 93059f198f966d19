/** @file The one-time token of the printed address: begins one session, within a short time. */

import { after, type Clock, MINUTE } from '../../ground/clock.ts';
import { createSecret, digestOf, isSecret } from './secrets.ts';

/** How long an address works that is not used. */
export const ADDRESS_LIFETIME_MS = 5 * MINUTE;

export interface EntrancePorts {
  clock: Clock;
  /** Called when an address ends unused. */
  onExpired: () => void;
}

interface Issued {
  digest: Buffer;
  endsAt: number;
  /** Ends the wait for the end of its time. */
  settled: AbortController;
}

export class Entrance {
  readonly #clock: Clock;
  readonly #onExpired: () => void;
  #issued: Issued | undefined;

  constructor({ clock, onExpired }: EntrancePorts) {
    this.#clock = clock;
    this.#onExpired = onExpired;
  }

  /** A token that begins one session. An earlier unused token becomes invalid. */
  issueToken(): string {
    this.close();
    const token = createSecret();
    const issued = {
      digest: digestOf(token),
      endsAt: this.#clock.now() + ADDRESS_LIFETIME_MS,
      settled: new AbortController(),
    };
    this.#issued = issued;
    after(this.#clock, ADDRESS_LIFETIME_MS, () => this.#expire(), issued.settled);
    return token;
  }

  /** Uses a token up; false for one that is wrong, used, replaced or too old. */
  accepts(token: string): boolean {
    if (this.#issued === undefined || !isSecret(token, this.#issued.digest)) return false;
    // Timers stop while a computer sleeps.
    const isTooOld = this.#clock.now() >= this.#issued.endsAt;
    if (isTooOld) this.#expire();
    else this.close();
    return !isTooOld;
  }

  /** Makes the issued token invalid. */
  close(): void {
    this.#issued?.settled.abort();
    this.#issued = undefined;
  }

  #expire(): void {
    this.close();
    this.#onExpired();
  }
}
