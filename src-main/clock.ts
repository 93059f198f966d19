/** @file Time as a port: whatever waits or dates something takes a Clock, so that tests decide what time it is. */

import { setTimeout as delay } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    signal?.throwIfAborted();
    try {
      await delay(milliseconds, undefined, signal === undefined ? {} : { signal });
    } catch (thrown) {
      signal?.throwIfAborted();
      throw thrown;
    }
  },
};

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
