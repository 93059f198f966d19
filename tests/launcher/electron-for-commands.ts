/**
 * @file What Electron is to the command line, in plain Node: `node --import` of this file lets the built app find it. The
 * key store seals with a key that is always the same; everything else fails where it is touched.
 */

import { createCipheriv, createDecipheriv } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { registerHooks } from 'node:module';

const names = [
  ...['app', 'BrowserWindow', 'dialog', 'ipcMain', 'Menu', 'nativeImage', 'nativeTheme', 'Notification', 'screen'],
  ...['powerMonitor', 'powerSaveBlocker', 'protocol', 'safeStorage', 'session', 'shell', 'Tray', 'net', 'autoUpdater'],
];

registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: 'electron:stand-in', format: 'module', shortCircuit: true } : next(name, context),
  load: (url, context, next) =>
    url === 'electron:stand-in'
      ? {
          format: 'module',
          shortCircuit: true,
          source: `const all = globalThis.electronForCommands; export default all;
${names.map((name) => `export const ${name} = all.${name};`).join('\n')}`,
        }
      : next(url, context),
});

const app = Object.assign(new EventEmitter(), {
  isPackaged: false,
  getPath: () => '/nonexistent',
  setPath: () => {},
  disableHardwareAcceleration: () => {},
  setActivationPolicy: () => {},
  whenReady: () => new Promise((resolve) => setImmediate(resolve)),
  exit: (exitCode: number) => process.exit(exitCode),
});

/** Says in the error output when it is used: many commands must do without, since macOS may ask the person. */
const sealing = (seal: boolean, bytes: Buffer) => {
  process.stderr.write('[the key store was used]\n');
  const [key, start] = [Buffer.alloc(32, 7), Buffer.alloc(16)];
  const cipher = seal ? createCipheriv('aes-256-ctr', key, start) : createDecipheriv('aes-256-ctr', key, start);
  return cipher.update(bytes);
};
const safeStorage = {
  isAsyncEncryptionAvailable: async () => process.env['TEST_KEY_STORE'] !== 'missing',
  isEncryptionAvailable: () => process.env['TEST_KEY_STORE'] !== 'missing',
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptStringAsync: async (text: string) => sealing(true, Buffer.from(text)),
  decryptStringAsync: async (sealed: Buffer) => ({
    result: sealing(false, sealed).toString(),
    shouldReEncrypt: false,
  }),
};
const session = {
  fromPartition: () => ({ resolveProxy: async () => 'DIRECT' }),
};

/** A part of Electron that no command may need. */
const unneeded = (name: string) =>
  new Proxy(class {}, {
    get: (_target, key) => {
      throw new Error(`A command used ${name}.${String(key)} of Electron.`);
    },
  });

Object.assign(globalThis, {
  electronForCommands: {
    ...Object.fromEntries(names.map((name) => [name, unneeded(name)])),
    app,
    safeStorage,
    session,
  },
});
