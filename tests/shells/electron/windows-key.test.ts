/** @file The key of Windows comes back: whatever Chromium writes over it, the former one is put back before it looks. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { keychainWrap } from '../../../src-main/shells/electron/keychain.ts';
import { placeCommandData } from '../../../src-main/shells/electron/user-data.ts';
import { WindowsKey } from '../../../src-main/shells/electron/windows-key.ts';
import { createKeyring, replaceKey } from '../../../src-main/wire/credentials/keyring.ts';
import type { SealContext, Sealed } from '../../../src-main/wire/credentials/secret-box.ts';
import { WindowsOsCrypt } from '../../electron-double/main/windows-os-crypt.ts';
import { FakeClock } from '../../fake-clock.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const secret: SealContext = ['secret', 'Nordbank'];
let folder: string;
let settings: MemorySettings;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'chromium'));
  settings = new MemorySettings();
});
/** A start of the app on Windows, signed in as `person`. */
function start(person = 'mara', chromiumFolder = join(folder, 'chromium')) {
  const clock = new FakeClock();
  const windowsKey = new WindowsKey({ folder, chromium: chromiumFolder, clock });
  const chromium = new WindowsOsCrypt(chromiumFolder, person);
  const keychain = {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text: string) => chromium.encrypt(text) ?? Buffer.alloc(0),
    decryptStringAsync: async (sealed: Buffer) => {
      const result = chromium.decrypt(sealed);
      if (result === undefined) throw new Error('Error while decrypting the ciphertext provided to safeStorage.');
      return { result, shouldReEncrypt: false };
    },
    getSelectedStorageBackend: () => 'unknown' as const,
  };
  const wrap = keychainWrap(keychain, 'win32', windowsKey);
  const box = createKeyring({ settings, wrap, now: () => 0 });
  return { box, clock, wrap, chromium, replace: () => replaceKey({ settings, wrap, now: () => 0 }) };
}

/** As the window does in its own process. */
function takeElsewhere(): void {
  const name = { holder: 'the window', process: process.ppid, machine: hostname() };
  writeFileSync(join(folder, 'lock-holder.txt'), JSON.stringify(name));
}

/** The folder of Chromium in the process of a command. */
function ofCommand(): string {
  let placed = '';
  placeCommandData({ setPath: (_name, path) => (placed = path), on: () => {} }, folder, 'win32');
  return placed;
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
  const file = join(folder, 'chromium', 'Local State');
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
  expect([sealed, existsSync(join(folder, 'chromium', 'Local State'))]).toEqual([undefined, false]);
  chromium.commitPendingWrite();
  await clock.advance(1_000);
  await sealing;
  expect(sealed && (await start().box.open(sealed, secret))).toBe('geheim');
});

it('begins anew after a first start that a crash ended before Chromium had written the key', async () => {
  await start().box.key('settings');
  const { box, chromium } = start();
  await expect(box.key('settings')).resolves.toBeDefined();
  chromium.commitPendingWrite();
  expect(await start().box.seal('geheim', secret)).toBeDefined();
});

it('lets a command take nothing away from a first start that still runs', async () => {
  await start().box.key('settings');
  takeElsewhere();
  const before = structuredClone(settings.get('keyrings'));
  await expect(start('mara', ofCommand()).box.key('history')).rejects.toMatchObject({ code: 'secret.store-changed' });
  expect(settings.get('keyrings')).toEqual(before);
});

it('says that the key has changed once anything was entered, even if the first start was the only one', async () => {
  await storedSecret();
  await expect(start('another person').box.key('settings')).rejects.toMatchObject({ code: 'secret.store-changed' });
});

it('waits for the key that replaces one, as long as it takes to reach the disk', async () => {
  await storedSecret();
  const { box, clock, chromium, replace } = start('mara, with a new profile');
  const replacing = replace();
  await clock.advance(20_000);
  chromium.commitPendingWrite();
  await clock.advance(1_000);
  await replacing;
  const sealed = await box.seal('entered again', secret);
  expect(await start('mara, with a new profile').box.open(sealed, secret)).toBe('entered again');
});

it('replaces nothing where the new key does not get to the disk', async () => {
  await storedSecret();
  const { clock, replace } = start('mara, with a new profile');
  const before = structuredClone(settings.get('keyrings'));
  const replacing = expect(replace()).rejects.toMatchObject({ code: 'secret.store-closed' });
  await clock.advance(60_000);
  await replacing;
  expect(settings.get('keyrings')).toEqual(before);
});

it('takes what this run has sealed for no proof that its key is on the disk', async () => {
  const { box, clock, wrap, chromium } = start();
  await box.key('settings');
  const again = createKeyring({ settings, wrap, now: () => 0 });
  await again.key('settings');
  let isSealed = false;
  const sealing = again.seal('geheim', secret).then(() => {
    isSealed = true;
  });
  await clock.advance(5_000);
  expect(isSealed).toBe(false);
  chromium.commitPendingWrite();
  await clock.advance(1_000);
  await sealing;
});

it('keeps what a person enters beside a command that has made a key of its own', async () => {
  const window = start();
  takeElsewhere();
  const command = start('mara', ofCommand());
  const sealing = window.box.seal('geheim', secret);
  command.chromium.commitPendingWrite();
  await window.clock.advance(5_000);
  window.chromium.commitPendingWrite();
  await window.clock.advance(1_000);
  expect(await start().box.open(await sealing, secret)).toBe('geheim');
});

it('leaves nothing of a command’s own folder, not even after one that was killed', async () => {
  await storedSecret();
  const killed = join(folder, 'chromium', 'commands', '999999999-killed');
  mkdirSync(killed, { recursive: true });
  const quit: (() => void)[] = [];
  const own: string[] = [];
  placeCommandData({ setPath: (_name, path) => own.push(path), on: (_event, end) => quit.push(end) }, folder, 'win32');
  expect([existsSync(killed), existsSync(own.at(-1) ?? '')]).toEqual([false, true]);
  for (const end of quit) end();
  expect(existsSync(own.at(-1) ?? '')).toBe(false);
});

it('gives a command the key of the window, and the window that of a command', async () => {
  const first = start('mara', ofCommand());
  first.chromium.commitPendingWrite();
  const sealed = await first.box.seal('geheim', secret);
  const window = start();
  expect(await window.box.open(sealed, secret)).toBe('geheim');
  window.chromium.commitPendingWrite();
  expect(await start('mara', ofCommand()).box.open(sealed, secret)).toBe('geheim');
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
