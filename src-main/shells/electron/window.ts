/** @file The window: a page without Node, which sees the contract through the preload and nothing else. */

import type { BrowserWindowConstructorOptions } from 'electron';

/** The colours of the page's background, so that the window does not flash before the page is there. */
const background = { light: '#f6f7f9', dark: '#14171c' };

/** How the window is made. */
export function windowOptions({
  preload,
  isDark,
  isPackaged,
}: {
  /** The path of the built preload. */
  preload: string;
  isDark: boolean;
  isPackaged: boolean;
}): BrowserWindowConstructorOptions {
  return {
    title: 'Tranship',
    width: 1280,
    height: 800,
    minWidth: 900,
    minHeight: 600,
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
