/** @file Our part of the MSI, made into a package that Windows Installer (Wine's) can install. */

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completed } from '../../build/msi-project.js';

/** Makes the package of a version in the folder. @returns its name */
export function makePackage(folder: string, version: string): string {
  const [cwd, file] = [folder, `${version}.msi`];
  writeFileSync(join(folder, 'Tranship.exe'), `program of ${version}`);
  writeFileSync(join(folder, `${version}.wxs`), project(version));
  execFileSync('wixl', ['-a', 'x64', '-o', file, `${version}.wxs`], { cwd, stdio: 'pipe' });
  writeFileSync(join(folder, 'Environment.idt'), onThePath);
  execFileSync('msibuild', [file, '-i', 'Environment.idt'], { cwd, stdio: 'pipe' });
  for (const query of changesPath) execFileSync('msibuild', [file, '-q', query], { cwd, stdio: 'pipe' });
  return file;
}

/** What WiX makes of the change of the PATH, which `wixl` does not know. */
const environmentElement = /<Environment [^>]*\/>/;
const onThePath = [
  'Environment\tName\tValue\tComponent_',
  's72\tl255\tL255\ts72',
  'Environment\tEnvironment',
  'Path\t=-*PATH\t[~];[APPLICATIONFOLDER]resources\\command\tOnThePath',
  '',
].join('\r\n');
const changesPath = [
  ['RemoveEnvironmentStrings', 3300],
  ['WriteEnvironmentStrings', 5200],
].map(([action, place]) => `INSERT INTO InstallExecuteSequence (Action, Sequence) VALUES ('${action}', ${place})`);

/** A project as Electron-builder writes it, in the form of another compiler: `wixl` wants the components in a fragment. */
function project(version: string): string {
  const text = completed(`<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
    <Product Id="*" Name="Tranship" UpgradeCode="8B9D4F52-6C0E-4E0B-9A55-3F1D0C7E2A64" Version="${version}" Language="1033" Manufacturer="T">
      <Package InstallScope="perMachine"/>
      <MajorUpgrade DowngradeErrorMessage="A newer version is installed."/>
      <MediaTemplate EmbedCab="yes"/>
      <Directory Id="TARGETDIR" Name="SourceDir">
        <Directory Id="ProgramFiles64Folder"><Directory Id="APPLICATIONFOLDER" Name="Tranship"/></Directory>
        <Directory Id="ProgramMenuFolder"/>
      </Directory>
      <!-- With the command, as Electron-builder names its folder: "APPLICATIONFOLDER:\\resources\\command\\" -->
      <Feature Id="F"><ComponentGroupRef Id="ProductComponents"/></Feature>
      <ComponentGroup Id="ProductComponents" Directory="APPLICATIONFOLDER">
        <Component Id="Program" Guid="*"><File Id="mainExecutable" Source="Tranship.exe" KeyPath="yes"><Shortcut Id="Menu" Directory="ProgramMenuFolder" Name="Tranship" Advertise="no"/></File></Component>
      </ComponentGroup>
    </Product>
  </Wix>`)
    .replace(environmentElement, '')
    // As WiX does by itself for 64 bits.
    .replaceAll(/<(Component|RegistrySearch) /g, '<$1 Win64="yes" ');
  const group = /<ComponentGroup Id.*<\/ComponentGroup>/s.exec(text)?.[0] ?? '';
  return text.replace(group, '').replace('</Product>', `</Product><Fragment>${group}</Fragment>`);
}
