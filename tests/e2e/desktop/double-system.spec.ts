/** @file The double's system: a key store, notifications, sign-in and the end of a session must be no kinder than the real ones. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type ElectronDouble, keyStoreIn } from '../../electron-double/double.ts';
import { expect, lines, test } from './small-app.ts';

const windows = { platform: 'win32' } as const;
const stateSchema = z.looseObject({ os_crypt: z.looseObject({ encrypted_key: z.string() }) });

/** A small app on Windows that says whether it opens a text which another start has sealed, and stays. */
const keeper = `
  import { existsSync, readFileSync, writeFileSync } from 'node:fs';
  const file = app.getPath('appData') + '/sealed';
  app.whenReady().then(async () => {
    say('has a name', typeof safeStorage.getSelectedStorageBackend);
    if (existsSync(file))
      await safeStorage.decryptStringAsync(readFileSync(file)).then(({ result }) => say(result), ({ message }) => say(message));
    else {
      const sealed = await safeStorage.encryptStringAsync('geheim');
      say(sealed.toString('latin1').slice(0, 3));
      writeFileSync(file, sealed);
    }
    if (process.argv.includes('end')) app.quit();
    else say('stays');
  });
`;

/** What the file of Chromium's key holds, as Windows has it; undefined while there is none. */
async function writtenKey(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'settings/small/Local State'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : stateSchema.parse(JSON.parse(text)).os_crypt.encrypted_key;
}

const stays = (double: ElectronDouble) => expect.poll(() => double.output).toContain('» stays');

test('the key of Windows is in a file, which is written late and lost by a kill', async ({ startSmall, workplace }) => {
  const killed = await startSmall({ main: keeper }, windows);
  await stays(killed);
  expect(await writtenKey(workplace.folder)).toBeUndefined();
  await killed.kill();
  const next = await startSmall({ main: keeper }, { ...windows, arguments: ['end'] });
  expect(await lines(next)).toEqual([
    'has a name undefined',
    'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.',
  ]);
  expect(await writtenKey(workplace.folder)).toMatch(/^RFBBUE/);
});

test('a key that Windows cannot open for this person is replaced without a word', async ({ startSmall, workplace }) => {
  const end = { ...windows, arguments: ['end'] };
  expect(await lines(await startSmall({ main: keeper }, end))).toContain('v10');
  const before = await writtenKey(workplace.folder);
  expect(await lines(await startSmall({ main: keeper }, end))).toContain('geheim');
  expect(await writtenKey(workplace.folder)).toBe(before);
  const keyStore = keyStoreIn(workplace.folder, { person: 'SYSTEM' });
  const other = await startSmall({ main: keeper }, { ...end, keyStore });
  expect((await lines(other)).at(-1)).toContain('Error while decrypting');
  expect(await writtenKey(workplace.folder)).not.toBe(before);
});

test('of two processes that both make a key, the one that ends last has it written', async ({
  startSmall,
  workplace,
}) => {
  const first = await startSmall({ main: keeper }, windows);
  await stays(first);
  const second = await startSmall({ main: keeper }, { ...windows, arguments: ['end'] });
  await second.ended;
  const ofSecond = await writtenKey(workplace.folder);
  await first.do('quit', {});
  await first.ended;
  expect(await writtenKey(workplace.folder)).not.toBe(ofSecond);
});

test('Linux without a key store seals with the password that everybody has, and says so by its prefix', async ({
  startSmall,
  workplace,
}) => {
  const keyStore = keyStoreIn(workplace.folder, { backend: 'basic_text' });
  const main = `
    app.whenReady().then(async () => {
      say(safeStorage.getSelectedStorageBackend(), await safeStorage.isAsyncEncryptionAvailable());
      const sealed = await safeStorage.encryptStringAsync('geheim');
      say(sealed.toString('latin1').slice(0, 3), await safeStorage.decryptStringAsync(sealed));
      app.quit();
    });
  `;
  expect(await lines(await startSmall({ main }, { keyStore }))).toEqual([
    'basic_text true',
    'v10 {"result":"geheim","shouldReEncrypt":false}',
  ]);
});

test('what the system does not do, Electron passes over or tells in its own way', async ({ startSmall }) => {
  const main = `
    app.whenReady().then(async () => {
      say(Notification.isSupported());
      const told = new Notification({ title: 'a', body: 'b' });
      await new Promise((resolve) => { told.on('show', resolve); told.on('failed', (_event, error) => { say('failed', error); resolve(); }); told.show(); });
      say(await shell.openPath('/missing'));
      say([await session.defaultSession.resolveProxy('https://example.org')]);
      said(() => new BrowserWindow({ show: false }).setOverlayIcon(null, ''));
      app.setLoginItemSettings({ openAtLogin: true, args: ['--hidden'] });
      say(app.getLoginItemSettings().openAtLogin, app.getLoginItemSettings({ args: ['--hidden'] }).openAtLogin);
      app.exit();
    });
  `;
  const unkind = { notifications: 'failing', openPathProblem: 'Failed to open path', proxy: '' } as const;
  expect(await lines(await startSmall({ main }, { ...windows, ...unkind }))).toEqual([
    ...['true', 'failed The system does not show it.', 'Failed to open path', '[""]', 'no error undefined'],
    'false true',
  ]);
});

test('a second start’s arguments arrive with switches first, and with more of them', async ({ startSmall }) => {
  const main = `
    if (app.requestSingleInstanceLock({})) app.on('second-instance', (_event, argv) => { say(argv.slice(1)); app.quit(); });
    else app.quit();
    app.whenReady().then(() => say('stays'));
  `;
  const first = await startSmall({ main }, { isPackaged: true });
  await stays(first);
  await startSmall({ main }, { isPackaged: true, arguments: ['a.jsonl', '--hidden', '--', '-b.jsonl'] });
  expect(await lines(first)).toEqual([
    'stays',
    '["--hidden","--allow-file-access-from-files","a.jsonl","--","-b.jsonl"]',
  ]);
});

test('a page that a person has touched is asked before its window closes, and may refuse', async ({ startSmall }) => {
  const main = `
    app.whenReady().then(async () => {
      const window = await open();
      window.on('closed', () => say('closed'));
      window.webContents.on('will-prevent-unload', () => say('will-prevent-unload'));
      await window.webContents.executeJavaScript("onbeforeunload = (event) => event.preventDefault(); 1");
      window.webContents.once('will-prevent-unload', () => setTimeout(() => app.exit()));
      window.close();
    });
  `;
  expect(await lines(await startSmall({ main }))).toEqual(['will-prevent-unload', 'closed']);
});

test('the end of a session of Windows tells the window alone, and the power monitor hears nothing of it', async ({
  startSmall,
}) => {
  const main = `
    for (const name of ['before-quit', 'will-quit', 'quit']) app.on(name, () => say(name));
    process.on('exit', () => say('exit'));
    powerMonitor.on('shutdown', () => say('shutdown'));
    app.whenReady().then(async () => {
      const window = await open();
      window.on('session-end', () => say('session-end'));
      say('stays');
    });
  `;
  const double = await startSmall({ main }, windows);
  await stays(double);
  await expect(double.do('power', { event: 'shutdown' })).rejects.toThrow('no shutdown');
  await double.do('sessionEnds', { reasons: ['logoff'] }).catch(() => {});
  expect(await lines(double)).toEqual(['stays', 'session-end']);
});
