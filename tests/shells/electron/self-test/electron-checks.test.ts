/** @file The checks that only Electron can answer pass and fail with what it answers. */

import { expect, it } from 'vitest';
import { pageOf } from '../../../../src-main/shells/electron/page.ts';
import { type ElectronPorts, electronChecks } from '../../../../src-main/shells/electron/self-test/electron-checks.ts';
import { SafeStorageDouble } from '../safe-storage-double.ts';

const page = pageOf(undefined);

/** What Electron gives, with what the page sees. */
function electron(
  [address, ...seen]: [string, ...unknown[]] = [page.address, 'undefined', '1.2.3', false],
  change: Partial<ElectronPorts> = {},
) {
  const open = new Set<string>();
  const ports: ElectronPorts = {
    platform: 'darwin',
    safeStorage: new SafeStorageDouble('key', 'darwin'),
    picture: { isEmpty: () => false, getSize: () => ({ width: 16, height: 16 }) },
    createTray: () => {
      open.add('tray');
      return { setToolTip: () => {}, destroy: () => void open.delete('tray') };
    },
    page,
    createWindow: () => {
      open.add('window');
      return {
        loadURL: async () => {},
        destroy: () => void open.delete('window'),
        webContents: { executeJavaScript: async () => seen, getURL: () => address },
      };
    },
    resolveProxy: async () => 'PROXY proxy.bank.example:8080',
    ipcMain: { handle: (name) => void open.add(name), removeHandler: (name) => void open.delete(name) },
    app: { getVersion: () => '1.2.3' },
    ...change,
  };
  const run = async (name: string) => {
    const check = electronChecks(ports).find((one) => one.name === name);
    return await check?.run(new AbortController().signal);
  };
  return { open, run };
}

it.each([
  ['key-store', 'Keychain'],
  ['tray', '16 × 16'],
  ['proxy', 'by PROXY proxy.bank.example:8080'],
  ['protocol', 'the bridge answers'],
])('the check of the %s passes, and leaves nothing open', async (name, words) => {
  const { open, run } = electron();
  expect(await run(name)).toContain(words);
  expect([...open]).toEqual([]);
});

it('the check of the key store fails where access was denied', async () => {
  const { run } = electron(undefined, { safeStorage: new SafeStorageDouble('refused', 'darwin') });
  await expect(run('key-store')).rejects.toThrow('was denied');
});

it('the check of the tray fails without its picture', async () => {
  const picture = { isEmpty: () => true, getSize: () => ({ width: 0, height: 0 }) };
  await expect(electron(undefined, { picture }).run('tray')).rejects.toThrow('cannot be read');
});

it('the check of the proxy fails where the system says nothing', async () => {
  await expect(electron(undefined, { resolveProxy: async () => '' }).run('proxy')).rejects.toThrow('does not say');
});

it.each<[string, [string, ...unknown[]], string]>([
  ['another page is shown', ['chrome-error://chromewebdata/', 'undefined', '1.2.3', false], 'chrome-error'],
  ['the page reaches Node', [page.address, 'function', '1.2.3', false], 'reaches Node'],
  ['the bridge answers something else', [page.address, 'undefined', undefined, false], 'Over the bridge'],
  ['it runs text as a program', [page.address, 'undefined', '1.2.3', true], 'policy does not hold'],
])('the check of the page fails where %s, and closes its window', async (_what, seen, words) => {
  const { open, run } = electron(seen);
  await expect(run('protocol')).rejects.toThrow(words);
  expect([...open]).toEqual([]);
});
