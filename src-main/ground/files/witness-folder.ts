/** @file Where Tranship notes, outside of every data folder, how far each of them has come. Pure. */

import { posix, win32 } from 'node:path';

/**
 * TRANSHIP_WITNESS, or a folder of the same person that is beside the data folder and never in it, so that a person who copies or
 * puts back the one leaves the other. Not the roaming profile of Windows, which is copied between computers.
 * @param home the person's home folder
 */
export function witnessFolder(
  variables: Readonly<Record<string, string | undefined>>,
  platform: string,
  home: string,
): string {
  const given = variables['TRANSHIP_WITNESS']?.trim();
  if (given) return given;
  const name = 'Tranship Witness';
  if (platform === 'win32') return win32.join(variables['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), name);
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', name);
  return posix.join(variables['XDG_STATE_HOME'] || posix.join(home, '.local', 'state'), name);
}
