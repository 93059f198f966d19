/** @file The window's cross, and a system that shuts down: which of them end the app, and how. */

import type { BrowserWindow, Dialog, App as ElectronApp, Event } from 'electron';
import type { SettingsFile } from '../../settings/settings-file.ts';
import type { Activity } from './activity.ts';
import { explainTray } from './dialogs.ts';
import { meaningOfClosing, type Quitting } from './quit.ts';
import { hide } from './window.ts';
import { keepPlace } from './window-place.ts';

export interface ClosingPorts {
  window: BrowserWindow;
  electronApp: Pick<ElectronApp, 'quit'>;
  dialog: Pick<Dialog, 'showMessageBox'>;
  settings: SettingsFile;
  /** As `process.platform` says. */
  platform: string;
  quitting: Quitting;
  activity: () => Activity;
}

/** Whether the person has been told where the app goes when its window closes. */
const EXPLAINED = 'trayExplained';

/** The window is never destroyed before the app quits: it hides, or its closing quits the app. */
export function followClosing(ports: ClosingPorts): void {
  const { window, electronApp, settings, platform, quitting, activity } = ports;
  window.on('close', (event) => {
    keepPlace(settings, window);
    if (quitting.isUnderWay()) return;
    event.preventDefault();
    const meaning = meaningOfClosing(platform, activity());
    if (meaning === 'quit') electronApp.quit();
    else if (meaning === 'hide') hide(window);
    // Whatever becomes of the explanation, the window does as it was told.
    else {
      const goAway = () => hide(window);
      explainOnce(ports).then(goAway, goAway);
    }
  });
}

async function explainOnce({ window, dialog, settings, platform }: ClosingPorts): Promise<void> {
  if (settings.get(EXPLAINED) === true) return;
  await explainTray(dialog, window, platform);
  settings.set(EXPLAINED, true);
}

export interface ShutdownMonitor {
  on(event: 'shutdown', listener: (event?: Event) => void): unknown;
}

/** A system that shuts down gets no question that nobody may be there to answer. */
export function followShutdown(monitor: ShutdownMonitor, window: BrowserWindow, quitting: Quitting): void {
  monitor.on('shutdown', (event) => {
    // Asks for the moment that a clean end takes.
    event?.preventDefault();
    quitting.quitAtOnce();
  });
  window.on('session-end', () => quitting.quitAtOnce());
}
