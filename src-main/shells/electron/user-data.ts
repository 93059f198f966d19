/** @file Where Chromium keeps its own files: in the data folder, apart from the queue. */

import { join } from 'node:path';
import type { App as ElectronApp } from 'electron';

/**
 * For the window and the command line alike: on Windows the key of the key store is in this folder, and on macOS and Linux
 * it is found by the name of the app. Never change it: what is sealed would be lost.
 */
export function placeUserData(electronApp: Pick<ElectronApp, 'setPath'>, folder: string): void {
  electronApp.setPath('userData', join(folder, 'chromium'));
}
