/** @file The waits that storages ask for (Retry-After). A wait holds for every request to the same host. */

import { type Clock, HOUR, SECOND } from '../clock.ts';

/** What the storage is used for. */
export type StorageUse = 'upload' | 'report';

export class StoragePauses {
  readonly #clock: Clock;
  /** By host: when its pause ends. */
  readonly #ends = new Map<string, number>();
  /** By use and destination: the host of the last address. The next address most likely leads there, too. */
  readonly #hosts = new Map<string, string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes the host that an address for this use led to. */
  note(use: StorageUse, destination: string, host: string): void {
    this.#hosts.set(keyOf(use, destination), host);
  }

  /** The host asks to wait for so many seconds; a pause that ends later still holds. */
  ask(host: string, seconds: number): void {
    if (seconds <= 0) return;
    const end = this.#clock.now() + seconds * SECOND;
    this.#ends.set(host, Math.max(end, this.#clock.now() + this.#remaining(host)));
  }

  /** How long not to begin anything of this use over this destination (ms); 0 where no address was seen yet. */
  remaining(use: StorageUse, destination: string): number {
    const host = this.#hosts.get(keyOf(use, destination));
    return host === undefined ? 0 : this.#remaining(host);
  }

  #remaining(host: string): number {
    const remaining = (this.#ends.get(host) ?? 0) - this.#clock.now();
    // No pause is that long: the clock has been set back since.
    return remaining > HOUR ? 0 : Math.max(0, remaining);
  }
}

function keyOf(use: StorageUse, destination: string): string {
  return `${use} ${destination}`;
}
