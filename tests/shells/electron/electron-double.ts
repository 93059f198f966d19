/** @file The part of Electron that the shell uses, with records for tests. */

import { EventEmitter } from 'node:events';
import { vi } from 'vitest';
import { SafeStorageDouble } from './safe-storage-double.ts';

type Listener = (...values: unknown[]) => unknown;

class WebContentsDouble extends EventEmitter {
  readonly mainFrame = { url: '' };
  readonly setWindowOpenHandler = vi.fn();
  readonly reload = vi.fn();
  readonly sent: [name: string, payload: unknown][] = [];
  isDestroyed = () => false;
  send(name: string, payload: unknown): void {
    this.sent.push([name, payload]);
  }
}

class WindowDouble extends EventEmitter {
  readonly webContents = new WebContentsDouble();
  readonly show = vi.fn();
  readonly hide = vi.fn();
  readonly restore = vi.fn();
  readonly focus = vi.fn();
  readonly maximize = vi.fn();
  readonly setProgressBar = vi.fn();
  readonly setOverlayIcon = vi.fn();
  readonly options: unknown;
  isFocused = () => false;
  isVisible = () => true;
  isMinimized = () => false;
  isMaximized = () => false;
  isFullScreen = () => false;
  isDestroyed = () => false;
  getNormalBounds = () => ({ x: 10, y: 20, width: 1000, height: 700 });

  constructor(options: unknown) {
    super();
    this.options = options;
  }

  async loadURL(address: string): Promise<void> {
    this.webContents.mainFrame.url = address;
    this.emit('ready-to-show');
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
  readonly showMessageBox = vi.fn(async () => ({ response: 0, checkboxChecked: false }));
  readonly powerMonitor = new EventEmitter();
  readonly powerSaveBlocker = { start: vi.fn(() => 1), stop: vi.fn() };
  readonly nativeTheme = { shouldUseDarkColors: false, themeSource: 'system' };
  readonly tray = Object.assign(new EventEmitter(), { setToolTip: vi.fn(), setContextMenu: vi.fn() });
  readonly notifications: { title: string; body: string }[] = [];
  chosenFiles: string[] = [];
  isFirstInstance = true;
  menu: MenuItem[] = [];
  readonly app: EventEmitter & { quit: () => void };
  /** The calls before Electron was ready, in order. */
  readonly early: string[] = [];
  readonly hasQuit = Promise.withResolvers<void>();

  constructor() {
    const note = (name: string) => () => void this.early.push(name);
    this.app = Object.assign(new EventEmitter(), {
      isPackaged: true,
      setPath: vi.fn(),
      setAppUserModelId: vi.fn(),
      setBadgeCount: vi.fn(),
      getVersion: () => '1.2.3',
      getAppPath: () => '/app',
      enableSandbox: note('enableSandbox'),
      requestSingleInstanceLock: () => this.isFirstInstance,
      whenReady: () => {
        this.early.push('whenReady');
        return Promise.resolve();
      },
      quit: () => {
        let isPrevented = false;
        this.app.emit('before-quit', {
          preventDefault: () => {
            isPrevented = true;
          },
        });
        if (!isPrevented) this.hasQuit.resolve();
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
        constructor(options: unknown) {
          super(options);
          double.windows.push(this);
          double.app.emit('web-contents-created', {}, this.webContents);
        }
      },
      dialog: {
        showErrorBox: this.showErrorBox,
        showMessageBox: this.showMessageBox,
        showOpenDialog: async () => ({ canceled: this.chosenFiles.length === 0, filePaths: this.chosenFiles }),
        showSaveDialog: async () => ({ canceled: true, filePath: '' }),
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
      shell: { openExternal: vi.fn(), openPath: vi.fn(async () => '') },
      // `new` of a function that returns an object evaluates to that object.
      Tray: function tray() {
        return double.tray;
      },
    };
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
