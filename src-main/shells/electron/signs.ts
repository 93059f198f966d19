/**
 * @file Shows the queue's activity outside its window: taskbar or dock, badge and tray; and keeps the computer awake.
 */

import type { BrowserWindow, App as ElectronApp, PowerSaveBlocker } from 'electron';
import { type Activity, isMoving, needingSentence, statusSentence, taskbarProgress } from './activity.ts';
import { keepAwake } from './power.ts';
import type { TrayState } from './tray.ts';

export interface SignPorts {
  window: Pick<BrowserWindow, 'isDestroyed' | 'setProgressBar' | 'setOverlayIcon'>;
  electronApp: Pick<ElectronApp, 'setBadgeCount'>;
  powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop'>;
  /** The value of `process.platform`. */
  platform: string;
  /** Windows shows no number on an icon, only a small picture over it. */
  overlay: Parameters<BrowserWindow['setOverlayIcon']>[0];
  showInTray: (state: TrayState) => void;
}

/** Returns a function that shows an activity, in the language that is spoken then. */
export function signs(ports: SignPorts): (activity: Activity) => void {
  const { window, electronApp, platform, overlay, showInTray } = ports;
  const stayAwake = keepAwake(ports.powerSaveBlocker);
  let badge = '';
  return (activity) => {
    const { needPerson, pausable, paused } = activity;
    stayAwake(isMoving(activity));
    showInTray({ status: statusSentence(activity), canPause: pausable > 0, canResume: paused > 0 });
    if (window.isDestroyed()) return;
    const { value, mode } = taskbarProgress(activity, platform);
    window.setProgressBar(value, { mode });
    const words = needPerson > 0 ? needingSentence(activity) : '';
    if (words === badge) return;
    badge = words;
    if (platform !== 'win32') electronApp.setBadgeCount(needPerson);
    else window.setOverlayIcon(needPerson > 0 ? overlay : null, words);
  };
}
