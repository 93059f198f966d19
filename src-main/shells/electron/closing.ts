/** @file Closing the window and shutting the system down: which of them ends the app, and how. */

import type { BrowserWindow, Dialog, App as ElectronApp, Event } from 'electron';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import type { Activity } from './activity.ts';
import { explainTray } from './dialogs.ts';
import type { Say } from './native-language.ts';
import { meaningOfClosing, type Quitting } from './quit.ts';
import { hide } from './window.ts';
import { keepPlace } from './window-place.ts';

export interface ClosingPorts {
  window: BrowserWindow;
  electronApp: Pick<ElectronApp, 'quit'>;
  dialog: Pick<Dialog, 'showMessageBox'>;
  say: Say;
  settings: SettingsFile;
  /** The value of `process.platform`. */
  platform: string;
  quitting: Quitting;
  /** Whether the window is as it is to be opened the next time. */
  hasPlace: () => boolean;
  activity: () => Activity;
}

/** Whether the person has been told that the app keeps running when its window closes. */
const EXPLAINED = 'trayExplained';

/** The window exists until the app quits: closing it either hides it or quits the app. */
export function followClosing(ports: ClosingPorts): void {
  const { window, electronApp, settings, platform, quitting, activity } = ports;
  window.on('close', (event) => {
    if (ports.hasPlace()) keepPlace(settings, window);
    if (quitting.isUnderWay()) return;
    event.preventDefault();
    const meaning = meaningOfClosing(platform, activity());
    if (meaning === 'quit') electronApp.quit();
    else if (meaning === 'hide') hide(window);
    // The window hides even if the explanation fails.
    else {
      const goAway = () => hide(window);
      explainOnce(ports).then(goAway, goAway);
    }
  });
}

async function explainOnce({ window, dialog, say, settings, platform }: ClosingPorts): Promise<void> {
  if (settings.get(EXPLAINED) === true) return;
  await say(() => explainTray(dialog, window, platform));
  settings.set(EXPLAINED, true);
}

export interface ShutdownMonitor {
  on(event: 'shutdown', listener: (event?: Event) => void): unknown;
}

export interface ShutdownPorts {
  monitor: ShutdownMonitor;
  window: Pick<BrowserWindow, 'on' | 'setTitle'>;
  quitting: Pick<Quitting, 'quitAtOnce'>;
  /** What is still being sent, in one sentence; undefined when nothing is. */
  stillSent: () => string | undefined;
  /** Notes that the session of the app has ended. It is on the disk when this returns. */
  noteEnd: (why: string) => void;
}

const SYSTEM_ENDS = 'The session at this computer has ended.';

/** A system that shuts down gets no question, because there may be no person to answer it. */
export function followShutdown({ monitor, window, quitting, stillSent, noteEnd }: ShutdownPorts): void {
  const end = () => {
    noteEnd(SYSTEM_ENDS);
    quitting.quitAtOnce();
  };
  monitor.on('shutdown', (event) => {
    // Delays the shutdown until the app has ended cleanly.
    event?.preventDefault();
    end();
  });
  window.on('query-session-end', (event) => {
    const sent = stillSent();
    // A system in need waits for nothing.
    if (sent === undefined || event.reasons.includes('critical')) return;
    // Windows names the window that holds it up by its title, and goes on once that is gone.
    event.preventDefault();
    window.setTitle(sent);
    end();
  });
  // Windows ends the process as soon as this returns, so nothing here may wait.
  window.on('session-end', end);
}
