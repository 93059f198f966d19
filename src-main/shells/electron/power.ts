/** @file Sleep: the computer stays awake while something moves, and what moves ends cleanly before it sleeps. */

import type { PowerSaveBlocker } from 'electron';
import type { Queue } from '../../queue/queue.ts';

/** Returns what is called with whether the computer must stay awake; its screen may go dark all the same. */
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
 * Stops the queue before the computer sleeps and starts it afterwards: connections do not outlive a sleep, and a stop
 * knows how far each upload came. What a person had paused stays paused; a locked screen changes nothing.
 * @returns ends that; resolves once the queue neither stops nor starts any more
 */
export function pauseDuringSleep(
  monitor: SleepMonitor,
  queue: Pick<Queue, 'start' | 'stop' | 'situation'>,
): () => Promise<void> {
  let isAwake = true;
  let isStopped = false;
  let hasEnded = false;
  let turn = Promise.resolve();
  /** One after another, and by what holds then: the computer may wake up while the queue still stops. */
  const follow = () => {
    const step = async () => {
      if (hasEnded || isAwake !== isStopped) return;
      // A queue that a failure stopped stays with that; it would not be safe to start it.
      if (!isStopped && queue.situation().stopped !== undefined) return;
      isStopped = !isStopped;
      if (isStopped) await queue.stop();
      else queue.start();
    };
    // Where stopping fails, the queue is as it is after a crash, and that is safe.
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
