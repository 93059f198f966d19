/** @file The settings file of the desktop: the file in the data folder that the command line uses, too. */

import Store from 'electron-store';
import { openSettings } from '../../settings/open-settings.ts';
import type { SettingsFile } from '../../settings/settings-file.ts';

/** Opens `settings.json` in the data folder. @throws AppError folder.unusable, disk.full */
export function openDesktopSettings(folder: string): SettingsFile {
  return openSettings(folder, (options) => new Store<Record<string, unknown>>(options));
}
