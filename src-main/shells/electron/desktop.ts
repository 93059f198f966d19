/** @file The Electron shell: one process, one window, and the app behind it. */

import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  BrowserWindow,
  dialog,
  app as electronApp,
  ipcMain,
  nativeTheme,
  protocol,
  safeStorage,
  session,
} from 'electron';
import type { App, AppPorts } from '../../app.ts';
import { systemClock } from '../../clock.ts';
import { dataFolder } from '../../data-folder.ts';
import { commandHandlers } from '../command-handlers.ts';
import { QueueProjection } from '../queue-projection.ts';
import { confineContents, confineSession } from './confinement.ts';
import { isFromPage, sendEvent, serveContract } from './contract-server.ts';
import { chooseFiles, showStartFailure } from './dialogs.ts';
import { PAGE_SCHEME, type Page, pageOf, pagePrivileges, servePage } from './page.ts';
import { stopBeforeQuit } from './quit.ts';
import { createSafeStorageBox } from './safe-storage-box.ts';
import { openSettings } from './settings.ts';
import { windowOptions } from './window.ts';

export interface DesktopPorts {
  createApp: (ports: AppPorts) => App;
  /** The folder of the built renderer, and the file of the built preload. */
  rendererFolder: string;
  preload: string;
}

/** Starts the desktop app, or hands over to the one that runs already. What must come before `ready` comes here. */
export function startDesktop(ports: DesktopPorts): void {
  const folder = dataFolder(process.env, process.platform, homedir());
  const page = pageOf(electronApp.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL);
  // Chromium's own files stay apart from the queue. The keychain's key hangs on this place: never rename it.
  electronApp.setPath('userData', join(folder, 'chromium'));
  if (!electronApp.requestSingleInstanceLock()) {
    electronApp.quit();
    return;
  }
  electronApp.enableSandbox();
  protocol.registerSchemesAsPrivileged([pagePrivileges]);
  electronApp.on('web-contents-created', (_event, contents) => confineContents(contents, page));
  electronApp
    .whenReady()
    .then(() => open(folder, page, ports))
    .catch((thrown: unknown) => {
      showStartFailure(dialog, thrown);
      electronApp.quit();
    });
}

async function open(folder: string, page: Page, { createApp, rendererFolder, preload }: DesktopPorts): Promise<void> {
  protocol.handle(PAGE_SCHEME, (request) => servePage(request, rendererFolder, page));
  confineSession(session.defaultSession, page);

  const box = await createSafeStorageBox(safeStorage, process.platform);
  const app = createApp({
    folder,
    holder: `the Tranship window (process ${process.pid})`,
    settings: openSettings(folder),
    secretBox: box,
    sessionBox: box,
    environment: {},
  });

  const { isPackaged } = electronApp;
  const window = new BrowserWindow(windowOptions({ preload, isPackaged, isDark: nativeTheme.shouldUseDarkColors }));
  const projection = new QueueProjection({
    queue: app.queue,
    clock: systemClock,
    tell: (change) => {
      if (!window.isDestroyed()) sendEvent(window.webContents, 'queue.changed', change);
    },
  });
  stopBeforeQuit(electronApp, async () => {
    projection.close();
    await app.close();
  });
  serveContract({
    ipcMain,
    handlers: commandHandlers({ app, projection, chooseFiles: () => chooseFiles(dialog, window) }),
    isTrusted: (event) => !window.isDestroyed() && isFromPage(event, window.webContents, page),
  });

  electronApp.on('second-instance', () => bringToFront(window));
  window.once('ready-to-show', () => window.show());
  app.queue.start();
  await window.loadURL(page.address);
}

function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
