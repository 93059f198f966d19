/**
 * @file How long a service whose replies suggest a wrong connection is tried before a person must look at the
 * connection. A service that has worked before may be in the middle of a deployment, or late with new keys: it gets
 * minutes. One that has never worked is most likely not where the connection leads.
 */

import { type Clock, MINUTE, SECOND } from '../../ground/clock.ts';
import type { Connection } from '../credentials/connection.ts';
import { type Mark, type RequestLedger, tenantOf } from './rate-limits.ts';

/**
 * What may be wrong: the service is not at the base address, the token address issues no tokens, tokens are rejected.
 */
export type Topic = 'base-address' | 'token-address' | 'sign-in';

/** Over once both are reached, so that a laptop that slept, or a clock that was set, ends nothing. */
interface Grace {
  milliseconds: number;
  failures: number;
}

const none: Grace = { milliseconds: 0, failures: 1 };
const graces: Readonly<Record<Topic, { known: Grace; unknown: Grace }>> = {
  'base-address': { known: { milliseconds: 10 * MINUTE, failures: 8 }, unknown: none },
  'token-address': { known: { milliseconds: 10 * MINUTE, failures: 8 }, unknown: none },
  // A token may be revoked as soon as it is issued; the next one may be good.
  'sign-in': { known: { milliseconds: 5 * MINUTE, failures: 6 }, unknown: { milliseconds: 15 * SECOND, failures: 3 } },
};

const FIRST_PAUSE = 5 * SECOND;
const LONGEST_PAUSE = MINUTE;

/** Whether a person must hear about trouble that began at `at` and was seen `number` times. Pure. */
export function isGraceOver(topic: Topic, { at, number }: Mark, now: number, isKnown: boolean): boolean {
  const { milliseconds, failures } = graces[topic][isKnown ? 'known' : 'unknown'];
  return now - at >= milliseconds && number >= failures;
}

/** What is known of one connection, kept across restarts. */
export class Contact {
  readonly #ledger: RequestLedger;
  readonly #clock: Clock;
  readonly #places: Readonly<Record<Topic, string>>;
  readonly #worked = new Set<Topic>();
  readonly #nextTries = new Map<Topic, number>();

  constructor({ connection, ledger, clock }: { connection: Connection; ledger: RequestLedger; clock: Clock }) {
    this.#ledger = ledger;
    this.#clock = clock;
    const tenant = tenantOf(connection);
    this.#places = {
      'base-address': tenant,
      'token-address': connection.tokenUrl,
      'sign-in': `${tenant} ${connection.clientId}`,
    };
  }

  /** The service replies as it should: ends the trouble, and gives later trouble the longer time. */
  worked(topic: Topic): void {
    if (this.#ledger.mark(this.#troubleOf(topic)) !== undefined)
      this.#ledger.setMark(this.#troubleOf(topic), undefined);
    this.#nextTries.delete(topic);
    if (this.#worked.has(topic)) return;
    this.#worked.add(topic);
    this.#ledger.setMark(`worked ${topic} ${this.#places[topic]}`, { at: this.#clock.now(), number: 0 });
  }

  /**
   * The service replies as if the connection were wrong. Returns the milliseconds until the next request; undefined
   * once a person must look at the connection. Failures before that time count as one: their requests were under way
   * together.
   */
  failed(topic: Topic): number | undefined {
    const now = this.#clock.now();
    const left = (this.#nextTries.get(topic) ?? 0) - now;
    if (left > 0 && left <= LONGEST_PAUSE) return left;
    const before = this.#ledger.mark(this.#troubleOf(topic));
    // The clock was set back: count from now.
    const at = before === undefined || before.at > now ? now : before.at;
    const trouble = { at, number: (before?.number ?? 0) + 1 };
    this.#ledger.setMark(this.#troubleOf(topic), trouble);
    const isKnown = this.#ledger.mark(`worked ${topic} ${this.#places[topic]}`) !== undefined;
    if (isGraceOver(topic, trouble, now, isKnown)) return undefined;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(10, trouble.number - 1));
    this.#nextTries.set(topic, now + pause);
    return pause;
  }

  #troubleOf(topic: Topic): string {
    return `trouble ${topic} ${this.#places[topic]}`;
  }
}
