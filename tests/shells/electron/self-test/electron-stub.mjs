// What of Electron the bundle needs to run its self-test under plain Node; STUB_KEY_STORE=refused gives no key.
import { EventEmitter } from 'node:events';

const handlers = new Map();
const isRefused = process.env.STUB_KEY_STORE === 'refused';

export const app = Object.assign(new EventEmitter(), {
  isPackaged: false,
  getAppPath: () => process.cwd(),
  getVersion: () => '1.2.3',
  setPath: () => {},
  setAppUserModelId: () => {},
  enableSandbox: () => {},
  requestSingleInstanceLock: () => {
    throw new Error('The self-test takes no lock.');
  },
  whenReady: async () => {},
  exit: (code) => process.exit(code),
});
export const ipcMain = {
  handle: (name, listener) => handlers.set(name, listener),
  removeHandler: (name) => handlers.delete(name),
};
export class BrowserWindow {
  webContents = {
    getURL: () => this.address,
    executeJavaScript: async () => ['undefined', await handlers.get('app.info')(), false],
  };
  async loadURL(address) {
    this.address = address;
    const { status } = await schemes.get('tranship')({ url: address });
    if (status !== 200) throw new Error('ERR_FILE_NOT_FOUND');
  }
  destroy() {
    app.emit('window-all-closed');
  }
}
const schemes = new Map();
export const protocol = {
  registerSchemesAsPrivileged: () => {},
  handle: (scheme, listener) => schemes.set(scheme, listener),
};
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptStringAsync: async (plain) => Buffer.from(`${isRefused ? 'v10' : 'v11'}${plain}`),
  decryptStringAsync: async (sealed) => ({ shouldReEncrypt: false, result: sealed.toString().slice(3) }),
};
export const nativeImage = {
  createFromPath: () => ({ isEmpty: () => false, getSize: () => ({ width: 16, height: 16 }) }),
};
export class Tray {
  setToolTip() {}
  destroy() {}
}
const nothing = () => {};
export const session = {
  defaultSession: {
    resolveProxy: async () => 'DIRECT',
    setPermissionRequestHandler: nothing,
    setPermissionCheckHandler: nothing,
    setDevicePermissionHandler: nothing,
    webRequest: { onBeforeRequest: nothing, onHeadersReceived: nothing },
  },
};
export const shell = {};
export const dialog = {};
export const Menu = {};
export const Notification = class extends EventEmitter {
  static isSupported = () => true;
  show = () => setImmediate(() => this.emit('show'));
  close() {}
};
export const nativeTheme = {};
export const powerMonitor = new EventEmitter();
export const powerSaveBlocker = { start: () => 0, isStarted: () => true, stop: () => true };
export const screen = {};
export default { app, ipcMain, shell };
