/**
 * @file What our part of the MSI does when Windows Installer (Wine's) installs it, upgrades it, repairs it and takes it away; at
 * night. The whole machine is compared before and after, by the scripts of the release.
 */

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Allowed, allowedChanges, type Stage } from '../../.github/scripts/allowed-changes.ts';
import { readSnapshot } from '../../.github/scripts/machine-snapshot.ts';
import { type Comparison, compared } from '../../.github/scripts/snapshot-comparison.ts';
import { isNight } from '../harness/night.ts';
import { hasWindowsTools } from '../packaging/nsis-tools.ts';
import { makePackage } from './msi.ts';
import { type OwnWindows, openOwnWindows } from './own-windows.ts';
import { lacking, onDriveZ, wine } from './wine.ts';

const canInstall = isNight && lacking === undefined && hasWindowsTools();
const script = onDriveZ(fileURLToPath(new URL('../../.github/scripts/snapshot.ts', import.meta.url)));

/** What this play and Wine 8 leave besides. */
const ofWine: readonly Allowed[] = [
  {
    reason: 'Wine shows the menu of Windows in that of this machine',
    place: /^HKEY_CURRENT_USER\\Software\\Wine\\MenuFiles/,
  },
  {
    reason: 'Wine leaves the separators of what it takes from the PATH',
    place: /\\Session Manager\\Environment\\PATH$/,
  },
  {
    reason: 'Windows Installer notes where a repair took the package from',
    place: /\\SourceList\\(LastUsedSource|Net\\2)$/,
  },
  { reason: 'Wine notes the network cards of this machine when it looks for them', place: /\\NetworkCards\\/ },
  { reason: 'the folder of the copies of packages is made with the first', place: /^C:\\windows\\Installer$/ },
];

let windows: OwnWindows;
let [older, newer] = ['', ''];
const at = (...names: string[]) => join(windows.folder, ...names);
const isIn = (place: string) => existsSync(join(place, 'Tranship.exe'));

/** Calls Windows Installer without questions. @returns whether it did it */
const msiexec = (...values: string[]) => windows.run(['msiexec', ...values, '/qn']).exitCode === 0;

function snapshot(name: string): string {
  const file = at(`${name}.jsonl`);
  const { exitCode, said } = windows.run([wine.node, script, 'take', onDriveZ(file)]);
  if (exitCode !== 0) throw new Error(said);
  return file;
}

/** All differences that are not allowed, also those that do not name Tranship: nothing else runs here. */
function unexpected(before: string, after: string, stage: Stage): string[] {
  const list = [...allowedChanges, ...ofWine];
  const { faults, elsewhere }: Comparison = compared(readSnapshot(before), readSnapshot(after), stage, list);
  return [...faults, ...elsewhere].map(({ what, place }) => `${what} ${place}`);
}

describe.runIf(canInstall)('The MSI', () => {
  beforeAll(() => {
    windows = openOwnWindows();
    [older, newer] = [makePackage(windows.folder, '1.0.0'), makePackage(windows.folder, '1.1.0')];
  });
  afterAll(() => windows.end());

  it('upgrades in the folder into which it was installed, and is not replaced by an older one', () => {
    const chosen = at('chosen');
    expect(msiexec('/i', older, `APPLICATIONFOLDER=${onDriveZ(chosen)}`)).toBe(true);
    expect(isIn(chosen)).toBe(true);
    expect(msiexec('/i', newer)).toBe(true);
    expect(isIn(chosen)).toBe(true);
    expect(msiexec('/i', older)).toBe(false);
    expect(msiexec('/x', newer)).toBe(true);
    expect(isIn(chosen)).toBe(false);
  });

  it('goes where an upgrade says', () => {
    const [chosen, another] = [at('chosen'), at('another')];
    expect(msiexec('/i', older, `APPLICATIONFOLDER=${onDriveZ(chosen)}`)).toBe(true);
    expect(msiexec('/i', newer, `APPLICATIONFOLDER=${onDriveZ(another)}`)).toBe(true);
    expect([isIn(chosen), isIn(another)]).toEqual([false, true]);
    expect(msiexec('/x', newer)).toBe(true);
    expect(isIn(another)).toBe(false);
  });

  it('changes on the whole machine only what is allowed with a reason, and takes it away again', () => {
    const start = snapshot('start');
    expect(msiexec('/i', older)).toBe(true);
    const installed = snapshot('installed');
    expect(unexpected(start, installed, 'installed')).toEqual([]);
    expect(unexpected(start, installed, 'uninstalled')).toContainEqual(expect.stringContaining('Tranship.lnk'));

    expect(msiexec('/i', newer)).toBe(true);
    const upgraded = snapshot('upgraded');
    expect(unexpected(start, upgraded, 'installed')).toEqual([]);

    const program = at('prefix/drive_c/Program Files/Tranship/Tranship.exe');
    rmSync(program);
    expect(msiexec('/i', newer, 'REINSTALL=ALL', 'REINSTALLMODE=amus')).toBe(true);
    expect(unexpected(upgraded, snapshot('repaired'), 'uninstalled')).toEqual([]);

    writeFileSync(at('prefix/drive_c/Program Files/Tranship/of-others.txt'), 'left behind');
    expect(msiexec('/x', newer)).toBe(true);
    expect(unexpected(start, snapshot('left'), 'uninstalled')).toEqual([
      'new C:\\Program Files\\Tranship',
      'new C:\\Program Files\\Tranship\\of-others.txt',
    ]);
    rmSync(at('prefix/drive_c/Program Files/Tranship'), { recursive: true });
    expect(unexpected(start, snapshot('gone'), 'uninstalled')).toEqual([]);
  });
});
