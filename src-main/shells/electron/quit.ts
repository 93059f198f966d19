/** @file The end of the desktop app: first the queue stops and stores where it stands, then the app quits. */

import type { App as ElectronApp, Event } from 'electron';

export interface QuittingApp extends Pick<ElectronApp, 'quit'> {
  on(event: 'before-quit', listener: (event: Event) => void): unknown;
}

/**
 * Holds back each quit until `stop` has ended, well or badly; a second one during that time waits as well.
 * @param stop called once
 */
export function stopBeforeQuit(electronApp: QuittingApp, stop: () => Promise<void>): void {
  let state: 'running' | 'stopping' | 'stopped' = 'running';
  const quit = () => {
    state = 'stopped';
    electronApp.quit();
  };
  electronApp.on('before-quit', (event) => {
    if (state === 'stopped') return;
    event.preventDefault();
    if (state === 'stopping') return;
    state = 'stopping';
    // Where stopping fails, the queue is as it is after a crash, and that is safe.
    stop().then(quit, quit);
  });
}
