/** @file How long the storages ask to be left alone (Retry-After), which holds for all that leads to the same host. */

import { type Clock, HOUR, SECOND } from '../clock.ts';

/** What the storage is needed for. */
export type StorageUse = 'upload' | 'report';

export class StoragePauses {
  readonly #clock: Clock;
  readonly #onPause: (host: string, end: number) => void;
  /** By host: when its pause ends. */
  readonly #ends = new Map<string, number>();
  /** By use and destination: the host that the last address led to. The next one will most likely lead there, too. */
  readonly #hosts = new Map<string, string>();

  /** @param onPause hears of each pause, and when it ends (ms since the epoch) */
  constructor(clock: Clock, onPause: (host: string, end: number) => void = () => {}) {
    this.#clock = clock;
    this.#onPause = onPause;
  }

  /** An address for this use led to this host. */
  note(use: StorageUse, destination: string, host: string): void {
    this.#hosts.set(keyOf(use, destination), host);
  }

  /** The host asks to be left alone for so many seconds; a pause that ends later still holds. */
  ask(host: string, seconds: number): void {
    if (seconds <= 0) return;
    const end = Math.max(seconds * SECOND, this.#remaining(host)) + this.#clock.now();
    if (end === this.#ends.get(host)) return;
    this.#ends.set(host, end);
    this.#onPause(host, end);
  }

  /** How long nothing of this use may be begun over this destination (ms); 0 where no address has been seen yet. */
  remaining(use: StorageUse, destination: string): number {
    const host = this.#hosts.get(keyOf(use, destination));
    return host === undefined ? 0 : this.#remaining(host);
  }

  #remaining(host: string): number {
    const remaining = (this.#ends.get(host) ?? 0) - this.#clock.now();
    // No pause is that long: the clock was set back since.
    return remaining > HOUR ? 0 : Math.max(0, remaining);
  }
}

function keyOf(use: StorageUse, destination: string): string {
  return `${use} ${destination}`;
}
