/** @file Where Chromium keeps its own files: in the data folder, apart from the queue. */

import { join } from 'node:path';
import type { App as ElectronApp } from 'electron';
import { makeFolder } from '../../ground/files/folders.ts';
import { makeDataFolder } from '../../ground/settings/open-settings.ts';

/**
 * For the window and the command line alike: on Windows the key of the key store is in this folder, and on macOS and Linux
 * it is found by the name of the app. Never change it: what is sealed would be lost. Electron takes only a folder that
 * exists. @returns the folder of Chromium
 * @throws AppError folder.unusable, folder.untrusted, folder.on-network, folder.does-not-stay, disk.full
 */
export function placeUserData(electronApp: Pick<ElectronApp, 'setPath'>, folder: string): string {
  makeDataFolder(folder);
  const chromium = join(folder, 'chromium');
  makeFolder(chromium);
  electronApp.setPath('userData', chromium);
  return chromium;
}
