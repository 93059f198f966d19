/** @file The settings file of the desktop: the file in the data folder that the command line uses, too. */

import { join } from 'node:path';
import Store from 'electron-store';
import type { SettingsFile } from '../../credentials/settings-file.ts';
import { toFolderError } from '../../file-errors.ts';
import { makeFolder } from '../../folders.ts';

/** Opens `settings.json` in the data folder. @throws AppError folder.unusable, disk.full */
export function openSettings(folder: string): SettingsFile {
  try {
    makeFolder(folder);
    return new Store<Record<string, unknown>>({
      cwd: folder,
      name: 'settings',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
    });
  } catch (cause) {
    throw toFolderError(cause, join(folder, 'settings.json'));
  }
}
