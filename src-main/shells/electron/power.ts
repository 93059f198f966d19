/** @file Sleep: keeps the computer awake while bytes move, and ends uploads cleanly before it sleeps. */

import type { PowerSaveBlocker } from 'electron';
import type { App } from '../../app.ts';
import { type Clock, MINUTE, SECOND } from '../../ground/clock.ts';

/** Returns a function that takes whether the computer must stay awake; its screen may still turn off. */
export function keepAwake(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>): (isNeeded: boolean) => void {
  let block: number | undefined;
  return (isNeeded) => {
    if (isNeeded) block ??= blocker.start('prevent-app-suspension');
    else if (block !== undefined) {
      blocker.stop(block);
      block = undefined;
    }
  };
}

export interface SleepMonitor {
  on(event: 'suspend' | 'resume', listener: () => void): unknown;
}

/** What the monitor says, or that the computer was found awake without a word of it. */
export type PowerEvent = 'suspend' | 'resume' | 'awake';

export interface SleepPorts {
  monitor: SleepMonitor;
  queue: Pick<App['queue'], 'start' | 'stop' | 'situation'>;
  clock: Clock;
  note: (event: PowerEvent) => void;
}

/**
 * A computer that runs for so long is awake, whatever was said: a sleep may be called off, and a word of waking be lost. It is
 * longer than computers wake up for a moment of their own, in which an upload would only break off once more.
 */
const AWAKE_AFTER = 2 * MINUTE;
const LOOK = 10 * SECOND;

/**
 * Stops the queue before the computer sleeps and starts it afterwards: connections do not survive sleep, and a stop
 * records how far each upload came. Submissions that a person paused stay paused; locking the screen has no effect.
 * @returns a function that ends this; it resolves once the queue neither stops nor starts any more
 */
export function pauseDuringSleep({ monitor, queue, clock, note }: SleepPorts): () => Promise<void> {
  let isAwake = true;
  let isStopped = false;
  let hasEnded = false;
  let turn = Promise.resolve();
  let looking: AbortController | undefined;
  /** One step at a time, each from the current situation: the computer may wake up while the queue still stops. */
  const follow = () => {
    const step = async () => {
      if (hasEnded || isAwake !== isStopped) return;
      // A queue at a standstill stays stopped; starting it would not be safe.
      if (!isStopped && queue.situation().stopped !== undefined) return;
      isStopped = !isStopped;
      if (isStopped) await queue.stop();
      else queue.start();
    };
    // If stopping fails, the queue is as after a crash, which is safe.
    turn = turn.then(step).catch(() => {});
  };
  const take = (event: PowerEvent) => {
    note(event);
    looking?.abort();
    isAwake = event !== 'suspend';
    follow();
    if (isAwake) return;
    looking = new AbortController();
    runFor(clock, AWAKE_AFTER, looking.signal).then(
      () => take('awake'),
      () => {},
    );
  };
  monitor.on('suspend', () => take('suspend'));
  monitor.on('resume', () => take('resume'));
  return () => {
    hasEnded = true;
    looking?.abort();
    return turn;
  };
}

/** Resolves once this process has run for so long at a stretch. Rejects with the signal's reason. */
async function runFor(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  for (let left = milliseconds; left > 0; ) {
    const before = clock.now();
    await clock.sleep(LOOK, signal);
    const hasSlept = clock.now() - before > 2 * LOOK;
    left = hasSlept ? milliseconds : left - LOOK;
  }
}
