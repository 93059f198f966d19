/** @file The waits that storages ask for (Retry-After). A wait holds for every request to the same host. */

import { AppError } from '../../../src-shared/errors.ts';
import { type Clock, HOUR, SECOND } from '../../ground/clock.ts';

const SERVICE_UNAVAILABLE = 503;

/** What the storage is needed for. */
export type StorageUse = 'upload' | 'report';

export class StoragePauses {
  readonly #clock: Clock;
  readonly #onPause: (host: string, end: number) => void;
  /** By host: when its pause ends, and with which status it was asked for. */
  readonly #ends = new Map<string, { end: number; status: number }>();
  /** By use and destination: the host that the last address led to. The next one will most likely lead there, too. */
  readonly #hosts = new Map<string, string>();

  /** @param onPause hears of each pause, and when it ends (ms since the epoch) */
  constructor(clock: Clock, onPause: (host: string, end: number) => void = () => {}) {
    this.#clock = clock;
    this.#onPause = onPause;
  }

  /** Notes the host that an address for this use led to. */
  note(use: StorageUse, destination: string, host: string): void {
    this.#hosts.set(keyOf(use, destination), host);
  }

  /** What a request to the host came to: an error may say for how long the host asks to be left alone. */
  hear(host: string, thrown: unknown): void {
    if (!(thrown instanceof AppError)) return;
    const { retryAfter, status } = thrown.toRecord().params;
    if (typeof retryAfter === 'number' && typeof status === 'number') this.ask(host, retryAfter, status);
  }

  /** The host asks, in an answer with this status, to be left alone for so many seconds; a later end still holds. */
  ask(host: string, seconds: number, status = SERVICE_UNAVAILABLE): void {
    if (seconds <= 0) return;
    const end = this.#clock.now() + seconds * SECOND;
    if (end > this.#clock.now() + this.#remaining(host)) {
      this.#ends.set(host, { end, status });
      this.#onPause(host, end);
    }
  }

  /** How long not to begin anything of this use over this destination (ms); 0 where no address was seen yet. */
  remaining(use: StorageUse, destination: string): number {
    return this.of(use, destination)?.milliseconds ?? 0;
  }

  /** The pause that holds for this use over this destination, and the status of the answer that asked for it. */
  of(use: StorageUse, destination: string): { milliseconds: number; status: number } | undefined {
    const host = this.#hosts.get(keyOf(use, destination));
    const milliseconds = host === undefined ? 0 : this.#remaining(host);
    if (host === undefined || milliseconds === 0) return undefined;
    return { milliseconds, status: this.#ends.get(host)?.status ?? SERVICE_UNAVAILABLE };
  }

  #remaining(host: string): number {
    const remaining = (this.#ends.get(host)?.end ?? 0) - this.#clock.now();
    // No pause is that long: the clock was set back since.
    return remaining > HOUR ? 0 : Math.max(0, remaining);
  }
}

function keyOf(use: StorageUse, destination: string): string {
  return `${use} ${destination}`;
}
