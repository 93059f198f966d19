/** @file Opens the settings file in the data folder, which all shells share, and says in our words what fails there. */

import { join } from 'node:path';
import Conf from 'conf';
import { type Clock, systemClock } from '../clock.ts';
import { toFolderError } from '../files/file-errors.ts';
import { blockWhileLocked } from '../files/file-locks.ts';
import { refuseFleetingProfile } from '../files/fleeting-profile.ts';
import { refuseNetworkDrive } from '../files/network-drive.ts';
import { ownFolder, refuseDetour } from '../files/own-folder.ts';
import { readWhenChanged } from './read-when-changed.ts';
import type { SettingsFile } from './settings-file.ts';

export interface StoreOptions {
  /** The folder of the file. */
  cwd: string;
  /** Of the file, without `.json`. */
  name: string;
  configFileMode: number;
  accessPropertiesByDotNotation: false;
}

/** Makes the store that reads and writes the file. What it throws need not be in our words. */
export type CreateStore = (options: StoreOptions) => SettingsFile;

const createConf: CreateStore = ({ name, ...options }) =>
  new Conf<Record<string, unknown>>({ ...options, configName: name });

/**
 * Opens `settings.json` in the data folder, which is made if need be.
 * @throws AppError folder.unusable, folder.untrusted, folder.on-network, folder.does-not-stay, disk.full
 */
export function openSettings(
  folder: string,
  createStore: CreateStore = createConf,
  clock: Pick<Clock, 'now'> = systemClock,
): SettingsFile {
  makeDataFolder(folder);
  const name = 'settings';
  const path = join(folder, `${name}.json`);
  const store = inOurWords(path, () =>
    createStore({ cwd: folder, name, configFileMode: 0o600, accessPropertiesByDotNotation: false }),
  );
  const file: SettingsFile = {
    get: (key) => inOurWords(path, () => store.get(key)),
    set: (key, value) =>
      inOurWords(path, () => {
        // The library writes through a link to what it leads to.
        refuseDetour(path);
        store.set(key, value);
      }),
  };
  return readWhenChanged(path, file, clock);
}

/**
 * Makes the data folder where there is none, and makes it this person's alone.
 * @throws AppError folder.unusable, folder.untrusted, folder.on-network, folder.does-not-stay, disk.full
 */
export function makeDataFolder(folder: string): void {
  refuseNetworkDrive(folder);
  refuseFleetingProfile(folder);
  inOurWords(folder, () => ownFolder(folder));
}

function inOurWords<Result>(path: string, work: () => Result): Result {
  try {
    return blockWhileLocked(work);
  } catch (thrown) {
    throw toFolderError(thrown, path);
  }
}
