/**
 * @file Wraps the key of the data folder on the desktop: the system's keychain holds a key of its own, and Electron's
 * safeStorage encrypts with it.
 */

import type { SafeStorage as ElectronSafeStorage } from 'electron';
import { AppError } from '../../../src-shared/errors.ts';
import type { KeyWrap } from '../../credentials/keyring.ts';

export type Keychain = Pick<
  ElectronSafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

/** The prefix of the wrapped text, and of the text inside it: a wrong key may decrypt it to garbage without an error. */
const MARK = 'keychain1.';

export type KeychainAccess =
  | { kind: 'available'; wrap: KeyWrap }
  /** `hint`: why secrets do not survive a restart, in words for the person. */
  | { kind: 'missing'; hint: string };

/**
 * The system's keychain, once the app is ready; without a secure one, secrets are kept in memory only, and nothing is
 * stored in the clear.
 * @param platform the value of `process.platform`
 */
export async function openKeychain(keychain: Keychain, platform: string): Promise<KeychainAccess> {
  const hint = await whatIsMissing(keychain, platform);
  return hint === undefined ? { kind: 'available', wrap: keychainWrap(keychain) } : { kind: 'missing', hint };
}

function keychainWrap(keychain: Keychain): KeyWrap {
  const unwrap = async (wrapped: string) => {
    if (!wrapped.startsWith(MARK)) return undefined;
    try {
      const { result } = await keychain.decryptStringAsync(Buffer.from(wrapped.slice(MARK.length), 'base64url'));
      return result.startsWith(MARK) ? result.slice(MARK.length) : undefined;
    } catch {
      return undefined;
    }
  };
  const wrap = async (content: string) => {
    try {
      return `${MARK}${(await keychain.encryptStringAsync(MARK + content)).toString('base64url')}`;
    } catch (cause) {
      throw new AppError('secret.no-store', {}, { cause });
    }
  };
  return {
    name: 'keychain',
    wrap,
    unwrap,
    async isLost() {
      // A key store that is locked or denied fails at this, too; one that works has another key than then.
      try {
        return (await unwrap(await wrap('probe'))) === 'probe';
      } catch {
        return false;
      }
    },
    // The keychain itself sealed each text then, in the same form.
    openFormer: unwrap,
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
