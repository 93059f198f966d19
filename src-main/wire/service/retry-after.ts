/** @file Retry-After (§7, §8) as milliseconds. Pure. */

import { HOUR, SECOND } from '../../ground/clock.ts';

const DEFAULT = 5 * SECOND;
const SHORTEST = SECOND;
/** After an hour the app asks again, even when the service asks for a longer wait. */
const LONGEST = HOUR;

/**
 * How long a reply asks to wait, between 1 s and 1 h; undefined when it has no Retry-After. The header holds seconds or
 * a date; a date counts from the reply's own Date, since the two clocks may differ.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return within(Number(value) * SECOND);
  const until = Date.parse(value);
  const from = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(until) ? DEFAULT : within(until - (Number.isNaN(from) ? now : from));
}

/** As `readRetryAfter`, for a 429: 5 s when the header is missing. */
export function pauseAfterRefusal(headers: Headers, now: number): number {
  return readRetryAfter(headers, now) ?? DEFAULT;
}

function within(milliseconds: number): number {
  return Math.min(LONGEST, Math.max(SHORTEST, Math.ceil(milliseconds)));
}
