/** @file The path of the data folder, which all shells share. Pure. */

import { posix, win32 } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * TRANSHIP_HOME, or the platform's folder for application data: on Windows the local one, because a roaming profile is
 * copied between computers and may be on a network drive.
 * @param home the person's home folder
 * @param workingFolder where a relative TRANSHIP_HOME begins; absent on the desktop, which is started from anywhere and
 * would find another queue each time
 * @throws AppError folder.relative
 */
export function dataFolder(variables: Variables, platform: string, home: string, workingFolder?: string): string {
  const { join } = pathsOf(platform);
  const given = variables.TRANSHIP_HOME?.trim() ? variables.TRANSHIP_HOME : undefined;
  if (given !== undefined) return givenFolder(given, platform, home, workingFolder);
  if (platform === 'win32') return join(variables.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Tranship');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Tranship');
  return join(variables.XDG_CONFIG_HOME || join(home, '.config'), 'Tranship');
}

/** Where an earlier version kept its data, if that is another place. */
export function formerDataFolder(variables: Variables, platform: string, home: string): string | undefined {
  if (platform !== 'win32' || variables.TRANSHIP_HOME?.trim()) return undefined;
  return win32.join(variables.APPDATA || win32.join(home, 'AppData', 'Roaming'), 'Tranship');
}

function givenFolder(given: string, platform: string, home: string, workingFolder: string | undefined): string {
  const { join, normalize, resolve, parse } = pathsOf(platform);
  // A shell replaces “~” unless it is quoted; a file of variables is read by no shell.
  const path = normalize(/^~($|[/\\])/.test(given) ? join(home, given.slice(1)) : given);
  if (isComplete(path, platform)) return path === parse(path).root ? path : path.replace(/[/\\]$/, '');
  if (workingFolder === undefined) throw new AppError('folder.relative', { folder: given });
  return resolve(workingFolder, path);
}

/** On Windows, `\Tranship` begins at the root of whichever drive is the current one. */
function isComplete(path: string, platform: string): boolean {
  return platform === 'win32' ? /^([a-z]:[/\\]|[/\\]{2})/i.test(path) : posix.isAbsolute(path);
}

function pathsOf(platform: string) {
  return platform === 'win32' ? win32 : posix;
}
