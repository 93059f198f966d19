/** @file The settings file of the data folder, as `conf` keeps it; its troubles speak our words. */

import { join } from 'node:path';
import Conf from 'conf';
import type { SettingsFile } from '../../credentials/settings-file.ts';
import { toFolderError } from '../../file-errors.ts';
import { makeFolder } from '../../folders.ts';

/** Opens `settings.json` in the data folder. Opening, reading and writing throw AppError folder.unusable, disk.full. */
export function openSettings(folder: string): SettingsFile {
  makeDataFolder(folder);
  const path = join(folder, 'settings.json');
  const conf = guarded(
    path,
    () =>
      new Conf<Record<string, unknown>>({
        cwd: folder,
        configName: 'settings',
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
      }),
  );
  return {
    get: (key) => guarded(path, () => conf.get(key)),
    set: (key, value) => guarded(path, () => conf.set(key, value)),
  };
}

/** Makes the data folder where there is none. @throws AppError folder.unusable, disk.full */
export function makeDataFolder(folder: string): void {
  guarded(folder, () => makeFolder(folder));
}

function guarded<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (thrown) {
    throw toFolderError(thrown, path);
  }
}
