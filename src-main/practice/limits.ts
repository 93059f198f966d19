/** @file Rate limits (§8) as sliding windows: at most so many requests within any stretch of so many seconds. */

import { type Clock, SECOND } from '../clock.ts';

export interface Limit {
  requests: number;
  seconds: number;
}

/** The endpoints that have a limit. Storage has none. */
export type LimitedEndpoint = 'token' | 'generate-upload-url' | 'status' | 'validation-result';
export type Limits = Readonly<Record<LimitedEndpoint, Limit>>;

/** §8; the number for tokens, which are counted per source address, is from wire-facts.md. */
export const contractLimits: Limits = {
  token: { requests: 100, seconds: 300 },
  'generate-upload-url': { requests: 20, seconds: 60 },
  status: { requests: 120, seconds: 60 },
  'validation-result': { requests: 120, seconds: 60 },
};

export class RateLimiter {
  readonly #clock: Clock;
  readonly #limits: Limits | undefined;
  readonly #admitted = new Map<string, number[]>();

  /** Without limits everything is admitted. */
  constructor(clock: Clock, limits: Limits | undefined) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /**
   * Counts one request of `source` (tenant or IP address). Returns 0 when it is admitted, else the whole seconds after
   * which one will be. Requests that are turned away do not count.
   */
  admit(endpoint: LimitedEndpoint, source: string): number {
    const limit = this.#limits?.[endpoint];
    if (limit === undefined) return 0;
    const now = this.#clock.now();
    const key = `${endpoint} ${source}`;
    const recent = (this.#admitted.get(key) ?? []).filter((at) => at > now - limit.seconds * SECOND);
    this.#admitted.set(key, recent);
    const oldest = recent[0];
    if (recent.length >= limit.requests && oldest !== undefined) {
      return Math.max(1, Math.ceil((oldest + limit.seconds * SECOND - now) / SECOND));
    }
    recent.push(now);
    return 0;
  }
}
