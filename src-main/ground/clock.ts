/** @file Time as a port: code that waits or records times takes a Clock, so that tests control the time. */

import { setTimeout as delay } from 'node:timers/promises';
import { DAY, HOUR, MINUTE, SECOND } from '../../src-shared/durations.ts';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds since some moment; never set, but may stand still while the computer sleeps. */
  steady(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export { DAY, HOUR, MINUTE, SECOND };

/** Timers stop while a laptop sleeps. Sleeping in short slices notices soon after waking how late it is. */
const LONGEST_SLICE_MS = 15 * SECOND;

/** The parts of a clock: its two times, and a timer that rejects when its signal aborts. */
export interface ClockParts extends Pick<Clock, 'now' | 'steady'> {
  delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

/**
 * A clock whose `sleep` follows the time of day. When the time jumps past the end of a sleep, it ends within 15 s.
 * Setting the time back never makes a sleep longer than requested.
 */
export function wallClock({ now, steady, delay }: ClockParts): Clock {
  return {
    now,
    steady,
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      for (let left = milliseconds; left > 0; ) {
        const slice = Math.min(left, LONGEST_SLICE_MS);
        const before = now();
        await delay(slice, signal);
        left -= Math.max(slice, now() - before);
      }
    },
  };
}

export const systemClock: Clock = wallClock({
  now: () => Date.now(),
  steady: () => performance.now(),
  delay: async (milliseconds, signal) => {
    try {
      await delay(milliseconds, undefined, signal === undefined ? {} : { signal });
    } catch (thrown) {
      signal?.throwIfAborted();
      throw thrown;
    }
  },
});

/** Waits for the work, but so long at most. @throws what the work throws in this time */
export async function atMost(clock: Pick<Clock, 'sleep'>, milliseconds: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, clock.sleep(milliseconds, over.signal).catch(() => {})]).finally(() => over.abort());
}

/** What the work results in. @throws what it throws, and `tooLate()` where it takes longer */
export async function inTime<Result>(
  clock: Pick<Clock, 'sleep'>,
  milliseconds: number,
  work: Promise<Result>,
  tooLate: () => unknown,
): Promise<Result> {
  const over = new AbortController();
  const late = clock.sleep(milliseconds, over.signal).then(() => {
    throw tooLate();
  });
  // Its end means nothing once the work has ended.
  late.catch(() => {});
  return await Promise.race([work, late]).finally(() => over.abort());
}

/** Acts once, after `milliseconds`, unless `ending` is aborted before. @returns aborts that */
export function after(
  clock: Pick<Clock, 'sleep'>,
  milliseconds: number,
  act: () => void,
  ending = new AbortController(),
): () => void {
  return timed(async (signal) => {
    await clock.sleep(milliseconds, signal);
    act();
  }, ending);
}

/** Acts again and again, with `milliseconds` between. @returns ends it */
export function every(clock: Clock, milliseconds: number, act: () => void): () => void {
  return timed(async (signal) => {
    for (;;) {
      await clock.sleep(milliseconds, signal);
      act();
    }
  });
}

function timed(act: (signal: AbortSignal) => Promise<void>, stopped = new AbortController()): () => void {
  act(stopped.signal).catch((thrown: unknown) => {
    if (thrown !== stopped.signal.reason) throw thrown;
  });
  return () => stopped.abort();
}
