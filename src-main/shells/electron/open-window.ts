/** @file Makes the window: at its last place, in the colours of the theme, with a page that is kept alive. */

import { BrowserWindow, dialog, app as electronApp, nativeTheme, screen } from 'electron';
import { systemClock } from '../../ground/clock.ts';
import type { Logs } from '../../ground/logs/logs.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import { isInstalled } from './installed.ts';
import type { Say } from './native-language.ts';
import { keepPageAlive } from './page-life.ts';
import { askAboutPage } from './trouble-dialogs.ts';
import { bringToFront, followTheme, windowOptions } from './window.ts';
import { keptPlace, windowPlace } from './window-place.ts';

export interface WindowPorts {
  settings: SettingsFile;
  /** The file of the built preload. */
  preload: string;
  /** The address of the page. */
  address: string;
  /** Whether it stays hidden until a person asks for it; looked at once the page is there. */
  isHidden: () => boolean;
  isQuitting: () => boolean;
  logs: Pick<Logs, 'event'>;
  say: Say;
}

export interface OpenedWindow {
  window: BrowserWindow;
  /** False while it is still to be maximised: Electron would show a window that it maximises. */
  hasPlace: () => boolean;
  /** Loads the page; the window becomes visible when it is there, or when it takes too long. */
  load: () => void;
}

/** Makes the window, invisible and without its page. */
export function openWindow({ settings, preload, address, isHidden, isQuitting, logs, say }: WindowPorts): OpenedWindow {
  // The screen with the taskbar comes first.
  const first = screen.getPrimaryDisplay();
  const displays = [first, ...screen.getAllDisplays().filter(({ id }) => id !== first.id)];
  const place = windowPlace(
    keptPlace(settings),
    displays.map(({ workArea }) => workArea),
  );
  const isDark = nativeTheme.shouldUseDarkColors;
  const window = new BrowserWindow(windowOptions({ place, preload, isDark, isInstalled: isInstalled(electronApp) }));
  followTheme(window, nativeTheme);
  let isToBeMaximised = place.isMaximised;
  const maximise = () => {
    isToBeMaximised = false;
    window.maximize();
  };
  const load = keepPageAlive({
    window,
    show: () => {
      if (isHidden()) {
        if (isToBeMaximised) window.once('show', maximise);
        return;
      }
      if (isToBeMaximised) maximise();
      window.show();
    },
    address,
    clock: systemClock,
    isQuitting,
    ask: (trouble, signal) => {
      bringToFront(window);
      return say(() => askAboutPage(dialog, window, trouble, signal));
    },
    quit: () => electronApp.quit(),
    log: (trouble, details) => logs.event('error', `window.${trouble}`, details),
  });
  return { window, load, hasPlace: () => !isToBeMaximised };
}
