/** @file The SecretBox of the desktop: the system's keychain holds the key, Electron's safeStorage seals with it. */

import type { SafeStorage } from 'electron';
import { AppError } from '../../../src-preload/errors.ts';
import { createMemoryBox } from '../../credentials/memory-box.ts';
import type { Sealed, SecretBox } from '../../credentials/secret-box.ts';

export type Keychain = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

/** Stands in front of the sealed text, and inside it: a wrong key may open it to nonsense without complaint. */
const MARK = 'keychain1.';

/**
 * A box that the system's keychain opens, once the app is ready. Where there is no keychain worth the name, a box in
 * memory: it keeps nothing over a restart, and nothing is stored in the clear.
 * @param platform as `process.platform` says
 */
export async function createSafeStorageBox(keychain: Keychain, platform: string): Promise<SecretBox> {
  if (!(await isProtected(keychain, platform))) return createMemoryBox();
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

/** `basic_text` encrypts with a password that is the same in every Chromium: as good as none. */
async function isProtected(keychain: Keychain, platform: string): Promise<boolean> {
  try {
    if (!(await keychain.isAsyncEncryptionAvailable())) return false;
    return platform !== 'linux' || !['basic_text', 'unknown'].includes(keychain.getSelectedStorageBackend());
  } catch {
    return false;
  }
}
