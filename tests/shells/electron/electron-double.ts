/** @file The part of Electron that the shell uses, with records for tests. Where Electron refuses, it does, too. */

import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { vi } from 'vitest';
import { z } from 'zod';
import { SafeStorageDouble } from './safe-storage-double.ts';

/** No test answers as many questions. */
const MOST_ASKED = 50;

const messageSchema = z.object({ message: z.string(), detail: z.string(), buttons: z.array(z.string()) });

type Listener = (...values: unknown[]) => unknown;

class WebContentsDouble extends EventEmitter {
  readonly mainFrame = { url: '' };
  readonly setWindowOpenHandler = vi.fn();
  readonly reload = vi.fn(() => this.commit(this.mainFrame.url));
  readonly forcefullyCrashRenderer = vi.fn(() => this.die('killed'));
  readonly sent: [name: string, payload: unknown][] = [];
  #hasPage = false;
  isDestroyed = () => false;

  /** What is sent before the preload has run reaches no one. */
  send(name: string, payload: unknown): void {
    if (this.#hasPage) this.sent.push([name, payload]);
  }

  /** The page arrives at its new address, in the order in which Chromium tells it. */
  commit(address: string): void {
    this.mainFrame.url = address;
    this.emit('did-navigate', {}, address, 200, 'OK');
    this.#hasPage = true;
    this.emit('dom-ready', {});
    this.emit('did-finish-load', {});
  }

  die(reason: string): void {
    this.#hasPage = false;
    this.emit('render-process-gone', {}, { reason, exitCode: 1 });
  }
}

/** What becomes of an address that a window is to load. */
export type LoadFate = 'arrives' | 'fails' | 'hangs';

class WindowDouble extends EventEmitter {
  readonly webContents = new WebContentsDouble();
  readonly show = vi.fn();
  readonly hide = vi.fn();
  readonly restore = vi.fn();
  readonly focus = vi.fn();
  readonly maximize = vi.fn();
  readonly setProgressBar = vi.fn();
  readonly setOverlayIcon = vi.fn();
  readonly setBackgroundColor = vi.fn();
  readonly options: unknown;
  isFocused = () => false;
  isVisible = () => this.show.mock.calls.length > this.hide.mock.calls.length;
  isMinimized = () => false;
  isMaximized = () => false;
  isFullScreen = () => false;
  isDestroyed = () => false;
  getNormalBounds = () => ({ x: 10, y: 20, width: 1000, height: 700 });

  readonly fate: LoadFate;

  constructor(options: unknown, fate: LoadFate) {
    super();
    this.options = options;
    this.fate = fate;
  }

  async loadURL(address: string): Promise<void> {
    if (this.fate === 'hangs') await new Promise(() => {});
    if (this.fate === 'fails') {
      this.webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', address, true);
      throw new Error('ERR_FILE_NOT_FOUND (-6)');
    }
    this.webContents.commit(address);
    this.emit('ready-to-show');
  }
}

/** Of a system that is light. */
class ThemeDouble extends EventEmitter {
  #source = 'system';

  get themeSource(): string {
    return this.#source;
  }

  set themeSource(source: string) {
    this.#source = source;
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

interface MenuItem {
  label?: string;
  click?: () => void;
  submenu?: MenuItem[];
}

export class ElectronDouble {
  readonly windows: WindowDouble[] = [];
  readonly handlers = new Map<string, Listener>();
  readonly ipcMain = Object.assign(new EventEmitter(), {
    handle: (name: string, listener: Listener) => {
      // As Electron does it.
      if (this.handlers.has(name)) throw new Error(`Attempted to register a second handler for '${name}'`);
      this.handlers.set(name, listener);
    },
  });
  readonly schemes = new Map<string, Listener>();
  readonly session = {
    setPermissionRequestHandler: vi.fn(),
    setPermissionCheckHandler: vi.fn(),
    setDevicePermissionHandler: vi.fn(),
    resolveProxy: vi.fn(async () => 'PROXY proxy.bank.example:8080; DIRECT'),
    webRequest: { onBeforeRequest: vi.fn(), onHeadersReceived: vi.fn() },
  };
  /** It counts as available and gives no key, as where a person has denied it. */
  readonly safeStorage = new SafeStorageDouble('refused', process.platform);
  readonly showErrorBox = vi.fn();
  /** Presses the first button unless a test says otherwise; an app that asks again and again hangs. */
  readonly showMessageBox = vi.fn(async (...asked: unknown[]) => {
    if (this.showMessageBox.mock.calls.length > MOST_ASKED) throw new Error(`Asked for ever: ${JSON.stringify(asked)}`);
    return { response: 0, checkboxChecked: false };
  });
  readonly showSaveDialog = vi.fn(async () => ({ canceled: true, filePath: '' }));
  readonly powerMonitor = new EventEmitter();
  readonly powerSaveBlocker = { start: vi.fn(() => 1), stop: vi.fn() };
  readonly nativeTheme = new ThemeDouble();
  readonly tray = Object.assign(new EventEmitter(), { setToolTip: vi.fn(), setContextMenu: vi.fn() });
  readonly notifications: { title: string; body: string }[] = [];
  chosenFiles: string[] = [];
  systemLanguages = ['en-GB'];
  isFirstInstance = true;
  /** What Electron says where the system opens no folder. */
  openPathProblem = '';
  /** What the process has sent to the first instance. */
  sentToFirst: unknown;
  loadFate: LoadFate = 'arrives';
  menu: MenuItem[] = [];
  #isReady = false;
  readonly app: EventEmitter & { quit: () => void };
  readonly setPath = vi.fn((_name: string, path: string) => {
    if (!existsSync(path)) throw new Error('Failed to set path');
  });
  readonly appendSwitch = vi.fn();
  readonly relaunch = vi.fn();
  readonly focus = vi.fn();
  /** The calls before Electron was ready, in order. */
  readonly early: string[] = [];
  readonly hasQuit = Promise.withResolvers<void>();
  /** With the code of a process that ended without asking anyone. */
  readonly hasExited = Promise.withResolvers<number>();

  constructor() {
    const note = (name: string) => () => void this.early.push(name);
    this.app = Object.assign(new EventEmitter(), {
      isPackaged: true,
      setPath: this.setPath,
      relaunch: this.relaunch,
      focus: this.focus,
      exit: (code = 0) => {
        this.hasExited.resolve(code);
        this.app.emit('quit', {}, code);
      },
      setAppUserModelId: vi.fn(),
      setToastActivatorCLSID: vi.fn(),
      setBadgeCount: vi.fn(),
      getLoginItemSettings: vi.fn(() => ({ openAtLogin: false, wasOpenedAtLogin: false })),
      setLoginItemSettings: vi.fn(),
      getVersion: () => '1.2.3',
      getPreferredSystemLanguages: () => this.systemLanguages,
      getAppPath: () => '/app',
      enableSandbox: note('enableSandbox'),
      commandLine: { appendSwitch: this.appendSwitch },
      requestSingleInstanceLock: (data: unknown) => {
        this.sentToFirst = data;
        return this.isFirstInstance;
      },
      whenReady: async () => {
        this.early.push('whenReady');
        this.#isReady = true;
      },
      quit: () => {
        let isPrevented = false;
        this.app.emit('before-quit', {
          preventDefault: () => {
            isPrevented = true;
          },
        });
        if (isPrevented) return;
        this.app.emit('quit', {}, 0);
        this.hasQuit.resolve();
      },
    });
  }

  /** The value of `import … from 'electron'`. */
  module() {
    const double = this;
    const screen = { id: 1, workArea: { x: 0, y: 0, width: 1440, height: 900 } };
    return {
      app: this.app,
      BrowserWindow: class extends WindowDouble {
        static getAllWindows = () => double.windows;
        constructor(options: unknown) {
          super(options, double.loadFate);
          double.windows.push(this);
          double.app.emit('web-contents-created', {}, this.webContents);
        }
      },
      dialog: {
        showErrorBox: this.showErrorBox,
        showMessageBox: (...asked: unknown[]) => this.#onceReady(() => this.showMessageBox(...asked)),
        showOpenDialog: async () => ({ canceled: this.chosenFiles.length === 0, filePaths: this.chosenFiles }),
        showSaveDialog: () => this.#onceReady(() => this.showSaveDialog()),
      },
      ipcMain: this.ipcMain,
      Menu: {
        buildFromTemplate: (template: MenuItem[]) => template,
        setApplicationMenu: (template: MenuItem[]) => {
          this.menu = template;
        },
      },
      nativeImage: { createFromPath: (path: string) => ({ path }) },
      nativeTheme: this.nativeTheme,
      Notification: class extends EventEmitter {
        readonly content: { title: string; body: string };
        static isSupported = () => true;
        static handleActivation = vi.fn();
        constructor(content: { title: string; body: string }) {
          super();
          this.content = content;
        }
        show(): void {
          double.notifications.push(this.content);
        }
      },
      powerMonitor: this.powerMonitor,
      powerSaveBlocker: this.powerSaveBlocker,
      protocol: {
        registerSchemesAsPrivileged: () => this.early.push('registerSchemesAsPrivileged'),
        handle: (scheme: string, listener: Listener) => this.schemes.set(scheme, listener),
      },
      safeStorage: this.safeStorage,
      screen: { getPrimaryDisplay: () => screen, getAllDisplays: () => [screen] },
      session: { defaultSession: this.session },
      shell: { openExternal: vi.fn(), openPath: async () => this.openPathProblem },
      // `new` of a function that returns an object evaluates to that object.
      Tray: function tray() {
        return double.tray;
      },
    };
  }

  #onceReady<Result>(work: () => Result): Result {
    if (!this.#isReady) throw new TypeError('dialog module can only be used after app is ready');
    return work();
  }

  /** The texts of the message boxes so far. */
  get asked(): { message: string; detail: string; buttons: string[] }[] {
    return this.showMessageBox.mock.calls.map((asked) => messageSchema.parse(asked.at(-1)));
  }

  /** The only window. */
  get window(): WindowDouble {
    const [window] = this.windows;
    if (window === undefined) throw new Error('There is no window.');
    return window;
  }

  /** A call as the page of the only window makes it. */
  invoke(name: string, input?: unknown): unknown {
    const { webContents } = this.window;
    return this.handlers.get(name)?.({ sender: webContents, senderFrame: webContents.mainFrame }, input);
  }

  /** Chooses an item of the menu bar. */
  choose(label: string): void {
    this.menu
      .flatMap(({ submenu = [] }) => submenu)
      .find((item) => item.label === label)
      ?.click?.();
  }

  /** The events with this name that the page received. */
  told(name: string): unknown[] {
    return this.window.webContents.sent.filter(([of]) => of === name).map(([, payload]) => payload);
  }
}
