/** @file The end of the desktop app: what it costs is asked first, then the queue stops and stores where it stands. */

import type { App as ElectronApp, Event } from 'electron';
import { type Activity, isMoving } from './activity.ts';

export interface QuittingApp extends Pick<ElectronApp, 'quit'> {
  on(event: 'before-quit', listener: (event: Event) => void): unknown;
}

export type QuitAnswer = 'quit' | 'background' | 'cancel';

export interface QuitPorts {
  /** What quitting now would cost; undefined when nobody needs to be asked. */
  cost: () => string | undefined;
  ask: (cost: string) => Promise<QuitAnswer>;
  goOnInBackground: () => void;
  /** Called once. */
  stop: () => Promise<void>;
}

export interface Quitting {
  /** Whether the app is on its way out, so that its window may close. */
  isUnderWay: () => boolean;
  /** For a system that shuts down: it waits for nobody's answer. */
  quitAtOnce: () => void;
}

/** Holds back each quit until the person agrees and `stop` has ended, well or badly. */
export function guardQuit(electronApp: QuittingApp, { cost, ask, goOnInBackground, stop }: QuitPorts): Quitting {
  let state: 'running' | 'asking' | 'stopping' | 'stopped' = 'running';
  const quit = () => {
    state = 'stopped';
    electronApp.quit();
  };
  const stopAndQuit = () => {
    if (state === 'stopping' || state === 'stopped') return;
    state = 'stopping';
    // Where stopping fails, the queue is as it is after a crash, and that is safe.
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

/** What closing the window means: macOS keeps apps without a window, elsewhere only work keeps this one. */
export function meaningOfClosing(platform: string, activity: Activity): 'hide' | 'go-on-in-tray' | 'quit' {
  if (isMoving(activity)) return 'go-on-in-tray';
  return platform === 'darwin' ? 'hide' : 'quit';
}
