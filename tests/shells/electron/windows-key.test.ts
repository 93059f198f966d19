/** @file The key of Windows comes back: whatever Chromium writes over it, the former one is put back before it looks. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keychainWrap } from '../../../src-main/shells/electron/keychain.ts';
import { WindowsKey } from '../../../src-main/shells/electron/windows-key.ts';
import { createKeyring, replaceKey } from '../../../src-main/wire/credentials/keyring.ts';
import type { SealContext, Sealed } from '../../../src-main/wire/credentials/secret-box.ts';
import { WindowsOsCrypt } from '../../electron-double/main/windows-os-crypt.ts';
import { FakeClock } from '../../fake-clock.ts';
import { MemorySettings } from '../../memory-stores.ts';

const secret: SealContext = ['secret', 'Nordbank'];
let folder: string;
let settings: MemorySettings;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tranship-key-'));
  settings = new MemorySettings();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A start of the app on Windows, signed in as `person`. */
function start(person = 'mara') {
  const clock = new FakeClock();
  const windowsKey = new WindowsKey({ folder, chromium: folder, clock });
  const chromium = new WindowsOsCrypt(folder, person);
  const keychain = {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text: string) => chromium.encrypt(text),
    decryptStringAsync: async (sealed: Buffer) => {
      const result = chromium.decrypt(sealed);
      if (result === undefined) throw new Error('Error while decrypting the ciphertext provided to safeStorage.');
      return { result, shouldReEncrypt: false };
    },
    getSelectedStorageBackend: () => 'unknown' as const,
  };
  const wrap = keychainWrap(keychain, 'win32', windowsKey);
  const box = createKeyring({ settings, wrap, now: () => 0 });
  return { box, clock, chromium, replace: () => replaceKey({ settings, wrap, now: () => 0 }) };
}

/** A secret that was stored in an earlier run, whose process has ended in order. */
async function storedSecret(): Promise<Sealed> {
  const { box, chromium } = start();
  chromium.commitPendingWrite();
  return await box.seal('geheim', secret);
}

it('opens everything again after starts in which Windows could not open its key, and Chromium wrote another one', async () => {
  const sealed = await storedSecret();
  for (const _ of [1, 2]) {
    const { box, chromium } = start('mara, in another domain');
    await expect(box.open(sealed, secret)).rejects.toMatchObject({ code: 'secret.store-changed' });
    chromium.commitPendingWrite();
  }
  expect(await start().box.open(sealed, secret)).toBe('geheim');
});

it('opens everything again after the command line of a service has written another key beside the window', async () => {
  const sealed = await storedSecret();
  const window = start();
  const service = start('SYSTEM');
  service.chromium.commitPendingWrite();
  expect(await window.box.open(sealed, secret)).toBe('geheim');
  window.chromium.commitPendingWrite();
  expect(await start().box.open(sealed, secret)).toBe('geheim');
});

it('keeps the key of a folder from before there were copies', async () => {
  const sealed = await storedSecret();
  rmSync(join(folder, 'key-store.json'), { force: true });
  start('another person').chromium.commitPendingWrite();
  expect(await start().box.open(sealed, secret)).toBe('geheim');
});

it('keeps what else is in the file of Chromium', async () => {
  const sealed = await storedSecret();
  const file = join(folder, 'Local State');
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  start();
  writeFileSync(file, JSON.stringify({ ...kept, os_crypt: { audit_enabled: true }, window: 1 }));
  expect(await start().box.open(sealed, secret)).toBe('geheim');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ os_crypt: { audit_enabled: true }, window: 1 });
});

it('seals a secret only once Chromium has written the new key, so that a crash loses none', async () => {
  const { box, clock, chromium } = start();
  let sealed: Sealed | undefined;
  const sealing = box.seal('geheim', secret).then((text) => {
    sealed = text;
  });
  await clock.advance(5_000);
  expect([sealed, existsSync(join(folder, 'Local State'))]).toEqual([undefined, false]);
  chromium.commitPendingWrite();
  await clock.advance(1_000);
  await sealing;
  expect(sealed && (await start().box.open(sealed, secret))).toBe('geheim');
});

it('gives up after a while where Chromium cannot write its key', async () => {
  const { box, clock } = start();
  const sealing = expect(box.seal('geheim', secret)).rejects.toMatchObject({ code: 'secret.store-closed' });
  await clock.advance(60_000);
  await sealing;
});

it('keeps the new key once a person enters the secrets again, and the former one behind it', async () => {
  await storedSecret();
  const { box, chromium, replace } = start('mara, with a new profile');
  chromium.commitPendingWrite();
  await replace();
  const sealed = await box.seal('entered again', secret);
  start('SYSTEM').chromium.commitPendingWrite();
  expect(await start('mara, with a new profile').box.open(sealed, secret)).toBe('entered again');
  expect(JSON.parse(readFileSync(join(folder, 'key-store.json'), 'utf8')).encryptedKeys).toHaveLength(2);
});

it('replaces the key only once the new one rests on the disk', async () => {
  await storedSecret();
  const { clock, chromium, replace } = start('mara, with a new profile');
  const before = structuredClone(settings.get('keyrings'));
  const replacing = replace();
  await clock.advance(5_000);
  expect(settings.get('keyrings')).toEqual(before);
  chromium.commitPendingWrite();
  await clock.advance(1_000);
  await replacing;
  expect(settings.get('keyrings')).not.toEqual(before);
});
