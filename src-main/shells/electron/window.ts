/** @file The window: a page without Node that reaches only the contract, through the preload. */

import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents } from 'electron';
import { type Clock, SECOND } from '../../clock.ts';
import type { WindowPlace } from './window-place.ts';

/** The page's background colours, so that the window does not flash before the page has loaded. */
const background = { light: '#f6f7f9', dark: '#14171c' };

/** The options of the window. */
export function windowOptions({
  place: { isMaximised: _, ...place },
  preload,
  isDark,
  isPackaged,
}: {
  place: WindowPlace;
  /** The path of the built preload. */
  preload: string;
  isDark: boolean;
  isPackaged: boolean;
}): BrowserWindowConstructorOptions {
  return {
    title: 'Tranship',
    ...place,
    // Small enough for half a small screen, and for one at 200 % zoom.
    minWidth: 480,
    minHeight: 400,
    show: false,
    backgroundColor: isDark ? background.dark : background.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      devTools: !isPackaged,
      spellcheck: false,
    },
  };
}

/** Shows the window to the person, even if it was hidden or minimised. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Hides the window; its page keeps running. On macOS, hiding a full-screen window would leave a black screen. */
export function hide(window: BrowserWindow): void {
  if (window.isFullScreen()) {
    window.once('leave-full-screen', () => window.hide());
    window.setFullScreen(false);
  } else window.hide();
}

/** A page that crashes again within this time is not reloaded. */
const SHORTEST_LIFE = 10 * SECOND;

/** Reloads the page when its process has crashed; the queue runs in this process and loses nothing. */
export function reloadAfterCrash(contents: Pick<WebContents, 'on' | 'reload'>, clock: Clock): void {
  let loadedAt = Number.NEGATIVE_INFINITY;
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || clock.now() - loadedAt < SHORTEST_LIFE) return;
    loadedAt = clock.now();
    contents.reload();
  });
}
