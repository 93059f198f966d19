/** @file Sleep: keeps the computer awake while bytes move, and ends uploads cleanly before it sleeps. */

import type { PowerSaveBlocker } from 'electron';
import type { App } from '../../app.ts';

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

/**
 * Stops the queue before the computer sleeps and starts it afterwards: connections do not survive sleep, and a stop
 * records how far each upload came. Submissions that a person paused stay paused; locking the screen has no effect.
 * @returns a function that ends this; it resolves once the queue neither stops nor starts any more
 */
export function pauseDuringSleep(
  monitor: SleepMonitor,
  queue: Pick<App['queue'], 'start' | 'stop' | 'situation'>,
): () => Promise<void> {
  let isAwake = true;
  let isStopped = false;
  let hasEnded = false;
  let turn = Promise.resolve();
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
  monitor.on('suspend', () => {
    isAwake = false;
    follow();
  });
  monitor.on('resume', () => {
    isAwake = true;
    follow();
  });
  return () => {
    hasEnded = true;
    return turn;
  };
}
