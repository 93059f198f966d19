import { describe, expect, it } from 'vitest';
import { keychainWrap } from '../../../src-main/shells/electron/keychain.ts';
import { createKeyring } from '../../../src-main/wire/credentials/keyring.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { type Answer, SafeStorageDouble } from './safe-storage-double.ts';

const wrapOf = (answer: Answer, platform = 'darwin') => keychainWrap(new SafeStorageDouble(answer, platform), platform);

/** A data folder whose key was made on a computer that gave it. */
async function settingsWithKey(platform: string): Promise<MemorySettings> {
  const settings = new MemorySettings();
  await createKeyring({ settings, wrap: wrapOf('key', platform), now: () => 0 }).key('history');
  return settings;
}

const closed = { code: 'secret.store-closed', retryable: true };

describe('The keychain of the desktop', () => {
  it('The keychain opens what it wrapped, also in another run, and what it sealed before there were keyrings', async () => {
    const wrapped = await wrapOf('key').wrap('geheim · 秘密');
    const other = wrapOf('key');
    expect([await other.unwrap(wrapped), await other.openFormer(wrapped)]).toEqual([
      { content: 'geheim · 秘密', isOutdated: false },
      'geheim · 秘密',
    ]);
  });

  it('The keychain keeps the plain text out of the wrapped one', async () => {
    expect(await wrapOf('key', 'win32').wrap('canary')).not.toContain('canary');
  });

  it('A key that was replaced asks to be wrapped again', async () => {
    const storage = new SafeStorageDouble();
    const wrap = keychainWrap(storage, 'darwin');
    const wrapped = await wrap.wrap('secret');
    storage.shouldReEncrypt = true;
    expect(await wrap.unwrap(wrapped)).toEqual({ content: 'secret', isOutdated: true });
  });

  it('The garbage that a wrong key produces is detected', async () => {
    const storage = new SafeStorageDouble();
    const wrap = keychainWrap(storage, 'darwin');
    const wrapped = await wrap.wrap('secret');
    storage.decryptStringAsync = async () => ({ shouldReEncrypt: false, result: '\u0003\u0091nonsense' });
    expect(await wrap.unwrap(wrapped)).toBeUndefined();
  });

  it('The keychain is not asked about what it did not wrap', async () => {
    const storage = new SafeStorageDouble();
    const wrap = keychainWrap(storage, 'darwin');
    expect(await wrap.unwrap('scrypt1.17.8.1.salt.x')).toBeUndefined();
    expect(await wrap.openFormer('tranship1.a.b')).toBeUndefined();
    expect(storage.calls).toBe(0);
  });

  it.each([
    ['there is none', (storage: SafeStorageDouble) => (storage.isAvailable = false), 'win32', 'cannot be used'],
    [
      'Linux has only the common password',
      (storage: SafeStorageDouble) => (storage.backend = 'basic_text'),
      'linux',
      'no key store',
    ],
    [
      'Linux does not say which it has',
      (storage: SafeStorageDouble) => (storage.backend = 'unknown'),
      'linux',
      'no key store',
    ],
  ])('Nothing is sealed, with the reason, where %s', async (_why, change, platform, words) => {
    const storage = new SafeStorageDouble('key', platform);
    change(storage);
    const sealing = keychainWrap(storage, platform).wrap('secret');
    await expect(sealing).rejects.toMatchObject({ ...closed, detail: expect.stringContaining(words) });
  });
});

describe('A key store that counts as available and gives no key', () => {
  it.each([
    ['darwin', 'denied'],
    ['win32', 'Windows'],
    ['linux', 'locked'],
  ])('Nothing is sealed on %s, not even with the password that everybody has', async (platform, words) => {
    for (const answer of ['refused', 'permanently refused'] as const) {
      const sealing = wrapOf(answer, platform).wrap('secret');
      await expect(sealing).rejects.toMatchObject({ ...closed, detail: expect.stringContaining(words) });
    }
  });

  it.each(['darwin', 'win32', 'linux'])('A key is never lost to a store that is closed, on %s', async (platform) => {
    const settings = await settingsWithKey(platform);
    const before = structuredClone(settings.get('keyrings'));
    for (const answer of ['refused', 'permanently refused'] as const) {
      const box = createKeyring({ settings, wrap: wrapOf(answer, platform), now: () => 0 });
      await expect(box.key('history')).rejects.toMatchObject(closed);
      expect(settings.get('keyrings')).toEqual(before);
    }
  });

  it.each(['darwin', 'win32', 'linux'])(
    'A key store with another key is said to have changed, and nothing is replaced, on %s',
    async (platform) => {
      const settings = await settingsWithKey(platform);
      const before = structuredClone(settings.get('keyrings'));
      const opening = createKeyring({ settings, wrap: wrapOf('other key', platform), now: () => 0 }).key('history');
      await expect(opening).rejects.toMatchObject({ code: 'secret.store-changed', retryable: false });
      expect(settings.get('keyrings')).toEqual(before);
    },
  );

  it('A store that opens between two questions has lost nothing', async () => {
    const settings = await settingsWithKey('win32');
    const before = structuredClone(settings.get('keyrings'));
    const storage = new SafeStorageDouble('permanently refused', 'win32');
    const seal = storage.encryptStringAsync.bind(storage);
    storage.encryptStringAsync = async (plain) => {
      storage.answer('key');
      return await seal(plain);
    };
    await createKeyring({ settings, wrap: keychainWrap(storage, 'win32'), now: () => 0 }).key('history');
    expect(settings.get('keyrings')).toEqual(before);
  });
});

describe('What was sealed with the password that everybody has', () => {
  async function settingsOfThen(): Promise<MemorySettings> {
    const settings = await settingsWithKey('linux');
    const { keychain } = settings.get('keyrings') as { keychain: string };
    const opened = await wrapOf('key', 'linux').unwrap(keychain);
    const sealed = await new SafeStorageDouble('refused', 'linux').encryptStringAsync(`keychain1.${opened?.content}`);
    settings.set('keyrings', { keychain: `keychain1.${sealed.toString('base64url')}` });
    return settings;
  }

  it('is sealed again as soon as there is a key store', async () => {
    const settings = await settingsOfThen();
    await createKeyring({ settings, wrap: wrapOf('key', 'linux'), now: () => 0 }).key('history');
    const { keychain } = settings.get('keyrings') as { keychain: string };
    expect(await wrapOf('key', 'linux').unwrap(keychain)).toMatchObject({ isOutdated: false });
  });

  it('is not used as long as there is none', async () => {
    const settings = await settingsOfThen();
    const box = createKeyring({ settings, wrap: wrapOf('refused', 'linux'), now: () => 0 });
    await expect(box.key('history')).rejects.toMatchObject(closed);
  });
});
