/** @file The settings file of the desktop: the file in the data folder that the command line uses, too. */

import { ipcMain } from 'electron';
import Store from 'electron-store';
import { openSettings } from '../../ground/settings/open-settings.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';

/** On this channel electron-store tells every frame that asks where Chromium's data are. Our page never asks. */
const CHANNEL_OF_STORE = 'electron-store-get-data';

/** Opens `settings.json` in the data folder. @throws AppError folder.unusable, disk.full */
export function openDesktopSettings(folder: string): SettingsFile {
  try {
    return openSettings(folder, (options) => new Store<Record<string, unknown>>(options));
  } finally {
    // It is opened once in a process, with the first store.
    ipcMain.removeAllListeners(CHANNEL_OF_STORE);
  }
}
