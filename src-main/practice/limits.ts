/** @file Rate limits (§8) as sliding windows: at most so many requests within any period of so many seconds. */

import { type Clock, SECOND } from '../ground/clock.ts';
import type { ApiEndpoint } from './routes.ts';

export interface Limit {
  requests: number;
  seconds: number;
}

/** Each endpoint of the service has a limit; the observability group shares one. The storage has none. */
export type Limits = Readonly<Record<ApiEndpoint, Limit>>;

/** §8; the number for tokens, which are counted per source address, is from wire-facts.md. */
export const contractLimits: Limits = {
  token: { requests: 100, seconds: 300 },
  'generate-upload-url': { requests: 20, seconds: 60 },
  status: { requests: 120, seconds: 60 },
  'validation-result': { requests: 120, seconds: 60 },
  transaction: { requests: 500, seconds: 1 },
  'rules-execute': { requests: 30, seconds: 60 },
  'rules-rerun': { requests: 1, seconds: 60 },
  'rules-status': { requests: 120, seconds: 60 },
  'rules-schedule': { requests: 120, seconds: 60 },
  observability: { requests: 100, seconds: 60 },
};

export class RateLimiter {
  readonly #clock: Clock;
  readonly #limits: Limits | undefined;
  readonly #admitted = new Map<string, number[]>();

  /** Without limits, every request is admitted. */
  constructor(clock: Clock, limits: Limits | undefined) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /**
   * Counts one request of `source` (tenant or IP address). Returns 0 when it is admitted, otherwise the whole seconds
   * until one will be. Refused requests do not count.
   */
  admit(endpoint: ApiEndpoint, source: string): number {
    const limit = this.#limits?.[endpoint];
    if (limit === undefined) return 0;
    const now = this.#clock.now();
    const key = `${endpoint} ${source}`;
    const recent = this.#admitted.get(key) ?? [];
    this.#admitted.set(key, recent);
    let oldest = recent[0];
    while (oldest !== undefined && oldest <= now - limit.seconds * SECOND) {
      recent.shift();
      oldest = recent[0];
    }
    if (recent.length >= limit.requests && oldest !== undefined) {
      return Math.max(1, Math.ceil((oldest + limit.seconds * SECOND - now) / SECOND));
    }
    recent.push(now);
    return 0;
  }
}
