/** @file Whether this is an installed app, in which nothing serves developers. */

import type { App as ElectronApp } from 'electron';

/**
 * Electron goes by the name of the program alone: a copy of an installed one that is called `electron.exe` would count as being
 * developed. An installed program loads nothing but an archive.
 */
export function isInstalled(electronApp: Pick<ElectronApp, 'isPackaged' | 'getAppPath'>): boolean {
  return electronApp.isPackaged || electronApp.getAppPath().endsWith('.asar');
}
