/** @file The entry of the installed app: composes the app with the Electron shell, or runs the command line or the self-test. */

import { fileURLToPath } from 'node:url';
import { App } from './app.ts';
import { keepNewFilesPrivate } from './ground/files/own-folder.ts';
import { calledCommandLine, startCommandLine } from './shells/electron/command-line.ts';
import { startDesktop } from './shells/electron/desktop.ts';
import { readInvocation } from './shells/electron/self-test/invocation.ts';

keepNewFilesPrivate();

// Beside the folder of the built entry, as electron-vite lays them out.
const files = {
  rendererFolder: fileURLToPath(new URL('../renderer', import.meta.url)),
  preload: fileURLToPath(new URL('../preload/index.cjs', import.meta.url)),
};

// The window needs neither the code of the command line nor that of the self-test.
const call = calledCommandLine();
const selfTest = call === undefined ? readInvocation(process.argv, process.cwd()) : undefined;
if (call !== undefined) {
  startCommandLine(call, async (ports) => (await import('./shells/cli/command-line.ts')).runCommandLine(ports));
} else if (selfTest !== undefined) {
  (await import('./shells/electron/self-test/start.ts')).startSelfTest(selfTest, files);
} else {
  startDesktop({ faults: process, createApp: (ports) => new App(ports), ...files });
}
