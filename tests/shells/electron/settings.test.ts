/** @file The settings of the desktop, with the real electron-store: it keeps the file, and opens no way into the app. */

import { EventEmitter } from 'node:events';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';

const electron = vi.hoisted(() => ({ ipcMain: undefined as EventEmitter | undefined, ofStore: {} }));
vi.mock('electron', () => ({
  get ipcMain() {
    return electron.ipcMain;
  },
  // For the library, where it is loaded as the files of the project are.
  get default() {
    return electron.ofStore;
  },
}));

it('electron-store keeps the settings file, and nothing listens to the page afterwards', async () => {
  const folder = temporaryFolder();
  const ipcMain = new EventEmitter();
  const heard: (string | symbol)[] = [];
  ipcMain.on('newListener', (name) => heard.push(name));
  electron.ipcMain = ipcMain;
  const app = { getPath: () => join(folder, 'chromium'), getVersion: () => '1.2.3' };
  electron.ofStore = { app, ipcMain, shell: {} };
  // Otherwise the library is loaded by Node itself, which the mock above does not reach.
  Object.assign(globalThis, { electronOfStore: electron.ofStore });
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron'
        ? { url: 'data:text/javascript,export default globalThis.electronOfStore', shortCircuit: true }
        : next(specifier, context),
  });
  onTestFinished(() => hooks.deregister());
  // Other tests replace the library in the same module, which files may share.
  vi.resetModules();
  onTestFinished(() => void vi.resetModules());
  const { openDesktopSettings } = await import('../../../src-main/shells/electron/settings.ts');

  openDesktopSettings(folder).set('appearance', 'dark');
  expect(openDesktopSettings(folder).get('appearance')).toBe('dark');
  // Otherwise this test has shown nothing: the library did open its channel.
  expect(heard).toEqual(['electron-store-get-data']);
  ipcMain.removeAllListeners('newListener');
  expect(ipcMain.eventNames()).toEqual([]);
});
