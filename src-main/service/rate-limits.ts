/**
 * @file Keeps the limits of §8 before they are reached: each request waits for its turn, and a 429 slows only its
 * endpoint.
 */

import { type Clock, SECOND } from '../clock.ts';
import type { Connection } from '../credentials/connection.ts';
import { abortable } from './abortable.ts';
import { type Endpoint, type Limit, tokenEndpoint } from './endpoints.ts';
import { isBrief, nextTurn, reachOf, recoveryOf } from './pace.ts';

/** A value kept under a key: a time (ms since the epoch), and a number whose meaning depends on the key. */
export interface Mark {
  at: number;
  number: number;
}

/**
 * When requests were sent and refused, by key (ms since the epoch). Kept on disk, so that a restart does not begin at
 * zero.
 */
export interface RequestLedger {
  /** Requests in brief windows (pace.ts) are not kept, so those before this time are unknown. */
  readonly openedAt: number;
  /** The last turn that was asked for, by key: all users of this ledger in one process wait in one line. */
  readonly lastTurns: Map<string, Promise<void>>;
  /** The times at or after `since`, in any order; at least those within the recovery time of their limit. */
  recent(key: string, since: number): number[];
  /** `limit` is the limit that the request counts for: it decides how long the time matters, and whether it is kept. */
  record(key: string, at: number, limit: Limit): void;
  /** The latest mark, even from an earlier process. */
  mark(key: string): Mark | undefined;
  /**
   * Sets the mark, or removes it with undefined. Does not throw if it cannot be stored: it then holds for this process.
   */
  setMark(key: string, mark: Mark | undefined): void;
}

/**
 * A pause is lengthened at random by up to its own length, but at most by this, so that several clients do not return
 * at once.
 */
const LONGEST_SPREAD = 10 * SECOND;

/**
 * The turns of one connection. The ledger is the only record, so several instances over one ledger keep the limits
 * together. Limits are per tenant and endpoint; that of the token endpoint is per IP address, and is therefore kept by
 * host.
 * Turns are strictly first come, first served. The queue decides what goes first, and asks for only a few turns at a
 * time. A request by a person waits for those few, at the usual rate half a second each.
 */
export class RateLimits {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #ledger: RequestLedger;
  readonly #tenant: string;
  readonly #tokenHost: string;

  /** `random` is uniform in [0, 1). */
  constructor({
    connection,
    clock,
    ledger,
    random = Math.random,
  }: {
    connection: Pick<Connection, 'baseUrl' | 'tokenUrl' | 'scope'>;
    clock: Clock;
    ledger: RequestLedger;
    random?: () => number;
  }) {
    this.#clock = clock;
    this.#random = random;
    this.#ledger = ledger;
    this.#tenant = tenantOf(connection);
    this.#tokenHost = new URL(connection.tokenUrl).host;
  }

  /**
   * Resolves when a request to this endpoint may be sent, which must then happen at once. First come, first served.
   * Rejects with the signal's reason as soon as it aborts; the turn is then not used up.
   */
  acquire(endpoint: Endpoint, signal?: AbortSignal): Promise<void> {
    const { lastTurns } = this.#ledger;
    const key = this.#keyOf(endpoint);
    const before = lastTurns.get(key) ?? Promise.resolve();
    const turn = before.then(() => this.#waitForTurn(endpoint, signal));
    lastTurns.set(
      key,
      turn.catch(() => undefined),
    );
    return abortable(turn, signal);
  }

  /**
   * Stops requests to this endpoint for the given time plus a random part: those that wait already, those over other
   * connections of the tenant, and those after a restart. Other endpoints continue. Returns the whole pause in
   * milliseconds.
   */
  pause(endpoint: Endpoint, milliseconds: number): number {
    const length = milliseconds + Math.round(this.#random() * Math.min(milliseconds, LONGEST_SPREAD));
    const left = this.#pauseLeft(endpoint);
    if (length <= left) return left;
    this.#ledger.setMark(this.#pauseKeyOf(endpoint), { at: this.#clock.now() + length, number: length });
    return length;
  }

  /**
   * After a 429: pauses as `pause` does, and lowers the rate for the ten windows that follow (pace.ts), also after a
   * restart. Several 429s to requests that were under way together count as one.
   */
  giveWay(endpoint: Endpoint, milliseconds: number): number {
    const isFirst = this.#pauseLeft(endpoint) === 0;
    const length = this.pause(endpoint, milliseconds);
    try {
      if (isFirst) this.#record(`refused ${this.#keyOf(endpoint)}`, endpoint);
    } catch {
      // On a full disk the pause still holds, and losing the lower rate is better than losing the reply.
    }
    return length;
  }

  /** How many requests to this endpoint the limit allows now, given those in its last window. */
  left(endpoint: Endpoint): number {
    if (this.#pauseLeft(endpoint) > 0 || this.#unknownLeft(endpoint) > 0) return 0;
    const sent = this.#ledger.recent(this.#keyOf(endpoint), this.#clock.now() - endpoint.limit.window);
    return Math.max(0, endpoint.limit.requests - sent.length);
  }

  /** Milliseconds until a request to this endpoint may go, if no other request asks for a turn first; 0 for now. */
  wait(endpoint: Endpoint): number {
    return Math.max(0, this.#waitingTime(endpoint));
  }

  async #waitForTurn(endpoint: Endpoint, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    for (let wait = this.#waitingTime(endpoint); wait > 0; wait = this.#waitingTime(endpoint))
      await this.#clock.sleep(wait, signal);
    this.#record(this.#keyOf(endpoint), endpoint);
  }

  #record(key: string, { limit }: Endpoint): void {
    this.#ledger.record(key, this.#clock.now(), limit);
  }

  #waitingTime(endpoint: Endpoint): number {
    const now = this.#clock.now();
    const key = this.#keyOf(endpoint);
    const sent = this.#ledger.recent(key, now - reachOf(endpoint.limit));
    const refused = this.#ledger.recent(`refused ${key}`, now - recoveryOf(endpoint.limit));
    const turn = nextTurn(endpoint.limit, { sent, refused }, now) - now;
    return Math.max(turn, this.#pauseLeft(endpoint), this.#unknownLeft(endpoint));
  }

  /** How long a brief window still counts as full, because an earlier process may have sent requests in it. */
  #unknownLeft({ limit }: Endpoint): number {
    if (!isBrief(limit)) return 0;
    return Math.max(0, reachOf(limit) - Math.abs(this.#clock.now() - this.#ledger.openedAt));
  }

  #pauseLeft(endpoint: Endpoint): number {
    const key = this.#pauseKeyOf(endpoint);
    const pause = this.#ledger.mark(key);
    if (pause === undefined) return 0;
    const now = this.#clock.now();
    const length = pause.number;
    const left = pause.at - now;
    if (left <= 0) this.#ledger.setMark(key, undefined);
    // The clock was set back: begin the pause again, because it must not last until the clock has caught up. Store that
    // too, or each restart would begin it again.
    if (left > length) this.#ledger.setMark(key, { at: now + length, number: length });
    return Math.max(0, Math.min(left, length));
  }

  #pauseKeyOf(endpoint: Endpoint): string {
    return `pause ${this.#keyOf(endpoint)}`;
  }

  #keyOf(endpoint: Endpoint): string {
    return `${endpoint.id} ${endpoint.id === tokenEndpoint.id ? this.#tokenHost : this.#tenant}`;
  }
}

/** The key of a tenant's limits, independent of how the address is spelled. */
export function tenantOf({ baseUrl, scope }: Pick<Connection, 'baseUrl' | 'scope'>): string {
  return `${new URL(baseUrl).href.replace(/\/+$/, '')} ${scope}`;
}
