import { describe, expect, it } from 'vitest';
import type { Sealed } from '../../../src-main/credentials/secret-box.ts';
import { type Keychain, openSafeStorage } from '../../../src-main/shells/electron/safe-storage-box.ts';

const openBox = async (of: Keychain, platform: string) => (await openSafeStorage(of, platform)).box;

/** Reverses the text, which is enough to tell sealed from plain. */
const reverse = (text: string) => [...text].reverse().join('');

function keychain(change: Partial<Keychain> = {}): Keychain {
  return {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (plain) => Buffer.from(reverse(plain)),
    decryptStringAsync: async (sealed) => ({ shouldReEncrypt: false, result: reverse(sealed.toString()) }),
    getSelectedStorageBackend: () => 'gnome_libsecret',
    ...change,
  };
}

const fails = async () => {
  throw new Error('the keychain is locked');
};

describe('The SecretBox of the desktop', () => {
  it('The SecretBox opens what it sealed, also in another run', async () => {
    const sealed = await (await openBox(keychain(), 'darwin')).seal('geheim · 秘密');
    const other = await openBox(keychain(), 'darwin');
    expect([other.survivesRestart, await other.open(sealed)]).toEqual([true, 'geheim · 秘密']);
  });

  it('The SecretBox keeps the plain text out of the sealed one', async () => {
    const box = await openBox(keychain(), 'win32');
    expect(await box.seal('canary')).not.toContain('canary');
  });

  it.each([
    ['there is none', keychain({ isAsyncEncryptionAvailable: async () => false }), 'win32'],
    ['asking for it fails', keychain({ isAsyncEncryptionAvailable: fails }), 'darwin'],
    ['Linux has only the common password', keychain({ getSelectedStorageBackend: () => 'basic_text' }), 'linux'],
    ['Linux does not say which it has', keychain({ getSelectedStorageBackend: () => 'unknown' }), 'linux'],
  ])(
    'The SecretBox keeps nothing over a restart where %s, and seals for this run only',
    async (_why, absent, platform) => {
      const box = await openBox(absent, platform);
      const sealed = await box.seal('token');
      const afterRestart = await openBox(absent, platform);
      expect([box.survivesRestart, await box.open(sealed), await afterRestart.open(sealed)]).toEqual([
        false,
        'token',
        undefined,
      ]);
    },
  );

  it('The SecretBox asks for the kind of keychain only on Linux', async () => {
    const nowhereElse = keychain({
      getSelectedStorageBackend: () => {
        throw new Error('only on Linux');
      },
    });
    expect((await openBox(nowhereElse, 'darwin')).survivesRestart).toBe(true);
  });

  it('The SecretBox does not fall back to plain text when sealing fails', async () => {
    const box = await openBox(keychain({ encryptStringAsync: fails }), 'darwin');
    await expect(box.seal('secret')).rejects.toMatchObject({ code: 'secret.no-store' });
  });

  it('The SecretBox cannot open what the keychain refuses', async () => {
    const box = await openBox(keychain(), 'darwin');
    const sealed = await box.seal('secret');
    const locked = await openBox(keychain({ decryptStringAsync: fails }), 'darwin');
    expect(await locked.open(sealed)).toBeUndefined();
  });

  it('The SecretBox detects the garbage that a wrong key produces', async () => {
    const box = await openBox(
      keychain({ decryptStringAsync: async () => ({ shouldReEncrypt: false, result: '\u0003\u0091nonsense' }) }),
      'darwin',
    );
    expect(await box.open(await box.seal('secret'))).toBeUndefined();
  });

  it('The SecretBox does not ask the keychain about what another box sealed', async () => {
    let asked = 0;
    const counting = keychain({
      decryptStringAsync: async () => {
        asked += 1;
        return { shouldReEncrypt: false, result: '' };
      },
    });
    const box = await openBox(counting, 'darwin');
    // As another box writes it.
    expect([await box.open('tranship1.bm9uY2U.Y29udGVudA' as Sealed), asked]).toEqual([undefined, 0]);
  });

  it.each([
    ['there is none', keychain({ isAsyncEncryptionAvailable: async () => false }), 'win32', 'cannot be used'],
    ['asking for it fails', keychain({ isAsyncEncryptionAvailable: fails }), 'darwin', 'does not answer'],
    [
      'Linux has only the common password',
      keychain({ getSelectedStorageBackend: () => 'basic_text' }),
      'linux',
      'GNOME',
    ],
  ])('The SecretBox gives the reason why secrets are not kept where %s', async (_why, absent, platform, words) => {
    const { hint } = await openSafeStorage(absent, platform);
    expect([hint?.includes(words), hint?.includes('after a restart')]).toEqual([true, true]);
  });

  it('The SecretBox gives no reason where secrets are kept', async () => {
    expect(await openSafeStorage(keychain(), 'linux')).not.toHaveProperty('hint');
  });
});
