/** @file As much of Electron as the shell uses, and what a test wants to know of it. */

import { EventEmitter } from 'node:events';
import { vi } from 'vitest';

type Listener = (...values: unknown[]) => unknown;

class WebContentsDouble extends EventEmitter {
  readonly mainFrame = { url: '' };
  readonly setWindowOpenHandler = vi.fn();
  readonly sent = new EventEmitter();
  isDestroyed = () => false;
  send(name: string, payload: unknown): void {
    this.sent.emit(name, payload);
  }
}

export class ElectronDouble {
  readonly windows: { options: unknown; webContents: WebContentsDouble; emitter: EventEmitter; show: () => void }[] =
    [];
  readonly handlers = new Map<string, Listener>();
  readonly schemes = new Map<string, Listener>();
  readonly session = {
    setPermissionRequestHandler: vi.fn(),
    setPermissionCheckHandler: vi.fn(),
    setDevicePermissionHandler: vi.fn(),
    webRequest: { onBeforeRequest: vi.fn(), onHeadersReceived: vi.fn() },
  };
  readonly showErrorBox = vi.fn();
  chosenFiles: string[] = [];
  isFirstInstance = true;
  readonly app: EventEmitter & { quit: () => void };
  /** What was called before Electron was ready, in order. */
  readonly early: string[] = [];
  readonly hasQuit = Promise.withResolvers<void>();

  constructor() {
    const note = (name: string) => () => void this.early.push(name);
    this.app = Object.assign(new EventEmitter(), {
      isPackaged: true,
      setPath: vi.fn(),
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

  /** What `import … from 'electron'` gives. */
  module() {
    const double = this;
    return {
      app: this.app,
      BrowserWindow: class {
        readonly webContents = new WebContentsDouble();
        readonly emitter = new EventEmitter();
        readonly show = vi.fn();
        readonly restore = vi.fn();
        readonly focus = vi.fn();
        readonly options: unknown;
        isMinimized = () => false;
        isDestroyed = () => false;
        constructor(options: unknown) {
          this.options = options;
          double.windows.push(this);
          double.app.emit('web-contents-created', {}, this.webContents);
        }
        once(event: string, listener: Listener): void {
          this.emitter.once(event, listener);
        }
        async loadURL(address: string): Promise<void> {
          this.webContents.mainFrame.url = address;
          this.emitter.emit('ready-to-show');
        }
      },
      dialog: {
        showErrorBox: this.showErrorBox,
        showOpenDialog: async () => ({ canceled: this.chosenFiles.length === 0, filePaths: this.chosenFiles }),
      },
      ipcMain: { handle: (name: string, listener: Listener) => this.handlers.set(name, listener) },
      nativeTheme: { shouldUseDarkColors: false },
      protocol: {
        registerSchemesAsPrivileged: () => this.early.push('registerSchemesAsPrivileged'),
        handle: (scheme: string, listener: Listener) => this.schemes.set(scheme, listener),
      },
      safeStorage: { isAsyncEncryptionAvailable: async () => false },
      session: { defaultSession: this.session },
    };
  }

  /** A call as the page of the only window makes it. */
  invoke(name: string, input?: unknown): unknown {
    const webContents = this.windows[0]?.webContents;
    return this.handlers.get(name)?.({ sender: webContents, senderFrame: webContents?.mainFrame }, input);
  }
}
