import { describe, expect, it } from 'vitest';
import { type Keychain, openKeychain } from '../../../src-main/shells/electron/keychain.ts';

async function wrapOf(of: Keychain, platform: string) {
  const access = await openKeychain(of, platform);
  if (access.kind === 'missing') throw new Error(access.hint);
  return access.wrap;
}

/** Reverses the text, which is enough to tell wrapped from plain. */
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

describe('The keychain of the desktop', () => {
  it('The keychain opens what it wrapped, also in another run, and what it sealed before there were keyrings', async () => {
    const wrapped = await (await wrapOf(keychain(), 'darwin')).wrap('geheim · 秘密');
    const other = await wrapOf(keychain(), 'darwin');
    expect([await other.unwrap(wrapped), await other.openFormer(wrapped)]).toEqual(['geheim · 秘密', 'geheim · 秘密']);
  });

  it('The keychain keeps the plain text out of the wrapped one', async () => {
    expect(await (await wrapOf(keychain(), 'win32')).wrap('canary')).not.toContain('canary');
  });

  it('The keychain is asked for its kind only on Linux', async () => {
    const nowhereElse = keychain({
      getSelectedStorageBackend: () => {
        throw new Error('only on Linux');
      },
    });
    expect((await openKeychain(nowhereElse, 'darwin')).kind).toBe('available');
  });

  it('Nothing falls back to plain text when the keychain fails', async () => {
    const wrap = await wrapOf(keychain({ encryptStringAsync: fails }), 'darwin');
    await expect(wrap.wrap('secret')).rejects.toMatchObject({ code: 'secret.no-store' });
  });

  it('What the keychain refuses cannot be opened', async () => {
    const wrapped = await (await wrapOf(keychain(), 'darwin')).wrap('secret');
    const locked = await wrapOf(keychain({ decryptStringAsync: fails }), 'darwin');
    expect(await locked.unwrap(wrapped)).toBeUndefined();
  });

  it('A key is lost only where the keychain works and has another one', async () => {
    expect(await (await wrapOf(keychain(), 'darwin')).isLost()).toBe(true);
    expect(await (await wrapOf(keychain({ decryptStringAsync: fails }), 'darwin')).isLost()).toBe(false);
    expect(await (await wrapOf(keychain({ encryptStringAsync: fails }), 'darwin')).isLost()).toBe(false);
  });

  it('The garbage that a wrong key produces is detected', async () => {
    const wrap = await wrapOf(
      keychain({ decryptStringAsync: async () => ({ shouldReEncrypt: false, result: '\u0003\u0091nonsense' }) }),
      'darwin',
    );
    expect(await wrap.unwrap(await wrap.wrap('secret'))).toBeUndefined();
  });

  it('The keychain is not asked about what it did not wrap', async () => {
    let asked = 0;
    const counting = keychain({
      decryptStringAsync: async () => {
        asked += 1;
        return { shouldReEncrypt: false, result: '' };
      },
    });
    const wrap = await wrapOf(counting, 'darwin');
    expect([await wrap.unwrap('scrypt1.17.8.1.salt.x'), await wrap.openFormer('tranship1.a.b'), asked]).toEqual([
      undefined,
      undefined,
      0,
    ]);
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
    ['Linux does not say which it has', keychain({ getSelectedStorageBackend: () => 'unknown' }), 'linux', 'GNOME'],
  ])('The keychain counts as missing, with the reason, where %s', async (_why, absent, platform, words) => {
    const access = await openKeychain(absent, platform);
    expect(access).toEqual({ kind: 'missing', hint: expect.stringContaining(words) });
    expect(access).toEqual({ kind: 'missing', hint: expect.stringContaining('after a restart') });
  });
});
