/** @file Snapshots of a machine: how they are taken, and what is said of their differences, with recorded trees. */

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { allowedChanges } from '../../.github/scripts/allowed-changes.ts';
import { readSnapshot, takeSnapshot } from '../../.github/scripts/machine-snapshot.ts';
import { type Entry, RegistryExport } from '../../.github/scripts/registry-export.ts';
import { compared, reportOf } from '../../.github/scripts/snapshot-comparison.ts';
import { placesOf } from '../../.github/scripts/snapshot-places.ts';

const HEAD = 'Windows Registry Editor Version 5.00';

function readAll(...lines: readonly string[]): Record<string, string> {
  const entries: Entry[] = [];
  const reading = new RegistryExport((entry) => entries.push(entry));
  for (const line of lines) reading.line(line);
  reading.end();
  return Object.fromEntries(entries);
}

describe('An export of the registry', () => {
  it('is an entry for each key and each value, with texts that people can read', () => {
    const lines = [
      `\uFEFF${HEAD}`,
      '',
      '[HKEY_CURRENT_USER\\Environment]',
      '@="of the key"',
      '"a \\"name\\" with \\\\"="D:\\\\Apps"',
      '"Count"=dword:0000002a',
      '"Path"=hex(2):43,00,3a,00,5c,\\',
      '  00,54,00,00,00',
      '"List"=hex(7):61,00,00,00,62,00,00,00,00,00',
      '"Bytes"=hex:01,02,\\',
      '  03',
      '"Text"="two',
      'lines"',
      '',
      '[HKEY_CURRENT_USER\\Environment\\Below]',
      '',
    ];
    expect(readAll(...lines)).toEqual({
      'HKEY_CURRENT_USER\\Environment\\': 'key',
      'HKEY_CURRENT_USER\\Environment\\@': 'of the key',
      'HKEY_CURRENT_USER\\Environment\\a "name" with \\': 'D:\\Apps',
      'HKEY_CURRENT_USER\\Environment\\Count': 'dword:0000002a',
      'HKEY_CURRENT_USER\\Environment\\Path': 'C:\\T',
      'HKEY_CURRENT_USER\\Environment\\List': 'a; b',
      'HKEY_CURRENT_USER\\Environment\\Bytes': 'hex:01,02,03',
      'HKEY_CURRENT_USER\\Environment\\Text': 'two\nlines',
      'HKEY_CURRENT_USER\\Environment\\Below\\': 'key',
    });
  });

  it.each([
    ['is empty', [], 'it has no key'],
    ['is of another program', ['[HKEY_CURRENT_USER]'], 'does not begin as an export'],
    ['has only its head', [HEAD, ''], 'it has no key'],
    ['was cut off', [HEAD, '[HKEY_CURRENT_USER]', '"Path"=hex(2):43,\\'], 'cut off within a value'],
    ['has a line of another form', [HEAD, '[HKEY_CURRENT_USER]', 'ERROR: Access is denied.'], 'another form'],
  ])('is refused where it %s', (_, lines, sentence) => {
    expect(() => readAll(...lines)).toThrow(sentence);
  });
});

describe('A snapshot', () => {
  /** A machine with a folder, and a program `reg` that does so with the name of the file in `$3`. */
  function machine(reg: string) {
    const folder = mkdtempSync(join(tmpdir(), 'tranship-machine-'));
    mkdirSync(join(folder, 'programs'));
    writeFileSync(join(folder, 'programs/reg'), `#!/bin/sh\n${reg}\n`, { mode: 0o755 });
    const before = process.env['PATH'];
    process.env['PATH'] = `${join(folder, 'programs')}:${before}`;
    onTestFinished(() => {
      process.env['PATH'] = before;
      rmSync(folder, { recursive: true });
    });
    return (change: Partial<Parameters<typeof takeSnapshot>[1]>) =>
      takeSnapshot(join(folder, 'taken.jsonl'), { keys: ['HKCU'], folders: [], landmarks: [], ...change }).then(() =>
        Object.fromEntries(readSnapshot(join(folder, 'taken.jsonl'))),
      );
  }
  const exported = `printf '\\377\\376' > "$3"; printf '${HEAD}\\r\\n\\r\\n[HKEY_CURRENT_USER\\\\A]\\r\\n' | iconv -t UTF-16LE >> "$3"`;

  it.skipIf(process.platform === 'win32')('has what reg.exe exports', async () => {
    expect(await machine(exported)({})).toEqual({ 'HKEY_CURRENT_USER\\A\\': 'key' });
  });

  it.skipIf(process.platform === 'win32').each([
    ['fails', 'exit 1', 'reg export HKCU'],
    ['ends well and writes nothing', 'exit 0', 'reg.exe ended well, but'],
    ['writes an empty file', ': > "$3"', 'cannot be used: it has no key'],
    ['prints its error into the file', 'echo "ERROR: Access is denied." > "$3"', 'does not begin as an export'],
  ])('is not taken where reg.exe %s, and says so', async (_, reg, sentence) => {
    await expect(machine(reg)({})).rejects.toThrow(sentence);
  });

  it('is not whole where something is missing that every machine has', async () => {
    await expect(machine('exit 1')({ keys: [], landmarks: ['HKEY_CURRENT_USER\\Environment\\'] })).rejects.toThrow(
      'The snapshot is not whole',
    );
  });

  it.skipIf(process.platform === 'win32')(
    'has folders as deep as asked, files by size or content, and links',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tranship-tree-'));
      onTestFinished(() => {
        chmodSync(join(folder, 'a'), 0o700);
        rmSync(folder, { recursive: true });
      });
      mkdirSync(join(folder, 'a/deep'), { recursive: true });
      writeFileSync(join(folder, 'a/deep/unseen'), '');
      writeFileSync(join(folder, 'file'), 'abc');
      symlinkSync('nowhere', join(folder, 'link'));
      const take = machine('exit 1');
      const folders = [
        { folder, levels: 2 },
        { folder: join(folder, 'missing'), levels: 1 },
      ];
      expect(await take({ keys: [], folders })).toEqual({
        [folder]: 'folder',
        [join(folder, 'a')]: 'folder',
        [join(folder, 'a/deep')]: 'folder',
        [join(folder, 'file')]: '3 bytes',
        [join(folder, 'link')]: 'a link to nowhere',
      });
      const byContent = await take({ keys: [], folders: [{ folder, levels: 1, byContent: true }] });
      expect(byContent[join(folder, 'file')]).toMatch(/^sha256 ba7816bf/);
    },
  );

  it('of Windows has the registry of person and machine, the menus, the desktops, and the data of apps', () => {
    const names = ['ProgramData', 'APPDATA', 'LOCALAPPDATA', 'USERPROFILE', 'PUBLIC', 'ProgramFiles', 'SystemRoot'];
    const { keys, folders } = placesOf('win32', Object.fromEntries(names.map((name) => [name, `C:\\${name}`])));
    expect(keys).toEqual(expect.arrayContaining(['HKCU', 'HKLM\\SOFTWARE']));
    expect(folders.map(({ folder }) => folder)).toEqual(
      expect.arrayContaining([
        'C:\\ProgramData\\Microsoft\\Windows\\Start Menu',
        'C:\\USERPROFILE\\Desktop',
        'C:\\APPDATA',
      ]),
    );
    expect(() => placesOf('win32', {})).toThrow('is not set');
  });

  it('of macOS has the apps, what is started by itself, and the libraries', () => {
    const folders = placesOf('darwin', { HOME: '/Users/mara' }).folders.map(({ folder }) => folder);
    expect(folders).toEqual(expect.arrayContaining(['/Applications', '/Library/LaunchAgents', '/Users/mara/Library']));
  });
});

describe('The difference of two snapshots', () => {
  const CLASSES = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Classes';
  const start = {
    'HKEY_CURRENT_USER\\Environment\\Path': 'C:\\Apps',
    'C:\\Users\\mara\\Desktop\\notes.txt': 'sha256 1',
    'HKEY_CURRENT_USER\\Software\\Other\\Count': 'dword:1',
  };
  const since = (change: Record<string, string>, stage: 'installed' | 'uninstalled' = 'uninstalled') =>
    compared(new Map(Object.entries(start)), new Map(Object.entries({ ...start, ...change })), stage, allowedChanges);
  const faultsOf = (change: Record<string, string>) => since(change).faults.map(({ place }) => place);

  it.each([
    'C:\\Users\\mara\\AppData\\Local\\Programs\\Tranship\\Tranship.exe',
    `${CLASSES}\\.jsonl\\OpenWithProgids\\Tranship.jsonl`,
    'HKEY_CURRENT_USER\\Software\\Classes\\CLSID\\{3B6C1E0A-7F5D-4C58-9E0B-5D2A8F41C7E6}\\LocalServer32\\Tranship',
    'HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Services\\Tranship\\',
    'C:\\Users\\mara\\AppData\\Roaming\\Microsoft\\Windows\\Start Menu\\Programs\\Tranship.lnk',
    'C:\\Users\\mara\\AppData\\Local\\tranship-updater\\installer.exe',
    '/Library/LaunchAgents/app.tranship.desktop.plist',
    '/usr/local/bin/tranship',
    // Without the name, but where installers write.
    `${CLASSES}\\Installer\\UpgradeCodes\\25F4D9B8E0C6B0E4A955F3D1C0E7A246\\747AF8BC17DA1F741B0A2F237D0ABF2F`,
    'C:\\Windows\\System32\\Tasks\\Every hour',
  ])('is a fault where this is left after all was uninstalled: %s', (place) => {
    expect(faultsOf({ [place]: 'left' })).toEqual([place]);
  });

  it.each([
    'C:\\Users\\mara\\AppData\\Local\\Tranship\\queue.db',
    'C:\\Users\\mara\\AppData\\Local\\Tranship Witness',
    '/Users/mara/Library/Application Support/Tranship/queue.db',
    'HKEY_CURRENT_USER\\Software\\Classes\\Local Settings\\MuiCache\\C:\\Tranship.exe.FriendlyAppName',
    'HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Notifications\\Settings\\app.tranship.desktop\\',
  ])('is allowed with a reason where this is left: %s', (place) => {
    const { faults, allowed } = since({ [place]: 'kept' });
    expect([faults, [...allowed.values()].flat().map((each) => each.place)]).toEqual([[], [place]]);
  });

  it('is a fault where the PATH is another one than before, or what was there is gone', () => {
    expect(faultsOf({ 'HKEY_CURRENT_USER\\Environment\\Path': 'C:\\Apps;C:\\Tranship' })).toHaveLength(1);
    const { faults } = compared(new Map(Object.entries(start)), new Map(), 'uninstalled', allowedChanges);
    expect(faults.map(({ what, place }) => `${what} ${place}`)).toEqual([
      'gone C:\\Users\\mara\\Desktop\\notes.txt',
      'gone HKEY_CURRENT_USER\\Environment\\Path',
    ]);
  });

  it('only tells what others have changed', () => {
    const { faults, elsewhere } = since({ 'HKEY_CURRENT_USER\\Software\\Other\\Count': 'dword:2' });
    expect([faults.length, elsewhere.length]).toEqual([0, 1]);
  });

  it('may be the app while that is installed', () => {
    const place = 'C:\\Program Files\\Tranship\\Tranship.exe';
    expect(since({ [place]: '1 bytes' }, 'installed').faults).toEqual([]);
  });

  it('is told in a report, with the faults first and each reason', () => {
    const report = reportOf(
      since({
        'C:\\Users\\mara\\AppData\\Local\\Tranship': 'folder',
        'HKEY_CURRENT_USER\\Environment\\Path': 'C:\\Apps;C:\\Tranship',
        'HKEY_CURRENT_USER\\Software\\Other\\Count': 'dword:2',
      }),
      'From start to gone',
    );
    expect(report.split('\n')).toEqual([
      'From start to gone',
      '',
      '1 difference should not be:',
      '  changed HKEY_CURRENT_USER\\Environment\\Path: C:\\Apps → C:\\Apps;C:\\Tranship',
      '',
      `1 difference allowed: ${allowedChanges[0]?.reason}`,
      '  new     C:\\Users\\mara\\AppData\\Local\\Tranship: folder',
      '',
      '1 difference elsewhere, which do not name Tranship:',
      '  changed HKEY_CURRENT_USER\\Software\\Other\\Count: dword:1 → dword:2',
      '',
    ]);
  });

  it('has a reason of its own for each allowed change', () => {
    const reasons = allowedChanges.map(({ reason }) => reason);
    expect(new Set(reasons).size).toBe(reasons.length);
  });
});

it('A file that is no snapshot is refused', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tranship-no-snapshot-')), 'a.jsonl');
  writeFileSync(file, '{}\n');
  expect(() => readSnapshot(file)).toThrow('is no snapshot');
  expect(readFileSync(file, 'utf8')).toBe('{}\n');
  rmSync(join(file, '..'), { recursive: true });
});
