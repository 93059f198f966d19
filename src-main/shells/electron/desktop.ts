/** @file The Electron shell: one process, one window, one app. This file contains the steps before `ready`. */

import { homedir } from 'node:os';
import { dialog, app as electronApp, protocol, shell } from 'electron';
import { systemClock } from '../../clock.ts';
import { dataFolder } from '../../files/data-folder.ts';
import { confineContents } from './confinement.ts';
import { type DesktopPorts, openDesktop } from './desktop-window.ts';
import { showFailure } from './dialogs.ts';
import { filesInArguments, OpenedFiles } from './opened-files.ts';
import { pageOf, pagePrivileges } from './page.ts';
import { placeUserData } from './user-data.ts';

/** The id in electron-builder.yml, by which Windows assigns notifications to the app. */
const APP_ID = 'app.tranship.desktop';

/** Starts the desktop app, or hands over to the instance that already runs. */
export function startDesktop(ports: DesktopPorts): void {
  const folder = dataFolder(process.env, process.platform, homedir());
  const page = pageOf(electronApp.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL);
  placeUserData(electronApp, folder);
  // Electron passes this process's arguments to the running instance.
  if (!electronApp.requestSingleInstanceLock()) {
    electronApp.quit();
    return;
  }
  electronApp.setAppUserModelId(APP_ID);
  electronApp.enableSandbox();
  protocol.registerSchemesAsPrivileged([pagePrivileges]);
  electronApp.on('web-contents-created', (_event, contents) =>
    confineContents(contents, page, (address) => shell.openExternal(address)),
  );
  const opened = followOpenedFiles();
  electronApp
    .whenReady()
    .then(() => openDesktop({ folder, page, opened, ...ports }))
    .catch((thrown: unknown) => {
      showFailure(dialog, thrown);
      electronApp.quit();
    });
}

/** On macOS a file may be opened before the app is ready. */
function followOpenedFiles(): OpenedFiles {
  const opened = new OpenedFiles(systemClock);
  const { isPackaged } = electronApp;
  electronApp.on('open-file', (event, path) => {
    event.preventDefault();
    opened.add([path]);
  });
  electronApp.on('second-instance', (_event, argv, workingFolder) =>
    opened.add(filesInArguments(argv, workingFolder, isPackaged)),
  );
  opened.add(filesInArguments(process.argv, process.cwd(), isPackaged));
  return opened;
}
