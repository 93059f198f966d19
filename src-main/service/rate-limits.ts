/** @file The limits of §8, kept before they are hit: each request takes its turn, and a 429 slows its endpoint only. */

import { type Clock, SECOND } from '../clock.ts';
import type { Connection } from '../credentials/connection.ts';
import { abortable } from './abortable.ts';
import { type Endpoint, tokenEndpoint } from './endpoints.ts';

/** When requests were sent, by key (ms since the epoch). Kept on disk, so that a restart does not start from zero. */
export interface RequestLedger {
  /** The times at or after `since`, in any order. */
  recent(key: string, since: number): number[];
  record(key: string, at: number): void;
}

/** What the network may add to one request and not to another; the server counts at its end of the line. */
const JITTER = SECOND;

/**
 * The turns of one connection. The ledger is the only log, so several instances over one ledger keep the limits
 * together. Limits are per tenant and endpoint; the token endpoint's is per IP address.
 */
export class RateLimits {
  readonly #clock: Clock;
  readonly #ledger: RequestLedger;
  readonly #tenant: string;
  readonly #tokenUrl: string;
  readonly #lastTurn = new Map<string, Promise<void>>();
  readonly #pausedUntil = new Map<string, number>();

  constructor({
    connection,
    clock,
    ledger,
  }: {
    connection: Pick<Connection, 'baseUrl' | 'tokenUrl' | 'scope'>;
    clock: Clock;
    ledger: RequestLedger;
  }) {
    this.#clock = clock;
    this.#ledger = ledger;
    this.#tenant = `${connection.baseUrl} ${connection.scope}`;
    this.#tokenUrl = connection.tokenUrl;
  }

  /**
   * Resolves when a request to this endpoint may be sent, which must then happen at once. First come, first served.
   * Rejects with the signal's reason as soon as it aborts; that turn is then not used up.
   */
  acquire(endpoint: Endpoint, signal?: AbortSignal): Promise<void> {
    const before = this.#lastTurn.get(endpoint.id) ?? Promise.resolve();
    const turn = before.then(() => this.#waitForRoom(endpoint, signal));
    this.#lastTurn.set(
      endpoint.id,
      turn.catch(() => undefined),
    );
    return abortable(turn, signal);
  }

  /** After a 429: no request to this endpoint for so long, including those that wait already. Others go on. */
  pause(endpoint: Endpoint, milliseconds: number): void {
    const until = this.#clock.now() + milliseconds;
    this.#pausedUntil.set(endpoint.id, Math.max(until, this.#pausedUntil.get(endpoint.id) ?? 0));
  }

  async #waitForRoom(endpoint: Endpoint, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    for (let wait = this.#waitingTime(endpoint); wait > 0; wait = this.#waitingTime(endpoint))
      await this.#clock.sleep(wait, signal);
    this.#ledger.record(this.#keyOf(endpoint), this.#clock.now());
  }

  #waitingTime(endpoint: Endpoint): number {
    const now = this.#clock.now();
    const window = endpoint.limit.window + JITTER;
    // Times far in the future were written before the clock was set back; they must not hold us for hours.
    const sent = this.#ledger
      .recent(this.#keyOf(endpoint), now - window)
      .filter((at) => Math.abs(now - at) < window)
      .sort((a, b) => a - b);
    const mustLeave = sent.at(-endpoint.limit.requests);
    const roomAt = mustLeave === undefined ? now : mustLeave + window;
    return Math.max(roomAt, this.#pausedUntil.get(endpoint.id) ?? 0) - now;
  }

  #keyOf(endpoint: Endpoint): string {
    return `${endpoint.id} ${endpoint.id === tokenEndpoint.id ? this.#tokenUrl : this.#tenant}`;
  }
}
