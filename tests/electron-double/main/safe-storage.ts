/**
 * @file `safeStorage` as shell/browser/api/electron_api_safe_storage.cc has it: it says that it can be used as soon as the
 * app is ready, whatever the key store will say to the first use. With what it encrypts depends on the system.
 */

import type { SafeStorage } from 'electron';
import { z } from 'zod';
import { conform } from '../api/conformity.ts';
import { keyStoreStates } from '../control.ts';
import { KeyStoreOsCrypt } from './key-store-os-crypt.ts';
import { onCommand, requireReady, stage } from './stage.ts';
import { WindowsOsCrypt } from './windows-os-crypt.ts';

const BEFORE_READY = 'safeStorage cannot be used before app is ready';

/** Of Chromium, for one system. */
interface OsCrypt {
  /** Resolves once the system has given its first answer. */
  answered(): Promise<void>;
  /** Whether what failed may work later. */
  isPassing(): boolean;
  /** Undefined where it fails. */
  seal(text: string): Buffer | undefined;
  open(sealed: Buffer): { result: string; shouldReEncrypt: boolean } | undefined;
  /** As the app ends in order. */
  close(): void;
}

let present: OsCrypt | undefined;

function osCrypt(): OsCrypt {
  if (present === undefined) throw new Error('The app has not been launched yet.');
  return present;
}

const keyStore = new KeyStoreOsCrypt();

/** Before the app is ready, where its script has placed the folder of user data. */
export function openOsCrypt(userData: string): void {
  present = stage().options.platform === 'win32' ? windowsOsCrypt(userData) : keyStore;
}

export function closeOsCrypt(): void {
  present?.close();
}

function windowsOsCrypt(userData: string): OsCrypt {
  const windows = new WindowsOsCrypt(userData, stage().options.keyStore.person);
  windows.scheduleWrite();
  return {
    answered: async () => {},
    isPassing: () => false,
    seal: (text) => windows.encrypt(text),
    open: (sealed) => {
      const result = windows.decrypt(sealed);
      return result === undefined ? undefined : { result, shouldReEncrypt: false };
    },
    close: () => windows.commitPendingWrite(),
  };
}

type Implemented = 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync';

class SafeStorageDouble implements Pick<SafeStorage, Implemented> {
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    if (!stage().isReady) return false;
    await osCrypt().answered();
    return true;
  }

  async encryptStringAsync(plainText: string): Promise<Buffer> {
    requireReady(BEFORE_READY);
    await osCrypt().answered();
    const sealed = osCrypt().seal(plainText);
    if (sealed === undefined)
      throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.');
    return sealed;
  }

  async decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    requireReady(BEFORE_READY);
    if (!Buffer.isBuffer(encrypted))
      throw new Error('Expected the first argument of decryptStringAsync() to be a buffer');
    if (encrypted.length === 0) return { result: '', shouldReEncrypt: false };
    await osCrypt().answered();
    const opened = osCrypt().open(encrypted);
    if (opened !== undefined) return opened;
    if (osCrypt().isPassing())
      throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
    throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.');
  }
}

conform(SafeStorageDouble.prototype, 'SafeStorage');

/** Made after the start, because only Linux has the name of a backend. */
export function createSafeStorage(): SafeStorageDouble {
  const backend = () => (stage().isReady ? stage().options.keyStore.backend : 'unknown');
  const isLinux = stage().options.platform === 'linux';
  const storage = new SafeStorageDouble();
  Object.defineProperty(storage, 'getSelectedStorageBackend', { value: isLinux ? backend : undefined });
  return storage;
}

onCommand('setKeyStore', ({ state }) => keyStore.become(z.enum(keyStoreStates).parse(state)));
