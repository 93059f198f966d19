/** @file Time as a port: code that waits or records times takes a Clock, so that tests control the time. */

import { setTimeout as delay } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Timers stop while a laptop sleeps. Sleeping in short slices notices soon after waking how late it is. */
const LONGEST_SLICE_MS = 15 * SECOND;

/** The parts of a clock: the time of day, and a timer that rejects when its signal aborts. */
export interface ClockParts {
  now(): number;
  delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

/**
 * A clock whose `sleep` follows the time of day. When the time jumps past the end of a sleep, it ends within 15 s.
 * Setting the time back never makes a sleep longer than requested.
 */
export function wallClock({ now, delay }: ClockParts): Clock {
  return {
    now,
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
  delay: async (milliseconds, signal) => {
    try {
      await delay(milliseconds, undefined, signal === undefined ? {} : { signal });
    } catch (thrown) {
      signal?.throwIfAborted();
      throw thrown;
    }
  },
});
