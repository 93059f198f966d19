/** @file The entry of the desktop app: composes the app with the Electron shell, or runs the self-test. */

import { fileURLToPath } from 'node:url';
import { App } from './app/app.ts';
import { keepNewFilesPrivate } from './files/own-folder.ts';
import { startDesktop } from './shells/electron/desktop.ts';
import { readInvocation } from './shells/electron/self-test/invocation.ts';
import { startSelfTest } from './shells/electron/self-test/start.ts';

keepNewFilesPrivate();

// Beside the folder of the built entry, as electron-vite lays them out.
const files = {
  rendererFolder: fileURLToPath(new URL('../renderer', import.meta.url)),
  preload: fileURLToPath(new URL('../preload/index.cjs', import.meta.url)),
};
const selfTest = readInvocation(process.argv, process.cwd());
if (selfTest === undefined) startDesktop({ faults: process, createApp: (ports) => new App(ports), ...files });
else startSelfTest(selfTest, files);
