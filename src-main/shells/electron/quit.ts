/** @file Ends the desktop app: asks first if quitting has a cost, then stops the queue, which stores its progress. */

import type { App as ElectronApp, Event } from 'electron';
import { type Clock, SECOND } from '../../ground/clock.ts';
import { type Activity, isMoving } from './activity.ts';

export interface QuittingApp extends Pick<ElectronApp, 'quit'> {
  on(event: 'before-quit', listener: (event: Event) => void): unknown;
  once(event: 'quit', listener: () => void): unknown;
}

export type QuitAnswer = 'quit' | 'background' | 'cancel';

export interface QuitPorts {
  /** What quitting now would cost, as a text; undefined when no question is needed. */
  cost: () => string | undefined;
  ask: (cost: string) => Promise<QuitAnswer>;
  goOnInBackground: () => void;
  /** Called once. */
  stop: () => Promise<void>;
  clock: Clock;
  /** Ends the process where it stands. The queue is then as after a crash, which is safe. */
  endHard: () => void;
}

/** Longer, and a person or the system would end the process by force. */
const LONGEST_STOP = 10 * SECOND;

export interface Quitting {
  /** Whether the app is quitting, so that its window may close. */
  isUnderWay: () => boolean;
  /** For a system that shuts down, which does not wait for an answer. */
  quitAtOnce: () => void;
}

/**
 * Holds back each quit until the person agrees and `stop` has ended, whether or not it failed. From then on the app ends
 * within a deadline: a stop may hang, and so may a page that is asked to close.
 */
export function guardQuit(electronApp: QuittingApp, ports: QuitPorts): Quitting {
  const { cost, ask, goOnInBackground, stop, clock, endHard } = ports;
  let state: 'running' | 'asking' | 'stopping' | 'stopped' = 'running';
  const quit = () => {
    state = 'stopped';
    electronApp.quit();
  };
  const stopAndQuit = () => {
    if (state === 'stopping' || state === 'stopped') return;
    state = 'stopping';
    // Once the app has quit, only the process itself is left to end.
    const over = new AbortController();
    electronApp.once('quit', () => over.abort());
    clock.sleep(LONGEST_STOP, over.signal).then(endHard, () => {});
    // If stopping fails, the queue is as after a crash, which is safe.
    stop().then(quit, quit);
  };
  const follow = (answer: QuitAnswer) => {
    if (state !== 'asking') return;
    state = 'running';
    if (answer === 'quit') stopAndQuit();
    if (answer === 'background') goOnInBackground();
  };
  electronApp.on('before-quit', (event) => {
    if (state === 'stopped') return;
    event.preventDefault();
    if (state !== 'running') return;
    const price = cost();
    if (price === undefined) return stopAndQuit();
    state = 'asking';
    ask(price).then(follow, () => follow('cancel'));
  });
  return { isUnderWay: () => state === 'stopping' || state === 'stopped', quitAtOnce: stopAndQuit };
}

/** The effect of closing the window: on macOS the app stays open without a window, elsewhere only while it works. */
export function meaningOfClosing(platform: string, activity: Activity): 'hide' | 'go-on-in-tray' | 'quit' {
  if (isMoving(activity)) return 'go-on-in-tray';
  return platform === 'darwin' ? 'hide' : 'quit';
}
