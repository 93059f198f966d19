/** @file When the next request may go (§8): never above the limit, a burst at first, then an even pace that never stops. Pure. */

import { MINUTE, SECOND } from '../clock.ts';
import type { Limit } from './endpoints.ts';

/** What is known of one endpoint. All times in ms since the epoch, in any order. */
export interface RequestLog {
  /** When requests were sent. */
  sent: readonly number[];
  /** When one was answered with 429. */
  refused: readonly number[];
}

/** Within this time after the last 429 the whole limit is ours again. */
export const RECOVERY = 10 * MINUTE;
/** However often the service refuses, this much of the limit is still tried: work never stops for ever. */
const SMALLEST_SHARE = 1 / 16;

/** How far back requests count: the window, and what the network may add to one request and not to another. */
export function reachOf({ window }: Limit): number {
  return window + Math.min(SECOND, window / 10);
}

/**
 * The share of a limit to make use of, from 1/16 to 1. Since our own requests stay below the limit, a 429 means that other
 * integrations of the tenant use it too (§8): each halves our share, and every minute gives a tenth of the limit back.
 */
export function shareOf(refused: readonly number[], now: number): number {
  const recent = refused.filter((at) => at > now - RECOVERY && at <= now).sort((a, b) => a - b);
  let share = 1;
  let since = now;
  for (const at of recent) {
    share = Math.max(SMALLEST_SHARE, recovered(share, at - since) / 2);
    since = at;
  }
  return recovered(share, now - since);
}

/**
 * The earliest time for the next request, `now` when it may go at once. Half of the limit may go in a burst; the rest is
 * spread over the time until the burst no longer counts, and then goes on at the pace of the limit. While the limit is
 * shared with others there are no bursts. Times far in the future were written before the clock was set back.
 */
export function nextTurn(limit: Limit, { sent, refused }: RequestLog, now: number): number {
  const reach = reachOf(limit);
  const share = shareOf(refused, now);
  const room = Math.max(1, Math.floor(limit.requests * share));
  const burst = share < 1 ? 1 : Math.ceil(room / 2);
  const counted = sent.filter((at) => Math.abs(now - at) < reach).sort((a, b) => a - b);
  const last = counted.at(-1);
  if (last === undefined || counted.length < burst) return now;
  // The n-th request from now on has to wait until all but `room - n` of those sent have left the window. The largest gap
  // that any of them asks for, used for all, is the pace at which none has to stop.
  const latest = counted.slice(-room);
  const gaps = latest.map((at, index) => (at + reach - last) / (room - latest.length + index + 1));
  return Math.max(now, Math.ceil(last + Math.max(...gaps)));
}

function recovered(share: number, milliseconds: number): number {
  return Math.min(1, share + Math.max(0, milliseconds) / RECOVERY);
}
