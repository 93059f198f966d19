/** @file The window: a page without Node, which sees the contract through the preload and nothing else. */

import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents } from 'electron';
import { type Clock, SECOND } from '../../clock.ts';
import type { WindowPlace } from './window-place.ts';

/** The colours of the page's background, so that the window does not flash before the page is there. */
const background = { light: '#f6f7f9', dark: '#14171c' };

/** How the window is made. */
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
    // Small enough for half a small screen, and for one whose content is enlarged to twice its size.
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

/** Shows the window to the person, wherever it was. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Takes the window away and leaves its page running. macOS leaves a black screen where a full screen window hides. */
export function hide(window: BrowserWindow): void {
  if (window.isFullScreen()) {
    window.once('leave-full-screen', () => window.hide());
    window.setFullScreen(false);
  } else window.hide();
}

/** A page that dies at once when it is loaded again is left alone. */
const SHORTEST_LIFE = 10 * SECOND;

/** Loads the page again when its process has died; the queue runs in this one and loses nothing. */
export function reloadAfterCrash(contents: Pick<WebContents, 'on' | 'reload'>, clock: Clock): void {
  let loadedAt = Number.NEGATIVE_INFINITY;
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || clock.now() - loadedAt < SHORTEST_LIFE) return;
    loadedAt = clock.now();
    contents.reload();
  });
}
