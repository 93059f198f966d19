/** @file Small apps in the double of Electron, in place of ours: a test of the double itself says with them what Electron does. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ElectronDouble, type StartOptions, usualStart } from '../../electron-double/double.ts';
import { test as story } from './desktop-story.ts';

export { expect } from './desktop-story.ts';

interface SmallApp {
  /** Of the main process; `say` prints a line, `open` opens a window with the page. */
  main: string;
  preload?: string;
  page?: string;
}

const prelude = `
import { app, BrowserWindow, ipcMain, net, Notification, powerMonitor, powerSaveBlocker, protocol, safeStorage, screen, session, shell } from 'electron';
const say = (...words) => console.log('»', ...words.map((word) => typeof word === 'string' ? word : JSON.stringify(word)));
const said = (work) => { try { say('no error', String(work())); } catch (error) { say(error.message); } };
const open = async (preload) => {
  const window = new BrowserWindow({ show: false, webPreferences: { preload } });
  await window.loadURL('small://app/index.html');
  return window;
};
`;

export const test = story.extend<{
  startSmall: (small: SmallApp, unusual?: Partial<StartOptions>) => Promise<ElectronDouble>;
}>({
  startSmall: async ({ windowHost, workplace }, use) => {
    const started: ElectronDouble[] = [];
    await use(async ({ main, preload = '', page = '<p>small</p>' }, unusual = {}) => {
      const appFolder = join(workplace.folder, 'small');
      await mkdir(appFolder, { recursive: true });
      await writeFile(
        join(appFolder, 'package.json'),
        JSON.stringify({ name: 'small', version: '1.2.3', main: 'main.mjs' }),
      );
      await writeFile(join(appFolder, 'preload.cjs'), preload);
      const html = JSON.stringify(page);
      const serving = `
        protocol.registerSchemesAsPrivileged([{ scheme: 'small', privileges: { standard: true, secure: true } }]);
        app.whenReady().then(() => protocol.handle('small', () => new Response(${html}, { headers: { 'Content-Type': 'text/html' } })));
        const preload = ${JSON.stringify(join(appFolder, 'preload.cjs'))};
      `;
      await writeFile(join(appFolder, 'main.mjs'), prelude + serving + main);
      const environment = { ...process.env, XDG_CONFIG_HOME: join(workplace.folder, 'settings') };
      const { endpoint = '' } = windowHost ?? {};
      const double = new ElectronDouble(
        usualStart({ endpoint, appFolder, workingFolder: workplace.folder, environment, ...unusual }),
      );
      started.push(double);
      return double;
    });
    await Promise.all(started.map((double) => double.kill()));
  },
});

/** What a small app said until it ended. */
export async function lines(double: ElectronDouble): Promise<string[]> {
  await double.ended;
  return double.output.split('\n').flatMap((line) => (line.startsWith('» ') ? [line.slice(2)] : []));
}
