/** @file The checks of an installation that only Electron can answer: key store, tray, and the page under its address. */

import type { App, BrowserWindow, IpcMain, NativeImage, Tray } from 'electron';
import type { Check } from '../../../actions/self-test/run-checks.ts';
import { SECOND } from '../../../ground/clock.ts';
import { type Keychain, keychainWrap } from '../keychain.ts';
import type { Page } from '../page.ts';

export interface ElectronPorts {
  platform: string;
  safeStorage: Keychain;
  /** The picture of the tray. */
  picture: Pick<NativeImage, 'isEmpty' | 'getSize'>;
  createTray: () => Pick<Tray, 'setToolTip' | 'destroy'>;
  page: Page;
  /** A window that is never shown, with the preload of the app. */
  createWindow: () => Pick<BrowserWindow, 'loadURL' | 'destroy'> & {
    webContents: Pick<BrowserWindow['webContents'], 'executeJavaScript' | 'getURL'>;
  };
  /** How the system reaches an address, as Chromium says it. */
  resolveProxy: (address: string) => Promise<string>;
  ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
  app: Pick<App, 'getVersion'>;
}

export function electronChecks(ports: ElectronPorts): Check[] {
  return [
    { name: 'key-store', patience: 30 * SECOND, run: () => checkKeyStore(ports) },
    { name: 'tray', patience: 10 * SECOND, run: async () => checkTray(ports) },
    { name: 'proxy', patience: 30 * SECOND, run: () => checkProxy(ports) },
    { name: 'protocol', patience: 30 * SECOND, run: () => checkPage(ports) },
  ];
}

async function checkKeyStore({ safeStorage, platform }: ElectronPorts): Promise<string> {
  const wrap = keychainWrap(safeStorage, platform);
  const opened = await wrap.unwrap(await wrap.wrap('self-test'));
  if (opened?.content !== 'self-test') throw new Error('What the key store sealed cannot be opened again.');
  return `The key store (${storeName(safeStorage, platform)}) seals and opens.`;
}

function storeName(safeStorage: Keychain, platform: string): string {
  if (platform === 'linux') return safeStorage.getSelectedStorageBackend();
  return platform === 'darwin' ? 'Keychain' : 'DPAPI';
}

function checkTray({ picture, createTray }: ElectronPorts): string {
  if (picture.isEmpty()) throw new Error('The picture of the tray cannot be read.');
  const tray = createTray();
  tray.setToolTip('Tranship: self-test');
  tray.destroy();
  const { width, height } = picture.getSize();
  return `There is a tray, and its picture has ${width} × ${height} pixels.`;
}

async function checkProxy({ resolveProxy }: ElectronPorts): Promise<string> {
  const way = await resolveProxy('https://service.example');
  if (way === '') throw new Error('The system does not say how an address is reached.');
  return `The system reaches the internet by ${way}.`;
}

/** The page comes under its own address and reaches the app through the bridge of the preload. */
async function checkPage({ page, createWindow, ipcMain, app }: ElectronPorts): Promise<string> {
  const window = createWindow();
  ipcMain.handle(QUESTION, () => app.getVersion());
  try {
    await window.loadURL(page.address);
    const look = `(async () => [typeof require, await window.tranship.invoke[${JSON.stringify(QUESTION)}](), ${RUNS_TEXT}])()`;
    const [withNode, version, runsText]: unknown[] = await window.webContents.executeJavaScript(look);
    const address = window.webContents.getURL();
    if (address !== page.address) throw new Error(`The page is at ${address}.`);
    if (withNode !== 'undefined') throw new Error('The page reaches Node.');
    if (runsText !== false)
      throw new Error('The page runs text as a program: its content security policy does not hold.');
    if (version !== app.getVersion()) throw new Error(`Over the bridge came ${JSON.stringify(version)}.`);
    return `${page.address} is shown, its policy holds, and the bridge answers.`;
  } finally {
    ipcMain.removeHandler(QUESTION);
    window.destroy();
  }
}

/** Whether the page runs a text as a program. */
const RUNS_TEXT = "(() => { try { return eval('true') } catch { return false } })()";

/** A command of the contract: the bridge knows no others. */
const QUESTION = 'app.info';
