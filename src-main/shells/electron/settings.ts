/** @file The settings file of the desktop: the same file in the data folder that the command line uses. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Store from 'electron-store';
import { AppError } from '../../../src-preload/errors.ts';
import type { SettingsFile } from '../../credentials/settings-file.ts';

/** Opens `settings.json` in the data folder. @throws AppError folder.unusable, disk.full */
export function openSettings(folder: string): SettingsFile {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return new Store<Record<string, unknown>>({
      cwd: folder,
      name: 'settings',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (/ENOSPC/.test(reason)) throw new AppError('disk.full', { folder }, { cause });
    throw new AppError('folder.unusable', { folder: join(folder, 'settings.json'), reason }, { cause });
  }
}
