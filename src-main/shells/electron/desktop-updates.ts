/** @file Updates of the installed app, put together from the app and from Electron. */

import { join } from 'node:path';
import type { App as ElectronApp, Shell } from 'electron';
import type { App } from '../../app.ts';
import { systemClock } from '../../ground/clock.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import { builtInUpdates } from '../../updates/built-in.ts';
import { type UpdatePolicy, Updates, type UpdatesPorts } from '../../updates/updates.ts';
import { startInstaller, updateTarget } from './update-installer.ts';

export interface DesktopUpdatesPorts extends Pick<UpdatesPorts, 'isMoving' | 'tell'> {
  app: Pick<App, 'folder' | 'fetch'>;
  settings: SettingsFile;
  electronApp: Pick<ElectronApp, 'getVersion' | 'quit'>;
  shell: Pick<Shell, 'openPath'>;
  /** What the machine policy says. */
  policy: () => UpdatePolicy;
}

/** The updates of this installation; `follow` begins to ask. */
export function desktopUpdates({ app, settings, electronApp, shell, ...ports }: DesktopUpdatesPorts): Updates {
  const { platform, arch, execPath, env } = process;
  return new Updates({
    ...ports,
    settings,
    folder: join(app.folder, 'updates'),
    clock: systemClock,
    // Asked for each time: the network settings may have changed.
    fetch: (address, init) => app.fetch(address, init),
    version: electronApp.getVersion(),
    source: builtInUpdates,
    target: updateTarget({ platform, arch, execPath, localAppData: env['LOCALAPPDATA'] }),
    install: (path) => startInstaller(path, { platform, shell, quit: () => electronApp.quit() }),
  });
}
