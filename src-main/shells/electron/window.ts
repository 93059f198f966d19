/** @file The window: a page without Node that reaches only the contract, through the preload. */

import type { BrowserWindow, BrowserWindowConstructorOptions, NativeTheme } from 'electron';
import type { WindowPlace } from './window-place.ts';

/** The page's own background colours, so that the window does not flash while it loads or grows. */
export const background = { light: '#f3f6f6', dark: '#13181b' };

function backgroundOf(isDark: boolean): string {
  return isDark ? background.dark : background.light;
}

/** What every page is kept to: no Node, no page within the page that has it, and nothing that is loaded without encryption. */
export const confined = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  spellcheck: false,
} as const;

/** The options of the window. */
export function windowOptions({
  place: { isMaximised: _, ...place },
  preload,
  isDark,
  isInstalled,
}: {
  place: WindowPlace;
  /** The path of the built preload. */
  preload: string;
  isDark: boolean;
  isInstalled: boolean;
}): BrowserWindowConstructorOptions {
  return {
    title: 'Tranship',
    ...place,
    // Small enough for half a small screen, and for one at 200 % zoom.
    minWidth: 480,
    minHeight: 400,
    show: false,
    backgroundColor: backgroundOf(isDark),
    webPreferences: { ...confined, preload, devTools: !isInstalled },
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

/** Gives the window the background of the colour scheme, whenever the settings or the system change it. */
export function followTheme(
  window: Pick<BrowserWindow, 'isDestroyed' | 'setBackgroundColor'>,
  theme: Pick<NativeTheme, 'shouldUseDarkColors'> & { on(event: 'updated', listener: () => void): unknown },
): void {
  theme.on('updated', () => {
    if (!window.isDestroyed()) window.setBackgroundColor(backgroundOf(theme.shouldUseDarkColors));
  });
}
