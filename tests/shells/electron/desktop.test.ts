import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { BackendPorts } from '../../../src-main/actions/backend.ts';
import type { CommandHandlers } from '../../../src-main/actions/ports.ts';
import { App, type AppPorts } from '../../../src-main/app.ts';
import { lockFolder } from '../../../src-main/ground/files/folder-lock.ts';
import { knock } from '../../../src-main/shells/door/client.ts';
import { startDesktop } from '../../../src-main/shells/electron/desktop.ts';
import { background } from '../../../src-main/shells/electron/window.ts';
import { commandNames, droppedFilesChannel } from '../../../src-shared/channels.ts';
import type { PickedFiles, SubmissionRow } from '../../../src-shared/contract.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { fact, packed } from '../../../src-shared/languages/fact.ts';
import { settle } from '../../fake-clock.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { WAIT_MS } from '../../patience.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { row, uploading } from '../rows.ts';
import { ElectronDouble } from './electron-double.ts';
import { settings as givenSettings, handlersDouble } from './handlers.ts';

/** The doubles of the current test, which the replaced modules use. */
const current = vi.hoisted(() => ({
  electron: undefined as ReturnType<ElectronDouble['module']> | undefined,
  settings: undefined as unknown,
  handlers: undefined as unknown,
  offer: undefined as unknown,
  isReplied: true,
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
// The wait for a reply is tested by itself.
vi.mock('../../../src-main/shells/electron/second-start.ts', async (original) => ({
  ...(await original<typeof import('../../../src-main/shells/electron/second-start.ts')>()),
  isReplied: async () => current.isReplied,
}));
vi.mock('../../../src-main/shells/electron/settings.ts', () => ({ openDesktopSettings: () => current.settings }));
vi.mock('../../../src-main/actions/backend.ts', () => ({
  Backend: class {
    readonly handlers = current.handlers;
    readonly handlersFor = () => current.handlers;
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
/** Where errors arrive that no part of the app has caught. */
let faults: EventEmitter;
let home: string;
let settings: MemorySettings;
let handlers: CommandHandlers;
const picked: PickedFiles = {
  offers: [],
  refused: [{ fileName: 'b.csv', error: new AppError('file.not-a-file', { path: 'b.csv' }).toRecord() }],
};
const offerPaths = vi.fn(async () => picked);

beforeEach(() => {
  home = temporaryFolder();
  vi.stubEnv('TRANSHIP_HOME', home);
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['Tranship']);
  // Only Electron has it.
  Object.defineProperty(process, 'resourcesPath', { value: '/resources', configurable: true });
  electron = new ElectronDouble();
  faults = new EventEmitter();
  settings = new MemorySettings();
  handlers = handlersDouble({
    'queue.snapshot': () => ({ sequence: 0, submissions: [], removed: [] }),
    'app.info': () => ({
      version: '1.2.3',
      shell: 'electron',
      platform: 'linux',
      dataFolder: home,
      zone: 'UTC',
      keepsSecrets: false,
      managed: [],
      mayReleaseItself: false,
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
  current.isReplied = true;
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A file as this system names it. */
const exported = resolve('/exports/a.jsonl');

/** Begins to start the desktop app. */
function begin(createApp: (ports: AppPorts) => App = (ports) => new App(ports)) {
  startDesktop({
    faults,
    createApp,
    rendererFolder: join(home, 'renderer'),
    preload: join(home, 'preload.cjs'),
  });
}

/** Starts the desktop app; resolves when its window is complete, or when it gave up. */
async function start(createApp?: (ports: AppPorts) => App) {
  begin(createApp);
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

  it('The fields that Chromium draws are in the language of the page, which is read before Electron is ready', async () => {
    electron.systemLanguages = ['fr-CH'];
    await start();
    expect(electron.appendSwitch.mock.calls).toEqual([['lang', 'fr']]);
    await quit();
  });

  it.each([
    ['{"language":"de"}', 'de'],
    ['{', 'en-GB'],
  ])('Where the settings are %s, it is %s', async (settings, expected) => {
    writeFileSync(join(home, 'settings.json'), settings);
    await start();
    expect(electron.appendSwitch.mock.calls).toEqual([['lang', expected]]);
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

  it('The desktop app comes to the front when a person starts it again', async () => {
    await start();
    const { show } = electron.window;
    const before = show.mock.calls.length;
    electron.app.emit('second-instance', {}, ['Tranship'], '/');
    expect(show.mock.calls.length).toBe(before + 1);
    await quit();
  });

  it('The desktop app reports what keeps it from starting, and quits', async () => {
    await start(({ lock }) => {
      // The end of the process would release it.
      lock?.release();
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

describe('A second desktop app', () => {
  /** The folder of Chromium that the process has chosen last. */
  const chromium = () => vi.mocked(electron.setPath).mock.lastCall?.[1] ?? '';

  beforeEach(() => {
    electron.isFirstInstance = false;
  });

  it('A second desktop app ends without a word when the first one shows its window', async () => {
    begin();
    expect(await electron.hasExited.promise).toBe(0);
    expect([electron.windows, electron.asked]).toEqual([[], []]);
  });

  it('A second desktop app says who uses the queue when the first one does not answer', async () => {
    current.isReplied = false;
    electron.showMessageBox.mockResolvedValue({ response: 1, checkboxChecked: false });
    const lock = lockFolder(home, packed(fact('the Tranship window (process {process})', { process: 4711 })));
    begin();
    expect(await electron.hasExited.promise).toBe(0);
    lock.release();
    expect(electron.asked).toEqual([
      {
        message: 'Tranship is already running',
        detail: expect.stringMatching(/the Tranship window \(process 4711\)[\s\S]*another session/),
        buttons: ['Try again', 'Close'],
      },
    ]);
    expect(electron.relaunch).not.toHaveBeenCalled();
  });

  it('A second desktop app tries again on demand', async () => {
    current.isReplied = false;
    begin();
    expect(await electron.hasExited.promise).toBe(0);
    expect(electron.relaunch).toHaveBeenCalledTimes(1);
  });

  it("A second desktop app keeps away from the first one's Chromium, and leaves nothing behind", async () => {
    begin();
    expect(chromium().startsWith(home)).toBe(false);
    await electron.hasExited.promise;
    expect(existsSync(chromium())).toBe(false);
  });

  it('The first desktop app replies to a second one', async () => {
    electron.isFirstInstance = true;
    await start();
    electron.app.emit('second-instance', {}, ['Tranship'], '/', electron.sentToFirst);
    expect(readdirSync(chromium())).toEqual([expect.stringMatching(/^shown-/)]);
    await quit();
  });
});

describe('Faults of what is around the window', () => {
  it('A data folder that the system does not show is named with what the system says', async () => {
    electron.openPathProblem = 'Failed to open path';
    await start();
    electron.choose('&Show the data folder');
    await vi.waitFor(() => expect(electron.showErrorBox).toHaveBeenCalled(), { timeout: WAIT_MS });
    const [title, words] = electron.showErrorBox.mock.calls[0] ?? [];
    expect([title, words]).toEqual(['The data folder cannot be shown', expect.stringContaining('Failed to open path')]);
    expect(words).toContain(home);
    await quit();
  });

  it('A fault is told over the window that is seen, not beside one that prints', async () => {
    await start();
    const printing = new (electron.module().BrowserWindow)({});
    electron.windows.reverse();
    expect(printing.isVisible()).toBe(false);
    electron.showMessageBox.mockResolvedValue({ response: 1, checkboxChecked: false });
    faults.emit('uncaughtException', new Error('a fault of a test'));
    await electron.hasExited.promise;
    expect(electron.showMessageBox.mock.calls[0]?.[0]).toBe(electron.windows.find((window) => window !== printing));
  });

  it.each([true, false])(
    'A development server gives the page to no app that is in an archive (packaged: %s)',
    async (isPackaged) => {
      vi.stubEnv('ELECTRON_RENDERER_URL', 'http://127.0.0.1:5173');
      Object.assign(electron.app, { isPackaged, getAppPath: () => '/opt/Tranship/resources/app.asar' });
      await start();
      expect(electron.window.options).toMatchObject({ webPreferences: { devTools: false } });
      expect(electron.window.webContents.mainFrame.url).toContain('tranship:');
      await quit();
    },
  );
});

describe('A data folder that the desktop app cannot use', () => {
  it('A folder in use by another program is named with its user, and opened once it is free', async () => {
    const lock = lockFolder(home, 'tranship work (process 4711)');
    electron.showMessageBox.mockImplementationOnce(async () => {
      lock.release();
      return { response: 0, checkboxChecked: false };
    });
    await start();
    expect(electron.asked).toEqual([
      {
        message: 'Tranship is already running',
        detail: expect.stringContaining('tranship work (process 4711)'),
        buttons: ['Try again', 'Close'],
      },
    ]);
    expect(electron.windows).toHaveLength(1);
    await quit();
  });

  it('A second start has the question about a folder in use asked again, since nothing else brings it to the front', async () => {
    const lock = lockFolder(home, 'tranship work (process 4711)');
    electron.showMessageBox.mockImplementationOnce(async (...asked: unknown[]) => {
      const { signal } = z.looseObject({ signal: z.instanceof(AbortSignal) }).parse(asked.at(-1));
      const closed = new Promise((resolve) => signal.addEventListener('abort', resolve));
      electron.app.emit('second-instance', {}, [], '/', undefined);
      await closed;
      // What Electron answers of a question that was closed.
      return { response: 1, checkboxChecked: false };
    });
    electron.showMessageBox.mockImplementationOnce(async () => {
      lock.release();
      return { response: 0, checkboxChecked: false };
    });
    await start();
    expect(electron.asked).toHaveLength(2);
    expect(electron.focus).toHaveBeenCalled();
    await quit();
  });

  it('A folder in use is left alone if the person closes the question', async () => {
    const lock = lockFolder(home, 'tranship work (process 4711)');
    electron.showMessageBox.mockResolvedValue({ response: 1, checkboxChecked: false });
    begin();
    await electron.hasQuit.promise;
    lock.release();
    expect(electron.windows).toEqual([]);
  });

  it.each([
    ['cannot be made', () => join(home, 'file', 'data'), 'The data folder cannot be used', 'a file where a folder'],
    ['has a relative path', () => 'data', 'The path of the data folder is incomplete', '“data”'],
  ])('A folder that %s is told in words', async (_what, path, title, words) => {
    writeFileSync(join(home, 'file'), '');
    vi.stubEnv('TRANSHIP_HOME', path());
    begin();
    expect(await electron.hasExited.promise).toBe(5);
    expect(electron.showErrorBox.mock.calls).toEqual([[title, expect.stringContaining(words)]]);
    expect([electron.windows, existsSync('data')]).toEqual([[], false]);
  });
});

describe('An error that the desktop app has not caught', () => {
  beforeEach(() => {
    electron.showMessageBox.mockResolvedValue({ response: 1, checkboxChecked: false });
  });
  const told = {
    message: 'Something went wrong inside Tranship',
    detail: expect.stringContaining('a part is missing'),
    buttons: ['Save for support…', 'Quit'],
  };

  it.each(['uncaughtException', 'unhandledRejection'])(
    'An error (%s) is told, and the app ends cleanly',
    async (way) => {
      await start();
      expect(electron.showErrorBox.mock.calls).toEqual([]);
      faults.emit(way, new Error('a part is missing'));
      expect(await electron.hasExited.promise).toBe(5);
      expect(electron.asked).toEqual([told]);
      expect(() => lockFolder(home, 'the next').release()).not.toThrow();
      const logs = readdirSync(join(home, 'logs')).map((name) => readFileSync(join(home, 'logs', name), 'utf8'));
      expect(logs.join('')).toContain('app.broke-down');
    },
  );

  it('An error before there is an app is told, too', async () => {
    begin(({ lock }) => {
      // As the app does when it cannot be made.
      lock?.release();
      throw new TypeError('a part is missing');
    });
    expect(await electron.hasExited.promise).toBe(5);
    expect(electron.asked).toEqual([told]);
  });
});

describe('A page that does not come', () => {
  it('A page that never comes keeps neither the menu nor files that were opened back', async () => {
    electron.loadFate = 'hangs';
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['Tranship', '/exports/a.jsonl']);
    await start();
    await vi.waitFor(() => expect(offerPaths).toHaveBeenCalledTimes(1), { timeout: WAIT_MS });
    electron.window.webContents.commit('tranship://app/');
    await vi.waitFor(() => expect(electron.told('files.offered')).toEqual([picked]), { timeout: WAIT_MS });
    await quit();
  });

  it('A page that cannot be loaded is told', async () => {
    electron.loadFate = 'fails';
    electron.showMessageBox.mockResolvedValue({ response: 1, checkboxChecked: false });
    begin();
    await electron.hasQuit.promise;
    expect(electron.asked).toMatchObject([
      { message: 'The window could not be loaded', buttons: ['Load again', 'Quit'] },
    ]);
  });
});

describe('The page of the desktop app', () => {
  it('The page gets the information about its app', async () => {
    await start();
    const platform = { win32: 'windows', darwin: 'macos' }[String(process.platform)] ?? 'linux';
    expect(current.ports?.shell.info).toEqual({
      version: '1.2.3',
      shell: 'electron',
      platform,
      canDrop: true,
    });
    await quit();
  });

  it("The page gets the reason, in the system's terms, why secrets are not kept", async () => {
    await start();
    expect(await electron.invoke('app.info')).toMatchObject({
      ok: true,
      value: { secretsHint: expect.stringContaining('Nothing is lost') },
    });
    await quit();
  });

  it('The page is told that secrets are kept once the key store gives its key', async () => {
    electron.safeStorage.answer('key');
    let ports: AppPorts | undefined;
    await start((given) => {
      ports = given;
      return new App(given);
    });
    expect(ports?.secretBox.survivesRestart).toBe(true);
    expect(ports?.historyKey).toHaveLength(32);
    expect(await electron.invoke('app.info')).not.toHaveProperty('value.secretsHint');
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

  it('The page can reach the app by nothing but the contract, and only the page can', async () => {
    await start();
    expect([...electron.handlers.keys()].sort()).toEqual([...commandNames, droppedFilesChannel].sort());
    expect(electron.ipcMain.eventNames()).toEqual([]);
    const problem = expect.stringContaining('was not called by the window of Tranship');
    const refused = { ok: false, error: { params: { problem } } };
    for (const answer of electron.handlers.values()) {
      expect(await answer({ sender: electron.window.webContents, senderFrame: { url: '' } })).toMatchObject(refused);
    }
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
    if (way === 'argv') vi.spyOn(process, 'argv', 'get').mockReturnValue(['Tranship', exported]);
    await start();
    if (way === 'open-file') electron.app.emit('open-file', { preventDefault: () => {} }, exported);
    if (way === 'second-instance') electron.app.emit('second-instance', {}, ['Tranship', 'a.jsonl'], dirname(exported));
    await vi.waitFor(() => expect(electron.told('files.offered')).toEqual([picked]), { timeout: WAIT_MS });
    expect(offerPaths.mock.calls).toEqual([[[exported]]]);
    await quit();
  });

  it('The page is as dark as the settings say, from the start and when they change', async () => {
    await start();
    await electron.invoke('settings.change', { appearance: 'dark' });
    expect(electron.nativeTheme.themeSource).toBe('dark');
    expect(electron.window.setBackgroundColor).toHaveBeenLastCalledWith(background.dark);
    await quit();
  });
});

describe('A command beside the window', () => {
  it('has the window do it, with what the desktop itself does about it, until the app quits', async () => {
    await start();
    const [session, workingFolder, { signal }] = ['tranship test (process 7)', home, new AbortController()];
    const command = await knock({ folder: home, session, workingFolder, signal });
    expect(command?.holder).toBe(`the Tranship window (process ${process.pid})`);
    await command?.call('settings.change', { appearance: 'dark', language: 'fr' });
    expect(electron.nativeTheme.themeSource).toBe('dark');
    expect(electron.menu.map(({ label }) => label)).toContain('&Fichier');
    await quit();
    await expect(command?.call('settings.get', undefined)).rejects.toMatchObject({ code: 'queue.unanswered' });
    expect(await knock({ folder: home, session, workingFolder, signal })).toBeUndefined();
  });
});

describe('The language of what surrounds the page', () => {
  const labels = () => electron.menu.map(({ label }) => label);
  const trayLabels = () => {
    const items = electron.tray.setContextMenu.mock.lastCall?.[0] as { label?: string }[] | undefined;
    return items?.map(({ label }) => label) ?? [];
  };

  it('is that of the system from the start', async () => {
    electron.systemLanguages = ['de-DE', 'en'];
    await start();
    expect(labels()).toContain('&Datei');
    expect(trayLabels()).toContain('Alle anhalten');
    await quit();
  });

  it('is the one that is set, at once in menu and tray', async () => {
    await start();
    change(uploading(1, 500));
    await electron.invoke('settings.change', { language: 'fr' });
    expect(labels()).toContain('&Fichier');
    expect(trayLabels()).toContain('Tout suspendre');
    expect(electron.tray.setToolTip.mock.lastCall?.[0]).toMatch(/Envoi de 1 fichier/);
    await electron.invoke('settings.change', { language: 'en' });
    expect([labels()[0], trayLabels().at(-1)]).toEqual(['&File', 'Quit Tranship']);
    change(row(1, { state: 'processed' }));
    await quit();
  });

  it('leaves a dialog that is open as it is, and understands its answer', async () => {
    settings.set('language', 'de');
    const answered = Promise.withResolvers<{ response: number; checkboxChecked: boolean }>();
    electron.showMessageBox.mockReturnValueOnce(answered.promise);
    await start();
    change(uploading(1, 500));
    electron.app.quit();
    await electron.invoke('settings.change', { language: 'fr' });
    answered.resolve({ response: 0, checkboxChecked: false });
    await vi.waitFor(() => expect(electron.window.hide).toHaveBeenCalledTimes(1), { timeout: WAIT_MS });
    expect(electron.asked.map(({ buttons }) => buttons[0])).toEqual(['Im Hintergrund weiterarbeiten']);
    change(row(1, { state: 'processed' }));
    await quit();
  });

  it('is given to the page, so that both decide the same', async () => {
    electron.systemLanguages = ['fr-CA'];
    mkdirSync(join(home, 'renderer'));
    writeFileSync(join(home, 'renderer', 'index.html'), '<html lang="__LANGUAGE__">');
    await start();
    const page = (await electron.schemes.get('tranship')?.({ url: 'tranship://app/index.html' })) as Response;
    expect(await page.text()).toBe('<html lang="fr">');
    await quit();
  });

  it('is that of the settings, when a second app says who uses the queue', async () => {
    writeFileSync(join(home, 'settings.json'), '{"language":"fr"}');
    electron.isFirstInstance = false;
    current.isReplied = false;
    electron.showMessageBox.mockResolvedValue({ response: 1, checkboxChecked: false });
    const lock = lockFolder(home, packed(fact('the Tranship window (process {process})', { process: 4711 })));
    begin();
    await electron.hasExited.promise;
    lock.release();
    expect(electron.asked[0]?.buttons).toEqual(['Réessayer', 'Fermer']);
    expect(electron.asked[0]?.detail).toContain('la fenêtre de Tranship (processus 4711)');
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
