/** @file The SecretBox of the desktop: the system's keychain holds the key, Electron's safeStorage seals with it. */

import type { SafeStorage as ElectronSafeStorage } from 'electron';
import { AppError } from '../../../src-shared/errors.ts';
import { createMemoryBox } from '../../credentials/memory-box.ts';
import type { Sealed, SecretBox } from '../../credentials/secret-box.ts';

export type Keychain = Pick<
  ElectronSafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

/** Stands in front of the sealed text, and inside it: a wrong key may open it to nonsense without complaint. */
const MARK = 'keychain1.';

export interface SafeStorage {
  box: SecretBox;
  /** Why secrets are not kept over a restart, if so, in words for the person. */
  hint?: string;
}

/**
 * A box that the system's keychain opens, once the app is ready. Where there is no keychain worth the name, a box in
 * memory: it keeps nothing over a restart, and nothing is stored in the clear.
 * @param platform as `process.platform` says
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
        // This is where sealed text comes from.
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

/** `basic_text` encrypts with a password that is the same in every Chromium: as good as none. */
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
