/** @file What the double of Electron runs: the app's folder, and the folder of what an installer puts beside it. */

import { packApp } from '../../packaging/packed-app.ts';

export interface DesktopProduct {
  /** The folder with package.json. */
  appFolder: string;
  /** The value of `process.resourcesPath`. */
  resourcesFolder: string;
  isPackaged: boolean;
}

/** The app as Electron-builder packs it, with the content of its archive as files, and no node_modules above them. */
export async function packedProduct(): Promise<DesktopProduct> {
  const { appFolder, resources } = await packApp();
  return { appFolder, resourcesFolder: resources, isPackaged: true };
}
