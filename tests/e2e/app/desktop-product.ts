/** @file What the double of Electron runs: the app's folder, and the folder of what an installer puts beside it. */

import { fileURLToPath } from 'node:url';

export interface DesktopProduct {
  /** The folder with package.json: this one, or the unpacked content of the installer's archive. */
  appFolder: string;
  /** The value of `process.resourcesPath`. */
  resourcesFolder: string;
  isPackaged: boolean;
}

/** The app as it was just built, as `npm start` runs it. */
export function builtProduct(): DesktopProduct {
  const appFolder = fileURLToPath(new URL('../../../', import.meta.url));
  return { appFolder, resourcesFolder: `${appFolder}build`, isPackaged: false };
}
