/**
 * @file Keeps the limits of §8 before they are reached: each request waits for its turn, and a 429 slows only its
 * endpoint.
 */

import { type Clock, SECOND } from '../../ground/clock.ts';
import type { Connection } from '../credentials/connection.ts';
import { abortable } from './abortable.ts';
import { type Endpoint, type Limit, tokenEndpoint } from './endpoints.ts';
import type { Budget, SharedTurns } from './shared-turns.ts';
import {
  type CountedTurn,
  counting,
  type Ending,
  endTurn,
  isBrief,
  nextBriefTurn,
  nextTurn,
  paceOf,
  reachOf,
  recoveryOf,
  shareOf,
} from './turns.ts';

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
  /** Of brief windows (turns.ts) nothing is known from before this time, since nothing of them is kept. */
  readonly openedAt: number;
  /** The last turn that was asked for, by key: all users of this ledger in one process wait in one line. */
  readonly lastTurns: Map<string, Promise<void>>;
  /** The turns of brief windows that count, by key, in their order. */
  readonly briefTurns: Map<string, CountedTurn[]>;
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

/** When the next request to an endpoint goes, if no other asks for a turn first. */
export interface NextTurns {
  /** Milliseconds until then, and until a pause ends that the service has asked for; 0 for now, and for none. */
  wait: number;
  pause: number;
  pace: Limit;
}

/** Hears of each pause that an endpoint is given, and when it ends (ms since the epoch). */
export type OnPause = (endpoint: Endpoint, end: number) => void;

/** A pause is lengthened at random by as much again, but not by more: those who were sent away do not return as one. */
const LONGEST_SPREAD = 10 * SECOND;

/**
 * The turns of one connection. The ledger is the only log, so several instances over one ledger keep the limits
 * together. Limits are per tenant and endpoint; the token endpoint's is per IP
 * address, and so by host.
 *
 * Requests keep their order: the queue decides what goes first, which asks for a few turns at a time. So a person who asks
 * for something waits for those few, each half a second at the usual rate.
 */
export class RateLimits {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #ledger: RequestLedger;
  readonly #onPause: OnPause;
  readonly #tenant: string;
  readonly #tokenHost: string;
  readonly #shared: () => SharedTurns | undefined;

  /** `random` is uniform in [0, 1). `shared`: where the limits are shared with other desks; asked for each turn. */
  constructor({
    connection,
    clock,
    ledger,
    random = Math.random,
    onPause = () => {},
    shared = () => undefined,
  }: {
    connection: Pick<Connection, 'baseUrl' | 'tokenUrl' | 'scope'>;
    clock: Clock;
    ledger: RequestLedger;
    random?: () => number;
    onPause?: OnPause;
    shared?: () => SharedTurns | undefined;
  }) {
    this.#clock = clock;
    this.#random = random;
    this.#ledger = ledger;
    this.#onPause = onPause;
    this.#shared = shared;
    this.#tenant = tenantOf(connection);
    this.#tokenHost = new URL(connection.tokenUrl).host;
  }

  /**
   * Sends a request when its turn has come; `send` must do so at once. First come, first served. Rejects with the signal's
   * reason as soon as it aborts before that; the turn is then not used up.
   * @throws AppError team.* where the limits are shared, and the ledger of the team is away or cannot be used; what `send` throws
   */
  async inTurn<Answer extends { status: number }>(
    endpoint: Endpoint,
    send: () => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const end = await this.#turn(endpoint, signal);
    let ending: Ending = 'lost';
    try {
      const answer = await send();
      if (showsArrival(answer)) ending = 'heard';
      return answer;
    } finally {
      end(ending);
    }
  }

  /** @returns what hears how the turn ended */
  async #turn(endpoint: Endpoint, signal: AbortSignal | undefined): Promise<(ending: Ending) => void> {
    const { lastTurns } = this.#ledger;
    const key = this.#keyOf(endpoint);
    const before = lastTurns.get(key) ?? Promise.resolve();
    const turn = before.then(() => this.#waitForTurn(endpoint, signal));
    const over = turn.then(
      () => undefined,
      () => undefined,
    );
    lastTurns.set(key, over);
    try {
      return await abortable(turn, signal);
    } catch (thrown) {
      // The turn may have come at the same moment.
      turn.then(
        (end) => end('unsent'),
        () => undefined,
      );
      throw thrown;
    }
  }

  /**
   * Stops requests to this endpoint for the given time plus a random part: those that wait already, those over other
   * connections of the tenant, and those after a restart. Other endpoints continue. Returns the whole pause in
   * milliseconds.
   */
  pause(endpoint: Endpoint, milliseconds: number): number {
    return this.#pause(endpoint, milliseconds, 'wish');
  }

  /**
   * After a 429: as `pause`, and for the ten windows that follow at a slower rate (turns.ts), also after a restart. Those that
   * were under way together count as one.
   */
  giveWay(endpoint: Endpoint, milliseconds: number): number {
    const isFirst = this.#pauseLeft(endpoint) === 0;
    const length = this.#pause(endpoint, milliseconds, isFirst ? 'refusal' : 'wish');
    try {
      if (isFirst) this.#record(`refused ${this.#keyOf(endpoint)}`, endpoint);
    } catch {
      // A full disk: the pause holds, and the slower rate after it is not worth what was asked for.
    }
    return length;
  }

  #pause(endpoint: Endpoint, milliseconds: number, by: 'refusal' | 'wish'): number {
    const length = milliseconds + Math.round(this.#random() * Math.min(milliseconds, LONGEST_SPREAD));
    const left = this.#pauseLeft(endpoint);
    if (length <= left) return left;
    const end = this.#clock.now() + length;
    this.#ledger.setMark(this.#pauseKeyOf(endpoint), { at: end, number: length });
    this.#onPause(endpoint, end);
    if (!isShared(endpoint)) return length;
    try {
      this.#shared()?.pause(this.#budgetOf(endpoint), length, by);
    } catch {
      // The next turn says that a ledger cannot be used.
    }
    return length;
  }

  /** How many requests to this endpoint the limit allows now, given those that this desk sent in its last window. */
  left(endpoint: Endpoint): number {
    if (this.#pauseLeft(endpoint) > 0 || this.#unknownLeft(endpoint) > 0) return 0;
    const { limit } = endpoint;
    const sent = isBrief(limit)
      ? this.#briefTurns(endpoint)
      : this.#ledger.recent(this.#keyOf(endpoint), this.#clock.now() - limit.window);
    return Math.max(0, limit.requests - sent.length);
  }

  /** Milliseconds until a request to this endpoint may go, if no other request asks for a turn first; 0 for now. */
  wait(endpoint: Endpoint): number {
    return Math.max(0, this.#waitingTime(endpoint));
  }

  /** When requests go to this endpoint at present, and how many: fewer after a 429. */
  turns(endpoint: Endpoint): NextTurns {
    const now = this.#clock.now();
    const refused = this.#ledger.recent(`refused ${this.#keyOf(endpoint)}`, now - recoveryOf(endpoint.limit));
    const pace = paceOf(endpoint.limit, refused, now);
    return { wait: this.wait(endpoint), pause: this.#pauseLeft(endpoint), pace };
  }

  async #waitForTurn(endpoint: Endpoint, signal: AbortSignal | undefined): Promise<(ending: Ending) => void> {
    signal?.throwIfAborted();
    for (;;) {
      await this.#waitForOwnTurn(endpoint, signal);
      const endShared = isShared(endpoint) ? await this.#shared()?.turn(this.#budgetOf(endpoint), signal) : undefined;
      try {
        // While a shared turn is waited for, a pause may begin: that turn then goes by.
        if (this.#waitingTime(endpoint) <= 0) {
          const endOwn = this.#begin(endpoint);
          return (ending) => {
            endOwn(ending);
            endShared?.(ending);
          };
        }
      } catch (thrown) {
        endShared?.('unsent');
        throw thrown;
      }
      endShared?.('unsent');
    }
  }

  async #waitForOwnTurn(endpoint: Endpoint, signal: AbortSignal | undefined): Promise<void> {
    for (let wait = this.#waitingTime(endpoint); wait > 0; wait = this.#waitingTime(endpoint))
      await this.#clock.sleep(wait, signal);
  }

  /** @returns what hears how the turn ended */
  #begin(endpoint: Endpoint): (ending: Ending) => void {
    const { limit } = endpoint;
    if (!isBrief(limit)) {
      this.#record(this.#keyOf(endpoint), endpoint);
      return () => {};
    }
    const turn: CountedTurn = { from: this.#clock.steady(), until: undefined };
    this.#briefTurns(endpoint).push(turn);
    return (ending) => endTurn(turn, limit, ending, this.#clock.steady());
  }

  /** Those that count now. */
  #briefTurns(endpoint: Endpoint): CountedTurn[] {
    const { briefTurns } = this.#ledger;
    const key = this.#keyOf(endpoint);
    const turns = counting(briefTurns.get(key) ?? [], this.#clock.steady());
    briefTurns.set(key, turns);
    return turns;
  }

  #record(key: string, { limit }: Endpoint): void {
    this.#ledger.record(key, this.#clock.now(), limit);
  }

  #waitingTime(endpoint: Endpoint): number {
    const turn = this.#isPacedByTeam(endpoint) ? 0 : this.#ownTurn(endpoint);
    return Math.max(turn, this.#pauseLeft(endpoint), this.#unknownLeft(endpoint));
  }

  /** Milliseconds until this desk alone would send. */
  #ownTurn(endpoint: Endpoint): number {
    const { limit } = endpoint;
    const now = this.#clock.now();
    const key = this.#keyOf(endpoint);
    const refused = this.#ledger.recent(`refused ${key}`, now - recoveryOf(limit));
    if (isBrief(limit)) {
      const share = shareOf(refused, now, recoveryOf(limit));
      const steady = this.#clock.steady();
      return Math.ceil(nextBriefTurn(limit, this.#briefTurns(endpoint), share, steady) - steady);
    }
    const sent = this.#ledger.recent(key, now - reachOf(limit));
    return nextTurn(limit, { sent, refused }, now) - now;
  }

  /**
   * A brief window that is shared is paced by the team alone: a desk that held back turns for some milliseconds more would let
   * them go by.
   */
  #isPacedByTeam(endpoint: Endpoint): boolean {
    return isBrief(endpoint.limit) && isShared(endpoint) && this.#shared() !== undefined;
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
    return `${endpoint.id} ${isShared(endpoint) ? this.#tenant : this.#tokenHost}`;
  }

  #budgetOf({ id, limit }: Endpoint): Budget {
    return { tenant: this.#tenant, endpoint: id, limit };
  }
}

/** Whether the limit is one of the tenant; that of the token endpoint is one of the IP address. */
function isShared({ id }: Endpoint): boolean {
  return id !== tokenEndpoint.id;
}

/** Whether the service itself must have received the request: what stands before it may give up on one that is still on its way. */
function showsArrival({ status }: { status: number }): boolean {
  return status < 500 && status !== 408;
}

/** The key of a tenant's limits, independent of how the address is spelled. */
export function tenantOf({ baseUrl, scope }: Pick<Connection, 'baseUrl' | 'scope'>): string {
  return `${new URL(baseUrl).href.replace(/(?<!\/)\/+$/, '')} ${scope}`;
}
