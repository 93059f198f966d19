/** @file What our part of the MSI does when Windows Installer (Wine's) installs it, upgrades it and takes it away; at night. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completed } from '../../build/msi-project.js';
import { isNight } from '../harness/night.ts';
import { hasWindowsTools } from '../packaging/nsis-tools.ts';
import { lacking, onDriveZ, wine } from './wine.ts';

const canInstall = isNight && lacking === undefined && hasWindowsTools();
const folder = mkdtempSync(join(tmpdir(), 'tranship-msi-'));
const [chosen, another] = [join(folder, 'chosen'), join(folder, 'another')];
afterAll(() => {
  if (canInstall) execFileSync('wineserver', ['--kill'], { env: environment });
  rmSync(folder, { recursive: true });
});

/** A project as Electron-builder writes it, in the form of another compiler: `wixl` wants the components in a fragment. */
function project(version: string): string {
  const components =
    '<Component Id="Program" Guid="*"><File Id="mainExecutable" Source="Tranship.exe" KeyPath="yes"/></Component>';
  const text = completed(`<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
    <Product Id="*" Name="Tranship" UpgradeCode="8B9D4F52-6C0E-4E0B-9A55-3F1D0C7E2A64" Version="${version}" Language="1033" Manufacturer="T">
      <Package InstallScope="perMachine"/>
      <MajorUpgrade DowngradeErrorMessage="A newer version is installed."/>
      <MediaTemplate EmbedCab="yes"/>
      <Directory Id="TARGETDIR" Name="SourceDir"><Directory Id="ProgramFiles64Folder"><Directory Id="APPLICATIONFOLDER" Name="Tranship"/></Directory></Directory>
      <Feature Id="F"><ComponentGroupRef Id="ProductComponents"/></Feature>
      <ComponentGroup Id="ProductComponents" Directory="APPLICATIONFOLDER">${components}</ComponentGroup>
    </Product>
  </Wix>`);
  const group = /<ComponentGroup Id.*<\/ComponentGroup>/s.exec(text)?.[0] ?? '';
  return text.replace(group, '').replace('</Product>', `</Product><Fragment>${group}</Fragment>`);
}

function make(version: string): string {
  writeFileSync(join(folder, 'Tranship.exe'), 'program');
  writeFileSync(join(folder, `${version}.wxs`), project(version));
  execFileSync('wixl', ['-a', 'x64', '-o', `${version}.msi`, `${version}.wxs`], { cwd: folder, stdio: 'pipe' });
  return `${version}.msi`;
}

/** A Windows of its own, so that a test that fails leaves nothing installed. */
const environment = { PATH: process.env['PATH'], ...wine.environment, WINEPREFIX: join(folder, 'prefix') };

function windows(...values: string[]): void {
  execFileSync(wine.program, values, { cwd: folder, env: environment, stdio: 'ignore' });
}

/** @returns whether Windows Installer did it */
function msiexec(...values: string[]): boolean {
  try {
    windows('msiexec', ...values, '/qn');
    return true;
  } catch {
    return false;
  }
}

const isIn = (place: string) => existsSync(join(place, 'Tranship.exe'));

describe.runIf(canInstall)('The MSI', () => {
  let [older, newer] = ['', ''];
  beforeAll(() => {
    windows('wineboot', '-i');
    [older, newer] = [make('1.0.0'), make('1.1.0')];
  });

  it('upgrades in the folder into which it was installed, and is not replaced by an older one', () => {
    expect(msiexec('/i', older, `APPLICATIONFOLDER=${onDriveZ(chosen)}`)).toBe(true);
    expect(isIn(chosen)).toBe(true);
    expect(msiexec('/i', newer)).toBe(true);
    expect(isIn(chosen)).toBe(true);
    expect(msiexec('/i', older)).toBe(false);
    expect(msiexec('/x', newer)).toBe(true);
    expect(isIn(chosen)).toBe(false);
  });

  it('goes where an upgrade says', () => {
    expect(msiexec('/i', older, `APPLICATIONFOLDER=${onDriveZ(chosen)}`)).toBe(true);
    expect(msiexec('/i', newer, `APPLICATIONFOLDER=${onDriveZ(another)}`)).toBe(true);
    expect([isIn(chosen), isIn(another)]).toEqual([false, true]);
    expect(msiexec('/x', newer)).toBe(true);
    expect(isIn(another)).toBe(false);
  });
});
