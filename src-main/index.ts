/** @file The entry of the desktop app: composes the app with the Electron shell, or runs the command line in it. */

import { fileURLToPath } from 'node:url';
import { App } from './app/app.ts';
import { keepNewFilesPrivate } from './files/own-folder.ts';
import { calledCommandLine, startCommandLine } from './shells/electron/command-line.ts';
import { startDesktop } from './shells/electron/desktop.ts';

keepNewFilesPrivate();

const call = calledCommandLine();
if (call === undefined) {
  // Beside the folder of the built entry, as electron-vite lays them out.
  startDesktop({
    createApp: (ports) => new App(ports),
    rendererFolder: fileURLToPath(new URL('../renderer', import.meta.url)),
    preload: fileURLToPath(new URL('../preload/index.cjs', import.meta.url)),
  });
} else {
  // The window does not need its code.
  startCommandLine(call, async (ports) => (await import('./shells/cli/command-line.ts')).runCommandLine(ports));
}
