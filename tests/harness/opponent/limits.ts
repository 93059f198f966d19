/** @file The limits of §8, in windows that begin anywhere. Pure. */

import type { Endpoint } from './journal.ts';
import { noted } from './memory.ts';

/** At most so many requests in any window of so many milliseconds. */
export interface Limit {
  readonly most: number;
  readonly window: number;
}

/** @param minute what the limits call a minute, in milliseconds */
export function limitsOf(minute: number): ReadonlyMap<Endpoint, Limit> {
  return new Map<Endpoint, Limit>([
    ['token', { most: 100, window: 5 * minute }],
    ['reservation', { most: 20, window: minute }],
    ['status', { most: 120, window: minute }],
    ['validation-result', { most: 120, window: minute }],
    ['transaction', { most: 500, window: minute / 60 }],
  ]);
}

export class Windows {
  readonly #limits: ReadonlyMap<Endpoint, Limit>;
  readonly #admitted = new Map<Endpoint, number[]>();

  constructor(limits: ReadonlyMap<Endpoint, Limit>) {
    this.#limits = limits;
  }

  /** How long until a request would be let in, in milliseconds; 0 when it is, and counts. */
  admit(endpoint: Endpoint, at: number): number {
    const limit = this.#limits.get(endpoint);
    if (limit === undefined) return 0;
    const recent = (this.#admitted.get(endpoint) ?? []).filter((time) => time > at - limit.window);
    const isFull = recent.length >= limit.most;
    this.#admitted.set(endpoint, isFull ? recent : [...recent, at]);
    const [oldest = at] = recent.slice(-limit.most);
    return isFull ? oldest + limit.window - at : 0;
  }

  /** As Opponent.remember. */
  remember(): () => void {
    return noted(this.#admitted);
  }
}
