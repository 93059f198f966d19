/**
 * @file Wraps the key of the data folder on the desktop: the system's keychain holds a key of its own, and Electron's
 * safeStorage encrypts with it.
 * [Note: What safeStorage does not tell] It asks the system once in a process. That it is “available” means only that
 * the system has answered: access may have been denied. On Linux it then encrypts with a password that is the same
 * everywhere, without an error. So nothing counts before it was sealed and opened again, and seen to be protected.
 */

import type { SafeStorage as ElectronSafeStorage } from 'electron';
import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import type { KeyWrap, Unwrapped } from '../../app.ts';
import type { Proving, WindowsKey } from './windows-key.ts';

export type Keychain = Pick<
  ElectronSafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

/** The prefix of the wrapped text, and of the text inside it: a wrong key may decrypt it to garbage without an error. */
const MARK = 'keychain1.';

/** What Chromium on Linux writes before everything that it sealed with the common password. */
const COMMON_PASSWORD = 'v10';

/** Why nothing can be sealed or opened, for the person. Electron does not tell a locked store from a denied one. */
const closedReasons: Readonly<Record<string, Said>> = {
  darwin: fact('macOS does not give Tranship its key: the keychain is locked, or its use by Tranship was denied.'),
  win32: fact('Windows does not give Tranship its key: your sign-in to Windows cannot open it at the moment.'),
  linux: fact('The key store of this session (GNOME Keyring or KWallet) is locked, or does not run.'),
};
const noStore = {
  anywhere: fact('The system’s key store cannot be used.'),
  linux: fact('This session has no key store (GNOME Keyring or KWallet).'),
  silent: fact('The system’s key store does not answer.'),
};

/**
 * Wraps with the system's keychain, once the app is ready. What cannot be sealed, or is not protected then, throws
 * secret.store-closed; nothing is ever stored in the clear.
 * @param platform the value of `process.platform`
 * @param windowsKey where Windows keeps the key in a file
 */
export function keychainWrap(keychain: Keychain, platform: string, windowsKey?: WindowsKey): KeyWrap {
  const closed = (reason: Said, cause?: unknown) => new AppError('secret.store-closed', { reason }, { cause });
  const refused = (cause?: unknown) => closed(closedReasons[platform] ?? noStore.anywhere, cause);
  const isUnprotected = (sealed: Buffer) =>
    platform === 'linux' && sealed.toString('latin1').startsWith(COMMON_PASSWORD);

  const decrypt = async (wrapped: string): Promise<Unwrapped | undefined> => {
    const sealed = bytesOf(wrapped);
    try {
      const { result, shouldReEncrypt } = await keychain.decryptStringAsync(sealed);
      if (!result.startsWith(MARK)) return undefined;
      return { content: result.slice(MARK.length), isOutdated: shouldReEncrypt || isUnprotected(sealed) };
    } catch (cause) {
      if (isPassing(cause)) throw refused(cause);
      return undefined;
    }
  };

  const wrap = async (content: string): Promise<string> => {
    const missing = await whatIsMissing(keychain, platform);
    if (missing !== undefined) throw closed(missing);
    const sealed = await keychain.encryptStringAsync(MARK + content).catch((cause: unknown) => {
      throw refused(cause);
    });
    if (isUnprotected(sealed)) throw refused();
    const wrapped = `${MARK}${sealed.toString('base64url')}`;
    windowsKey?.noteWrapped(wrapped);
    if ((await decrypt(wrapped))?.content !== content) throw refused();
    return wrapped;
  };

  const proving: Proving = {
    seal: () => wrap(PROBE),
    opens: async (proof) => (await decrypt(proof))?.content === PROBE,
  };

  const unwrap = async (wrapped: string) => {
    if (!wrapped.startsWith(MARK)) return undefined;
    const opened = await decrypt(wrapped);
    // What everybody can open is used only where it will be protected from now on.
    if (opened !== undefined && isUnprotected(bytesOf(wrapped))) await wrap(PROBE);
    if (opened !== undefined) await windowsKey?.noteOpened(wrapped, proving);
    return opened;
  };

  return {
    name: 'keychain',
    wrap,
    unwrap,
    /** True only of a store that works, and so must have another key than then; a closed one throws. */
    async hasChanged() {
      await wrap(PROBE);
      return true;
    },
    ...(windowsKey && {
      disk: {
        isReached: () => windowsKey.isSettled,
        isShared: () => windowsKey.isShared,
        reached: () => windowsKey.settled(proving),
      },
    }),
    // The keychain itself sealed each text then, in the same form.
    openFormer: async (sealed) => (await unwrap(sealed))?.content,
  };
}

const PROBE = 'probe';

function bytesOf(wrapped: string): Buffer {
  return Buffer.from(wrapped.slice(MARK.length), 'base64url');
}

/** Electron has only words for it; every other failure is looked into by `hasChanged`. */
function isPassing(thrown: unknown): boolean {
  return thrown instanceof Error && /temporar/i.test(thrown.message);
}

/** `basic_text` encrypts with a password that is the same in every Chromium, which protects nothing. */
async function whatIsMissing(keychain: Keychain, platform: string): Promise<Said | undefined> {
  try {
    if (!(await keychain.isAsyncEncryptionAvailable())) return noStore.anywhere;
    if (platform !== 'linux') return undefined;
    return ['basic_text', 'unknown'].includes(keychain.getSelectedStorageBackend()) ? noStore.linux : undefined;
  } catch {
    return noStore.silent;
  }
}
