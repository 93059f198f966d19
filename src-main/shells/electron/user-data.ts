/** @file Where Chromium keeps its own files: in the data folder, apart from the queue. */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { App as ElectronApp } from 'electron';
import { toFolderError } from '../../ground/files/file-errors.ts';
import { isInUse, isRunning } from '../../ground/files/folder-lock.ts';
import { makeFolder } from '../../ground/files/folders.ts';
import { makeDataFolder } from '../../ground/settings/open-settings.ts';
import { isKeyKept } from './windows-key.ts';

/**
 * For the window, and elsewhere than on Windows also for commands: on Windows the key of the key store is in this folder, and on
 * macOS and Linux it is found by the name of the app. Never change it: what is sealed would be lost. Electron itself does not
 * make a folder that it is given. @returns the folder of Chromium
 * @throws AppError folder.unusable, folder.untrusted, folder.on-network, folder.does-not-stay, disk.full
 */
export function placeUserData(electronApp: Pick<ElectronApp, 'setPath'>, folder: string): string {
  makeDataFolder(folder);
  const chromium = join(folder, 'chromium');
  makeFolder(chromium);
  electronApp.setPath('userData', chromium);
  return chromium;
}

export interface CommandApp extends Pick<ElectronApp, 'setPath'> {
  on(event: 'quit', listener: () => void): unknown;
}

/**
 * For a command. On Windows every process writes the file of the key as it has read or made it, the last one over all others: a
 * command beside the window has a folder of its own. Only a command that comes before any window makes the key in the
 * window's place. @returns the folder of Chromium
 * @throws as `placeUserData`
 */
export function placeCommandData(electronApp: CommandApp, folder: string, platform = process.platform): string {
  const chromium = placeUserData(electronApp, folder);
  if (platform !== 'win32' || !(isKeyKept(folder, chromium) || isInUse(folder))) return chromium;
  const own = ownFolder(join(chromium, 'commands'));
  electronApp.setPath('userData', own);
  electronApp.on('quit', () => removeIfPossible(own));
  return own;
}

/** Takes away what commands have left that are no more. */
function ownFolder(parent: string): string {
  try {
    makeFolder(parent);
    for (const name of readdirSync(parent))
      if (!isRunning(Number.parseInt(name, 10))) removeIfPossible(join(parent, name));
    return mkdtempSync(join(parent, `${process.pid}-`));
  } catch (thrown) {
    throw toFolderError(thrown, parent);
  }
}

/** On Windows, Chromium may still have files open in it. */
export function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Then it is cleared away with others: by the next command, or by the system where it is a temporary one.
  }
}
