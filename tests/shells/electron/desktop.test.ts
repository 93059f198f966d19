import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App, type AppPorts } from '../../../src-main/app/app.ts';
import { lockFolder } from '../../../src-main/queue/storage/lock.ts';
import type { CommandHandlers } from '../../../src-main/shells/commands/ports.ts';
import { startDesktop } from '../../../src-main/shells/electron/desktop.ts';
import type { BackendPorts } from '../../../src-main/shells/window-backend.ts';
import type { PickedFiles, SubmissionRow } from '../../../src-shared/contract.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { settle } from '../../fake-clock.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { WAIT_MS } from '../../patience.ts';
import { ElectronDouble } from './electron-double.ts';
import { settings as givenSettings, handlersDouble } from './handlers.ts';
import { row, uploading } from './rows.ts';

/** The doubles of the current test, which the replaced modules use. */
const current = vi.hoisted(() => ({
  electron: undefined as ReturnType<ElectronDouble['module']> | undefined,
  settings: undefined as unknown,
  handlers: undefined as unknown,
  offer: undefined as unknown,
  ports: undefined as BackendPorts | undefined,
}));
vi.mock('electron', () => {
  const names = [
    ...['app', 'BrowserWindow', 'dialog', 'ipcMain', 'Menu', 'nativeImage', 'nativeTheme', 'Notification'],
    ...['powerMonitor', 'powerSaveBlocker', 'protocol', 'safeStorage', 'screen', 'session', 'shell', 'Tray'],
  ] as (keyof ReturnType<ElectronDouble['module']>)[];
  const parts = names.map((name) => [name, { get: () => current.electron?.[name], enumerable: true }]);
  return Object.defineProperties({}, Object.fromEntries(parts));
});
vi.mock('../../../src-main/shells/electron/settings.ts', () => ({ openDesktopSettings: () => current.settings }));
vi.mock('../../../src-main/shells/window-backend.ts', () => ({
  WindowBackend: class {
    readonly handlers = current.handlers;
    readonly offer = current.offer;
    readonly settings = { all: givenSettings };
    readonly #ports: BackendPorts;
    constructor(ports: BackendPorts) {
      this.#ports = ports;
      current.ports = ports;
    }
    start = async () => this.#ports.app.queue.start();
    close = () => this.#ports.app.close();
  },
}));

let electron: ElectronDouble;
let home: string;
let settings: MemorySettings;
let handlers: CommandHandlers;
const picked: PickedFiles = {
  offers: [],
  refused: [{ fileName: 'b.csv', error: new AppError('file.not-a-file', { path: 'b.csv' }).toRecord() }],
};
const offerPaths = vi.fn(async () => picked);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tranship-desktop-'));
  vi.stubEnv('TRANSHIP_HOME', home);
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['Tranship']);
  // Only Electron has it.
  Object.defineProperty(process, 'resourcesPath', { value: '/resources', configurable: true });
  electron = new ElectronDouble();
  settings = new MemorySettings();
  handlers = handlersDouble({
    'queue.snapshot': () => ({ sequence: 0, submissions: [], removed: [] }),
    'app.info': () => ({
      version: '1.2.3',
      shell: 'electron',
      platform: 'linux',
      dataFolder: home,
      keepsSecrets: false,
      managed: [],
      canDrop: true,
    }),
    'settings.get': () => givenSettings,
    'settings.change': (change) => ({ ...givenSettings, ...change }) as typeof givenSettings,
    'files.choose': () => picked,
  });
  offerPaths.mockClear();
  current.electron = electron.module();
  current.settings = settings;
  current.handlers = handlers;
  current.offer = offerPaths;
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(home, { recursive: true });
});

/** Starts the desktop app; resolves when its window is complete, or when it gave up. */
async function start(createApp: (ports: AppPorts) => App = (ports) => new App(ports)) {
  startDesktop({
    createApp,
    rendererFolder: join(home, 'renderer'),
    preload: join(home, 'preload.cjs'),
  });
  await vi.waitFor(
    () => {
      const gaveUp = electron.showErrorBox.mock.calls.length > 0 || !electron.isFirstInstance;
      if (electron.menu.length === 0 && !gaveUp) throw new Error('not yet');
    },
    { timeout: WAIT_MS },
  );
}

async function quit(): Promise<void> {
  electron.app.quit();
  await electron.hasQuit.promise;
}

/** Reports these submissions as changed. */
function change(...submissions: SubmissionRow[]): void {
  current.ports?.tell('queue.changed', { sequence: 1, submissions, removed: [] });
}

describe('The desktop app', () => {
  it('The desktop app prepares the sandbox and its scheme before Electron is ready', async () => {
    await start();
    expect(electron.early).toEqual(['enableSandbox', 'registerSchemesAsPrivileged', 'whenReady']);
    await quit();
  });

  it('The desktop app asks Chromium for the proxy, which knows the automatic configuration of the bank', async () => {
    let asked: AppPorts['systemProxy'];
    await start((ports) => {
      asked = ports.systemProxy;
      return new App(ports);
    });
    expect(await asked?.('https://api.bank.example')).toBe('PROXY proxy.bank.example:8080; DIRECT');
    expect(electron.session.resolveProxy).toHaveBeenCalledWith('https://api.bank.example');
    await quit();
  });

  it('The desktop app confines the window that it opens', async () => {
    await start();
    expect(electron.windows).toHaveLength(1);
    expect(electron.window.options).toMatchObject({ webPreferences: { sandbox: true, contextIsolation: true } });
    expect(electron.window.webContents.setWindowOpenHandler).toHaveBeenCalled();
    expect(electron.window.webContents.listenerCount('will-navigate')).toBe(1);
    expect(electron.session.setPermissionRequestHandler).toHaveBeenCalled();
    expect([...electron.schemes.keys()]).toEqual(['tranship']);
    await quit();
  });

  it('A second desktop app gives way to the running instance, which comes to the front', async () => {
    electron.isFirstInstance = false;
    await start();
    await electron.hasQuit.promise;
    expect(electron.windows).toEqual([]);
  });

  it('The desktop app comes to the front when a person starts it again', async () => {
    await start();
    const { show } = electron.window;
    const before = show.mock.calls.length;
    electron.app.emit('second-instance', {}, ['Tranship'], '/');
    expect(show.mock.calls.length).toBe(before + 1);
    await quit();
  });

  it('The desktop app reports what keeps it from starting, and quits', async () => {
    await start(() => {
      throw new AppError('queue.locked', { folder: home, holder: 'tranship work' });
    });
    await electron.hasQuit.promise;
    expect(electron.showErrorBox.mock.calls[0]).toEqual([
      'Tranship is already running',
      expect.stringContaining('tranship work'),
    ]);
  });

  it('The desktop app does not open where every host would be trusted', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    await start();
    vi.unstubAllEnvs();
    expect(electron.showErrorBox.mock.calls[0]?.[1]).toMatch(/^NODE_TLS_REJECT_UNAUTHORIZED=0 is set/);
    await electron.hasQuit.promise;
  });

  it('The desktop app stops its work and unlocks the data folder before it quits', async () => {
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

describe('The page of the desktop app', () => {
  it('The page gets the information about its app', async () => {
    await start();
    expect(current.ports?.shell.info).toEqual({
      version: '1.2.3',
      shell: 'electron',
      platform: 'linux',
      canDrop: true,
    });
    await quit();
  });

  it("The page gets the reason, in the system's terms, why secrets are not kept", async () => {
    await start();
    expect(await electron.invoke('app.info')).toMatchObject({
      ok: true,
      value: { secretsHint: expect.stringContaining('key store cannot be used') },
    });
    await quit();
  });

  it('The page follows the queue', async () => {
    await start();
    const ended = row(1, { state: 'processed' });
    change(ended);
    expect(electron.told('queue.changed')).toEqual([{ sequence: 1, submissions: [ended], removed: [] }]);
    await quit();
  });

  it("The page's commands are answered", async () => {
    await start();
    expect(await electron.invoke('settings.get')).toEqual({ ok: true, value: givenSettings });
    await quit();
  });

  it('The menu shows the page that it names', async () => {
    await start();
    electron.choose('&Connections');
    expect(electron.told('page.show')).toEqual([{ page: 'connections' }]);
    await quit();
  });

  it('The page gets files that are chosen in the menu', async () => {
    await start();
    electron.choose('&Add files…');
    await vi.waitFor(() => expect(electron.told('files.offered')).toEqual([picked]), { timeout: WAIT_MS });
    await quit();
  });

  it.each([
    ['the app was started with', 'argv'],
    ['is dropped on the dock icon', 'open-file'],
    ['a second start names', 'second-instance'],
  ])('The page gets files that are %s', async (_what, way) => {
    if (way === 'argv') vi.spyOn(process, 'argv', 'get').mockReturnValue(['Tranship', '/exports/a.jsonl']);
    await start();
    if (way === 'open-file') electron.app.emit('open-file', { preventDefault: () => {} }, '/exports/a.jsonl');
    if (way === 'second-instance') electron.app.emit('second-instance', {}, ['Tranship', 'a.jsonl'], '/exports');
    await vi.waitFor(() => expect(electron.told('files.offered')).toEqual([picked]), { timeout: WAIT_MS });
    expect(offerPaths.mock.calls).toEqual([[['/exports/a.jsonl']]]);
    await quit();
  });

  it('The page is as dark as the settings say, from the start and when they change', async () => {
    await start();
    await electron.invoke('settings.change', { appearance: 'dark' });
    expect(electron.nativeTheme.themeSource).toBe('dark');
    await quit();
  });
});

describe('The system around the desktop app', () => {
  it('The system shows what is being sent', async () => {
    await start();
    change(uploading(1, 500));
    expect(electron.window.setProgressBar).toHaveBeenLastCalledWith(0.5, { mode: 'normal' });
    expect(electron.tray.setToolTip).toHaveBeenLastCalledWith('Tranship: Sending 1 file, 50 %');
    expect(electron.powerSaveBlocker.start).toHaveBeenCalledTimes(1);
    change(row(1, { state: 'processed' }));
    await quit();
  });

  it('The app asks before it quits while something is being sent, and continues in the background', async () => {
    await start();
    change(uploading(1, 500));
    electron.app.quit();
    await vi.waitFor(() => expect(electron.window.hide).toHaveBeenCalledTimes(1), { timeout: WAIT_MS });
    change(row(1, { state: 'processed' }));
    await quit();
  });

  it("The app stops and starts the queue around the system's sleep", async () => {
    const calls: string[] = [];
    await start((ports) => {
      const app = new App(ports);
      vi.spyOn(app.queue, 'stop').mockImplementation(async () => void calls.push('stop'));
      vi.spyOn(app.queue, 'start').mockImplementation(() => void calls.push('start'));
      return app;
    });
    electron.powerMonitor.emit('suspend');
    electron.powerMonitor.emit('resume');
    electron.powerMonitor.emit('suspend');
    await settle();
    electron.powerMonitor.emit('resume');
    await settle();
    expect(calls).toEqual(['start', 'stop', 'start']);
    await quit();
  });

  it('The app opens its window where it was', async () => {
    settings.set('window', { x: 50, y: 60, width: 900, height: 600, isMaximised: true });
    await start();
    expect(electron.window.options).toMatchObject({ x: 50, y: 60, width: 900, height: 600 });
    expect(electron.window.maximize).toHaveBeenCalledTimes(1);
    await quit();
  });

  it('The tray can pause everything', async () => {
    await start();
    change(row(7), row(8, { state: 'processed' }));
    const menu = electron.tray.setContextMenu.mock.lastCall?.[0] as { label?: string; click?: () => void }[];
    menu.find(({ label }) => label === 'Pause all')?.click?.();
    await settle();
    expect(handlers['queue.pause']).toHaveBeenCalledWith({ ids: [7] });
    change(row(7, { state: 'cancelled' }));
    await quit();
  });
});
