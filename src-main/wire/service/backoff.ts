/**
 * @file How long to wait before the next attempt: exponential backoff with full jitter, never less than Retry-After.
 * Pure.
 */

import { MINUTE, SECOND } from '../../ground/clock.ts';

const BASE = SECOND;
const LONGEST = MINUTE;

/**
 * The pause in milliseconds after failure number `attempt` in a row (1 is the first): a random share of 1 s, 2 s, 4 s …
 * up to `longest` (60 s), and never shorter than `retryAfterMs`. `random` returns numbers in [0, 1), as Math.random
 * does.
 */
export function backoffDelay({
  attempt,
  random,
  longest = LONGEST,
  retryAfterMs = 0,
}: {
  attempt: number;
  random: () => number;
  longest?: number;
  retryAfterMs?: number | undefined;
}): number {
  const ceiling = Math.min(longest, BASE * 2 ** Math.max(0, attempt - 1));
  return Math.max(Math.round(random() * ceiling), retryAfterMs);
}
