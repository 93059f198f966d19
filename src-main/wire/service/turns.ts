/**
 * @file When the next request may go (§8): never above the limit, a burst at first, then an even rate that never stops. Pure.
 *
 * [Note: How long a request counts] The service counts a request at some moment between its turn and its answer. So it counts
 * from its turn until one window after its answer was heard, however slow the network is; while it is under way, it counts. One
 * without an answer may still arrive after that is known, up to `LATE` later. Of long windows, whose turns are kept on the
 * disk, only the turn is known: a request that arrives within `LATE` keeps their limits.
 */

import { MINUTE, SECOND } from '../../ground/clock.ts';
import type { Limit } from './endpoints.ts';

/** What is known of one endpoint. All times in ms since the epoch, in any order. */
export interface RequestLog {
  /** When requests were sent. */
  sent: readonly number[];
  /** When one was answered with 429. */
  refused: readonly number[];
}

/** Within this time after the last 429 the whole limit is ours again, for limits per minute and longer. */
export const RECOVERY = 10 * MINUTE;
/** Of a brief window this part may go at once, so that a timer which wakes late (16 ms on Windows) costs little of the rate. */
const BRIEF_BURST = 1 / 5;
/** However often the service refuses, this much of the limit is still tried: work never stops for ever. */
const SMALLEST_SHARE = 1 / 16;

/** How long after its turn a request arrives at the latest of which nothing is heard, or after its connection was lost. */
const LATE = SECOND;
/** The part of a window by which the clocks of this computer and of the service may differ in it. */
const CLOCKS = 1 / 100;

/** How long a request of which nothing is heard counts: the window, and what may lie between its turn and its arrival. */
export function reachOf({ window }: Limit): number {
  return window + LATE;
}

/** How long a request counts after its answer was heard. */
export function restOf({ window }: Limit): number {
  return window * (1 + CLOCKS);
}

/**
 * How a turn ended. heard: the service answered, so the request has arrived · lost: there is no answer, and the request may still
 * arrive · unsent: nothing was sent
 */
export type Ending = 'heard' | 'lost' | 'unsent';

/** A turn that counts. Times in ms, of a clock that is never set. */
export interface CountedTurn {
  readonly from: number;
  /** Undefined while the request is under way. */
  until: number | undefined;
}

export function endTurn(turn: CountedTurn, limit: Limit, ending: Ending, now: number): void {
  const rest = { heard: restOf(limit), lost: reachOf(limit), unsent: 0 };
  turn.until = now + rest[ending];
}

/** The turns that still count. */
export function counting(turns: readonly CountedTurn[], now: number): CountedTurn[] {
  return turns.filter(({ until }) => until === undefined || until > now);
}

/** Whether a window is so short that its requests are counted in hundreds a second: too many to write each down. */
export function isBrief({ window }: Limit): boolean {
  return window <= SECOND;
}

/**
 * Within this time after the last 429 the whole limit is ours again: ten windows, ten minutes at most. What the others of
 * the tenant do changes within windows; ten minutes at a slower rate would be 600 windows of a second.
 */
export function recoveryOf({ window }: Limit): number {
  return Math.min(RECOVERY, 10 * window);
}

/**
 * The share of a limit to make use of, from 1/16 to 1. Since our own requests stay below the limit, a 429 means that other
 * integrations of the tenant use it too (§8): each halves our share, and it grows back within the time of the recovery.
 */
export function shareOf(refused: readonly number[], now: number, recovery = RECOVERY): number {
  const recent = refused.filter((at) => at > now - recovery && at <= now).sort((a, b) => a - b);
  let share = 1;
  let since = now;
  for (const at of recent) {
    share = halved(recovered(share, at - since, recovery));
    since = at;
  }
  return recovered(share, now - since, recovery);
}

/** What a 429 leaves of a share. */
export function halved(share: number): number {
  return Math.max(SMALLEST_SHARE, share / 2);
}

/** What has become of a share after so many milliseconds without a 429. */
export function recovered(share: number, milliseconds: number, recovery: number): number {
  return Math.min(1, share + Math.max(0, milliseconds) / recovery);
}

/**
 * The earliest time for the next request, `now` when it may go at once. Times far in the future were written before the
 * clock was set back.
 */
export function nextTurn(limit: Limit, { sent, refused }: RequestLog, now: number): number {
  const reach = reachOf(limit);
  const share = shareOf(refused, now, recoveryOf(limit));
  const counted = sent.filter((at) => Math.abs(now - at) < reach).sort((a, b) => a - b);
  const turn = steadyTurn(counted, roomOf(limit, share), reach, share < 1);
  return Math.max(now, Math.ceil(turn));
}

/**
 * As `nextTurn` for a brief window, given the turns that count in their order: never more than the room at a time, and never more
 * than a fifth of it within a fifth of the window. Gaps of 2 ms cannot be waited for one by one, and all at once at the
 * beginning of each window would be a blow to the service. While too many are under way this is the time from which on the
 * first of them can be over.
 */
export function nextBriefTurn(limit: Limit, turns: readonly CountedTurn[], share: number, now: number): number {
  const room = roomOf(limit, share);
  const burst = Math.max(1, Math.floor(room * BRIEF_BURST));
  const last = turns.at(-burst);
  const afterBurst = last === undefined ? now : last.from + (limit.window * burst) / room;
  return Math.max(now, afterBurst, whenRoom(turns, room, limit, now));
}

/** When one more than these turns can count, given that `room` may. */
export function whenRoom(turns: readonly CountedTurn[], room: number, limit: Limit, now: number): number {
  if (turns.length < room) return now;
  const ends = turns.map(({ until }) => until ?? now + restOf(limit)).sort((a, b) => b - a);
  return ends[room - 1] ?? now;
}

/** How many requests go in a window at present. */
export function paceOf(limit: Limit, refused: readonly number[], now: number): Limit {
  return { requests: roomOf(limit, shareOf(refused, now, recoveryOf(limit))), window: limit.window };
}

function roomOf({ requests }: Limit, share: number): number {
  return Math.max(1, Math.floor(requests * share));
}

/**
 * Half of the limit may go in a burst; the rest is spread over the time until the burst no longer counts, and then continues
 * at the rate of the limit. While the limit is shared with others there are no bursts.
 */
function steadyTurn(counted: readonly number[], room: number, reach: number, isShared: boolean): number {
  const burst = isShared ? 1 : Math.ceil(room / 2);
  const last = counted.at(-1);
  if (last === undefined || counted.length < burst) return 0;
  // The n-th request from now on has to wait until all but `room - n` of those sent have left the window. The largest gap
  // that any of them asks for, used for all, is the rate at which none has to stop.
  const latest = counted.slice(-room);
  const gaps = latest.map((at, index) => (at + reach - last) / (room - latest.length + index + 1));
  return last + Math.max(...gaps);
}
