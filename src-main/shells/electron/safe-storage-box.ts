/**
 * @file The SecretBox of the desktop: the system's keychain holds the key, and Electron's safeStorage encrypts with it.
 */

import type { SafeStorage as ElectronSafeStorage } from 'electron';
import { AppError } from '../../../src-shared/errors.ts';
import { createMemoryBox } from '../../credentials/memory-box.ts';
import type { Sealed, SecretBox } from '../../credentials/secret-box.ts';

export type Keychain = Pick<
  ElectronSafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

/** The prefix of the sealed text, and of the text inside it: a wrong key may decrypt it to garbage without an error. */
const MARK = 'keychain1.';

export interface SafeStorage {
  box: SecretBox;
  /** Why secrets do not survive a restart, in words for the person; absent if they do. */
  hint?: string;
}

/**
 * Opens a box that uses the system's keychain, once the app is ready. Without a secure keychain, returns a box in
 * memory, which keeps nothing over a restart and stores nothing in the clear.
 * @param platform the value of `process.platform`
 */
export async function openSafeStorage(keychain: Keychain, platform: string): Promise<SafeStorage> {
  const hint = await whatIsMissing(keychain, platform);
  return hint === undefined ? { box: keychainBox(keychain) } : { box: createMemoryBox(), hint };
}

function keychainBox(keychain: Keychain): SecretBox {
  return {
    survivesRestart: true,
    async seal(plain) {
      try {
        const content = await keychain.encryptStringAsync(MARK + plain);
        // The only place where sealed text is made.
        return `${MARK}${content.toString('base64url')}` as Sealed;
      } catch (cause) {
        throw new AppError('secret.no-store', {}, { cause });
      }
    },
    async open(sealed) {
      if (!sealed.startsWith(MARK)) return undefined;
      try {
        const { result } = await keychain.decryptStringAsync(Buffer.from(sealed.slice(MARK.length), 'base64url'));
        return result.startsWith(MARK) ? result.slice(MARK.length) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

const again = 'Tranship keeps secrets only in memory and asks for them again after a restart.';

/** `basic_text` encrypts with a password that is the same in every Chromium, which protects nothing. */
async function whatIsMissing(keychain: Keychain, platform: string): Promise<string | undefined> {
  try {
    if (!(await keychain.isAsyncEncryptionAvailable())) return `The system’s key store cannot be used. ${again}`;
    if (platform !== 'linux') return undefined;
    const isReal = !['basic_text', 'unknown'].includes(keychain.getSelectedStorageBackend());
    return isReal ? undefined : `This session has no key store (GNOME Keyring or KWallet). ${again}`;
  } catch {
    return `The system’s key store does not answer. ${again}`;
  }
}
