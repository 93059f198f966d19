/**
 * @file The service of post-limit.test.ts, in its own process so that only the network affects its measurements. It
 * enforces the limit of §8, refuses some further requests, and reports its counts on request.
 */

import { setPriority } from 'node:os';
import { startTransactionService, tooMany } from '../cli/transaction-service.ts';

/** What is sent to the test, first the addresses and then, for any message, what was seen. */
export interface Seen {
  /** When each request for endpoint 6 arrived, in order; ms since the epoch. */
  arrivals: number[];
  /** How often each transaction was taken, by the id of its modification. */
  taken: [id: string, times: number][];
  /** How many were answered with 429 because of the limit itself. */
  overLimit: number;
}

const LIMIT = 500;
const WINDOW_MS = 1000;
/** Arrivals that are sent away for no reason of ours, as when another integration uses the same limit. */
const SENT_AWAY: readonly [from: number, to: number][] = [
  [1200, 1215],
  [4000, 4000],
  [7000, 7040],
];

try {
  // Its times are the measure: it must not wait for the processor behind others.
  setPriority(-10);
} catch {
  // Only the system's administrator may; then the measure is a little stricter than the truth.
}

const service = await startTransactionService();
const admitted: number[] = [];
let overLimit = 0;
service.answer = ({ at }, count) => {
  if (SENT_AWAY.some(([from, to]) => count >= from && count <= to)) return tooMany(1);
  if (at - (admitted.at(-LIMIT) ?? -Infinity) < WINDOW_MS) {
    overLimit += 1;
    return tooMany(1);
  }
  admitted.push(at);
  return { status: 200, body: { received: true } };
};
process.on('message', () => {
  const seen: Seen = { arrivals: service.arrivals.map(({ at }) => at), taken: [...service.taken], overLimit };
  process.send?.(seen);
});
process.on('disconnect', () => process.exit());
const { baseUrl, tokenUrl, clientId, clientSecret, scope } = service;
process.send?.({ baseUrl, tokenUrl, clientId, clientSecret, scope });
