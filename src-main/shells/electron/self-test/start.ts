/**
 * @file Starts the self-test in place of the app: no data folder, no lock, no window that anybody sees. The checks are
 * loaded only here, so that a normal start does not pay for them.
 */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BrowserWindow,
  app as electronApp,
  ipcMain,
  Notification,
  nativeImage,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  session,
  shell,
  Tray,
} from 'electron';
import { confineContents, confineSession } from '../confinement.ts';
import { APP_ID } from '../desktop.ts';
import { isInstalled } from '../installed.ts';
import { PAGE_SCHEME, pageOf, pagePrivileges, servePage } from '../page.ts';
import { picture as pathOfPicture } from '../surroundings.ts';
import { windowOptions } from '../window.ts';
import type { Invocation } from './invocation.ts';

/** As on the command line: done, something is wrong, the call is wrong. */
const exitCodes = { good: 0, bad: 1, usage: 2 };

export interface SelfTestFiles {
  /** The folder of the built page, and the file of the built preload. */
  rendererFolder: string;
  preload: string;
}

/** Runs before Electron is ready, as `startDesktop`; ends the process. */
export function startSelfTest(asked: Invocation, files: SelfTestFiles): void {
  if (asked.kind === 'wrong') {
    end(exitCodes.usage, asked.problem);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'tranship-self-test-'));
  electronApp.setPath('userData', join(folder, 'chromium'));
  // Windows knows by it whose notification it is.
  electronApp.setAppUserModelId(APP_ID);
  electronApp.enableSandbox();
  protocol.registerSchemesAsPrivileged([pagePrivileges]);
  const page = pageOf(undefined);
  electronApp.on('web-contents-created', (_event, contents) =>
    confineContents(contents, page, (address) => shell.openExternal(address)),
  );
  // The hidden window is closed before the report is written; without a listener that would end the process.
  electronApp.on('window-all-closed', () => {});
  electronApp
    .whenReady()
    .then(async () => {
      electronApp.dock?.hide();
      protocol.handle(PAGE_SCHEME, (request) =>
        servePage(request, { root: files.rendererFolder, page, language: 'en' }),
      );
      confineSession(session.defaultSession, page);
      const { selfTest } = await import('./self-test.ts');
      const { platform } = process;
      const picture = nativeImage.createFromPath(
        pathOfPicture(platform === 'darwin' ? 'trayTemplate.png' : 'tray.png'),
      );
      const { ok } = await selfTest({
        path: asked.path,
        folder,
        rendererFolder: files.rendererFolder,
        platform,
        safeStorage,
        picture,
        page,
        ipcMain,
        app: electronApp,
        resolveProxy: (address) => session.defaultSession.resolveProxy(address),
        createTray: () => new Tray(picture),
        powerMonitor,
        powerSaveBlocker,
        notifications: Notification,
        createTeller: () => new BrowserWindow({ show: false }),
        createWindow: () => new BrowserWindow(hiddenWindow(files.preload)),
      });
      end(ok ? exitCodes.good : exitCodes.bad);
    })
    .catch((thrown: unknown) => end(exitCodes.bad, thrown instanceof Error ? thrown.message : String(thrown)));
}

function hiddenWindow(preload: string) {
  const place = { width: 1280, height: 800, isMaximised: false };
  return windowOptions({ place, preload, isDark: false, isInstalled: isInstalled(electronApp) });
}

/** `exit` does not ask or wait. */
function end(code: number, problem?: string): void {
  if (problem !== undefined) process.stderr.write(`${problem}\n`);
  electronApp.exit(code);
}
