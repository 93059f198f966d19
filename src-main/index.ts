/** @file The entry of the desktop app: composes the app with the Electron shell. */

import { fileURLToPath } from 'node:url';
import { App } from './app/app.ts';
import { keepNewFilesPrivate } from './files/own-folder.ts';
import { startDesktop } from './shells/electron/desktop.ts';

keepNewFilesPrivate();

// Beside the folder of the built entry, as electron-vite lays them out.
startDesktop({
  faults: process,
  createApp: (ports) => new App(ports),
  rendererFolder: fileURLToPath(new URL('../renderer', import.meta.url)),
  preload: fileURLToPath(new URL('../preload/index.cjs', import.meta.url)),
});
