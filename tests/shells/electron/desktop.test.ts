import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App, type AppPorts } from '../../../src-main/app.ts';
import { Connections } from '../../../src-main/credentials/connections.ts';
import { createMemoryBox } from '../../../src-main/credentials/memory-box.ts';
import { lockFolder } from '../../../src-main/queue/storage/lock.ts';
import { startDesktop } from '../../../src-main/shells/electron/desktop.ts';
import type { QueueState } from '../../../src-preload/contract.ts';
import { AppError } from '../../../src-preload/errors.ts';
import { settle } from '../../fake-clock.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { ElectronDouble } from './electron-double.ts';

/** What the modules that are replaced lead to: another double for each test. */
const current = vi.hoisted(() => ({
  electron: undefined as ReturnType<ElectronDouble['module']> | undefined,
  settings: undefined as unknown,
}));
vi.mock('electron', () => {
  const part = (name: keyof ReturnType<ElectronDouble['module']>) => ({
    get: () => current.electron?.[name],
    enumerable: true,
  });
  return Object.defineProperties(
    {},
    {
      app: part('app'),
      BrowserWindow: part('BrowserWindow'),
      dialog: part('dialog'),
      ipcMain: part('ipcMain'),
      nativeTheme: part('nativeTheme'),
      protocol: part('protocol'),
      safeStorage: part('safeStorage'),
      session: part('session'),
    },
  );
});
vi.mock('../../../src-main/shells/electron/settings.ts', () => ({ openSettings: () => current.settings }));

let electron: ElectronDouble;
let home: string;
let settings: MemorySettings;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tranship-desktop-'));
  vi.stubEnv('TRANSHIP_HOME', home);
  electron = new ElectronDouble();
  settings = new MemorySettings();
  current.electron = electron.module();
  current.settings = settings;
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

/** Starts the desktop app; resolves when its window is shown, or when it gave up. */
async function start(createApp: (ports: AppPorts) => App = (ports) => new App(ports)) {
  startDesktop({
    createApp,
    rendererFolder: join(home, 'renderer'),
    preload: join(home, 'preload.cjs'),
  });
  await vi.waitFor(() => {
    const isShown = electron.windows.some((window) => vi.mocked(window.show).mock.calls.length > 0);
    const gaveUp = electron.showErrorBox.mock.calls.length > 0 || !electron.isFirstInstance;
    if (!isShown && !gaveUp) throw new Error('not yet');
  });
}

async function quit(): Promise<void> {
  electron.app.quit();
  await electron.hasQuit.promise;
}

describe('the desktop app', () => {
  it('prepares the sandbox and its scheme before Electron is ready', async () => {
    await start();
    expect(electron.early).toEqual(['enableSandbox', 'registerSchemesAsPrivileged', 'whenReady']);
    await quit();
  });

  it('confines the window that it opens', async () => {
    await start();
    expect(electron.windows).toHaveLength(1);
    expect(electron.windows[0]?.options).toMatchObject({ webPreferences: { sandbox: true, contextIsolation: true } });
    expect(electron.windows[0]?.webContents.setWindowOpenHandler).toHaveBeenCalled();
    expect(electron.windows[0]?.webContents.listenerCount('will-navigate')).toBe(1);
    expect(electron.session.setPermissionRequestHandler).toHaveBeenCalled();
    expect([...electron.schemes.keys()]).toEqual(['tranship']);
    await quit();
  });

  it('gives way to an instance that runs already, which comes to the front', async () => {
    electron.isFirstInstance = false;
    await start();
    await electron.hasQuit.promise;
    expect(electron.windows).toEqual([]);
  });

  it('comes to the front when somebody starts it again', async () => {
    await start();
    const show = vi.mocked(electron.windows[0]?.show ?? (() => {}));
    const before = show.mock.calls.length;
    electron.app.emit('second-instance');
    expect(show.mock.calls.length).toBe(before + 1);
    await quit();
  });

  it('says what keeps it from starting, and quits', async () => {
    await start(() => {
      throw new AppError('queue.locked', { folder: home, holder: 'tranship work' });
    });
    await electron.hasQuit.promise;
    expect(electron.showErrorBox.mock.calls[0]).toEqual([
      'Tranship is already running',
      expect.stringContaining('tranship work'),
    ]);
  });

  it('stops the app and lets go of the data folder before it quits', async () => {
    const closing = Promise.withResolvers<void>();
    class SlowApp extends App {
      override async close(): Promise<void> {
        await closing.promise;
        await super.close();
      }
    }
    await start((ports) => new SlowApp(ports));
    let hasQuit = false;
    const end = quit().then(() => {
      hasQuit = true;
    });
    await settle();
    expect(hasQuit).toBe(false);
    closing.resolve();
    await end;
    expect(() => lockFolder(home, 'the next').release()).not.toThrow();
  });
});

describe('the page of the desktop app', () => {
  it('learns that there is no connection to send to', async () => {
    await start();
    expect(await electron.invoke('queue.addFiles')).toMatchObject({ ok: false, error: { code: 'connection.none' } });
    await quit();
  });

  it('adds the chosen file and follows its check, without ever naming a path', async () => {
    await new Connections(settings, createMemoryBox()).add({
      name: 'Bank',
      baseUrl: 'http://127.0.0.1:9',
      tokenUrl: 'http://127.0.0.1:9/token',
      clientId: 'client',
      scope: 'tenant/1',
    });
    const file = join(home, 'export.jsonl');
    writeFileSync(file, '{"not": "a transaction"}\n');
    electron.chosenFiles = [file];
    await start();
    const held = Promise.withResolvers<QueueState>();
    electron.windows[0]?.webContents.sent.on('queue.changed', (change: QueueState) => {
      if (change.submissions.some(({ state }) => state === 'held')) held.resolve(change);
    });
    expect(await electron.invoke('queue.addFiles')).toMatchObject({ ok: true, value: { refused: [] } });
    const [row] = (await held.promise).submissions;
    expect(row).toMatchObject({ fileName: 'export.jsonl', folder: home, connection: 'Bank', lines: 1 });
    expect(await electron.invoke('queue.snapshot')).toMatchObject({ ok: true, value: { submissions: [row] } });
    await quit();
  });
});
