/** @file The path of the data folder, which all shells share. Pure. */

import { posix, win32 } from 'node:path';

/**
 * TRANSHIP_HOME, or the platform's folder for application data.
 * @param home the person's home folder
 */
export function dataFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: string,
  home: string,
): string {
  if (environment.TRANSHIP_HOME) return environment.TRANSHIP_HOME;
  const { join } = platform === 'win32' ? win32 : posix;
  if (platform === 'win32') return join(environment.APPDATA || join(home, 'AppData', 'Roaming'), 'Tranship');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Tranship');
  return join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'Tranship');
}
