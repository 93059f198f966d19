/** @file The installers for Windows; they are made at night. */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { completed } from '../../build/msi-project.js';
import manifest from '../../package.json' with { type: 'json' };
import { TOAST_ACTIVATOR } from '../../src-main/shells/electron/toast.ts';
import { exportEndings } from '../../src-shared/folder-contents.ts';
import { INSTALL_PATIENCE_MS } from '../debian-packages.ts';
import { isNight } from '../harness/night.ts';
import { folderOfFile } from '../temporary-folder.ts';
import { root, runBuilder } from './builder.ts';
import { fakeElectron } from './fake-electron.ts';
import { hasWindowsTools, nsisTools } from './nsis-tools.ts';

const classes = 'Software\\Classes';
const ofEachEnding = (place: (ending: string) => string) =>
  Object.fromEntries(exportEndings.map((ending) => [place(ending), '']));
/** Under “Open with”, for files of this kind and for this app; both installers write the same. */
const openWith = {
  ...ofEachEnding((ending) => `${classes}\\.${ending}\\OpenWithProgids\\Tranship.jsonl`),
  [`${classes}\\Tranship.jsonl\\`]: 'JSON Lines export',
  [`${classes}\\Tranship.jsonl\\DefaultIcon\\`]: 'PROGRAM,0',
  [`${classes}\\Tranship.jsonl\\shell\\open\\command\\`]: '"PROGRAM" "%1"',
  [`${classes}\\Applications\\Tranship.exe\\FriendlyAppName`]: 'Tranship',
  ...ofEachEnding((ending) => `${classes}\\Applications\\Tranship.exe\\SupportedTypes\\.${ending}`),
  [`${classes}\\Applications\\Tranship.exe\\shell\\open\\command\\`]: '"PROGRAM" "%1"',
};

const folder = folderOfFile();

const canMake = isNight && process.platform === 'linux' && hasWindowsTools();

async function make(target: string, options: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const electron = await fakeElectron(folder, 'win32', manifest.devDependencies.electron);
  const places = [`--config.electronDist=${electron}`, `--config.directories.output=${join(folder, target)}`];
  return runBuilder(['--win', target, '--x64', ...places, ...options], environment);
}

describe.runIf(canMake)('The installer that asks', () => {
  let compiled = '';
  const instructions = (name: string) => compiled.split('\n').filter((line) => line.startsWith(`${name}: `));

  beforeAll(async () => {
    const log = join(folder, 'compiled');
    const { code, said } = await make('nsis', [], nsisTools(folder, log));
    if (code !== 0) throw new Error(said);
    compiled = readFileSync(log, 'utf8');
  }, INSTALL_PATIENCE_MS);

  it('is made from the templates of Electron-builder and our part, with warnings as errors', () => {
    const file = join(folder, `nsis/Tranship-${manifest.version}-setup.exe`);
    expect(statSync(file).size).toBeGreaterThan(100_000);
    expect(existsSync(`${file}.blockmap`)).toBe(false);
  });

  it('adds Tranship to “Open with”', () => {
    const prefix = /^WriteReg(?:Str|None): SHELL_CONTEXT\\/;
    const written = [...instructions('WriteRegStr'), ...instructions('WriteRegNone')]
      .map((line) => line.replace(prefix, ''))
      .filter((line) => line.startsWith(classes))
      .map((line) => line.replaceAll('$appExe', 'PROGRAM').split(/=(.*)/s).slice(0, 2));
    expect(Object.fromEntries(written)).toEqual(openWith);
  });

  it('takes all of it away again, and nothing of others', () => {
    const removed = [...instructions('DeleteRegKey'), ...instructions('DeleteRegValue')];
    expect(removed.filter((line) => line.includes(classes)).sort()).toEqual([
      `DeleteRegKey: HKCU\\${classes}\\CLSID\\${TOAST_ACTIVATOR}`,
      `DeleteRegKey: SHELL_CONTEXT\\${classes}\\Applications\\Tranship.exe`,
      `DeleteRegKey: SHELL_CONTEXT\\${classes}\\Tranship.jsonl`,
      ...exportEndings
        .map((ending) => `DeleteRegValue: SHELL_CONTEXT\\${classes}\\.${ending}\\OpenWithProgids\\Tranship.jsonl`)
        .sort(),
    ]);
  });

  it('tells Windows who publishes it, and what it is', () => {
    const said = instructions('WriteRegStr').join('\n');
    expect(said).toContain('Publisher=Tranship');
    expect(said).toContain(`Comments=${manifest.description}`);
    expect(said).toContain(`DisplayVersion=${manifest.version}`);
  });

  it('leaves no key behind that has become empty, and no copy of the installer', () => {
    for (const ending of exportEndings)
      expect(compiled).toContain(`Call shlwapi::SHDeleteEmptyKeyW(p r0, w "${classes}\\.${ending}")`);
    expect(instructions('RMDir').filter((line) => line.includes('tranship-updater'))).toHaveLength(2);
  });

  it('refuses to go back, with the code of Windows Installer', () => {
    const asked = [...compiled.matchAll(/^ReadRegStr \$0 (\w+)\\.*\\DisplayVersion$/gm)].map(([, hive]) => hive);
    expect(asked).toEqual(['HKEY_CURRENT_USER', 'HKEY_LOCAL_MACHINE']);
    expect(instructions('SetErrorLevel')).toContain('SetErrorLevel: 1638');
  });

  it.each(['/allusers', '/currentuser'])('knows the switch %s', (option) => {
    expect(compiled).toContain(option);
  });

  it('contains no program that elevates others', () => {
    const installer = join(folder, 'nsis', `Tranship-${manifest.version}-setup.exe`);
    const listing = execFileSync('7za', ['l', installer], { encoding: 'utf8' });
    const programs = [...listing.matchAll(/A +\d.* (\S+\.exe)$/gm)].map(([, name = '']) => name);
    expect(programs.filter((name) => !name.startsWith('resources/command/'))).toEqual(['Tranship.exe']);
    expect(existsSync(join(folder, 'nsis/win-unpacked/resources/elevate.exe'))).toBe(false);
  });
});

describe.runIf(isNight)('The installer for all users', () => {
  let project = '';

  beforeAll(async () => {
    // The compiler runs on Windows only and would be downloaded: our hook is called, then the build ends.
    const hook = join(folder, 'hook.mjs');
    const ours = pathToFileURL(join(root, 'build/msi-project.js'));
    const copy = join(folder, 'project.wxs');
    writeFileSync(
      hook,
      `import { copyFileSync } from 'node:fs';
       import ours from ${JSON.stringify(ours.href)};
       export default (path) => {
         ours(path);
         copyFileSync(path, ${JSON.stringify(copy)});
         throw new Error('The project is written.');
       };`,
    );
    const { said } = await make('msi', [`--config.msiProjectCreated=${hook}`]);
    if (!said.includes('The project is written.')) throw new Error(said);
    project = readFileSync(copy, 'utf8');
  });

  it.each([
    ['is for the machine', '<Property Id="ALLUSERS" Secure="yes" Value="1"/>'],
    ['replaces older versions', 'UpgradeCode="8B9D4F52-6C0E-4E0B-9A55-3F1D0C7E2A64"'],
    ['refuses to go back', '<MajorUpgrade AllowSameVersionUpgrades="yes" DowngradeErrorMessage='],
    ['names its publisher', 'Manufacturer="Tranship"'],
    ['goes where other programs are', '<Directory Id="ProgramFiles64Folder">'],
    ['starts the app for a click on a notification', TOAST_ACTIVATOR],
    ['has notifications under the name of the app', 'Value="app.tranship.desktop"'],
  ])('%s', (_, text) => expect(project).toContain(text));

  it.each([
    ['does not start the app', 'runAfterFinish'],
    ['asks nothing', '<UIRef'],
    ['puts nothing on desktops', 'desktopShortcut'],
    ['makes the app the default for nothing', '<Extension'],
    ['contains no program that elevates others', 'elevate.exe'],
  ])('%s', (_, text) => expect(project).not.toContain(text));

  it.skipIf(!canMake)('adds Tranship to “Open with”', () => {
    const component = /<Component Id="OpenWith".*?<\/Component>/s.exec(project)?.[0] ?? '';
    expect(registryOf(component)).toEqual(openWith);
  });
});

describe('The project of the installer for all users', () => {
  it.each([
    ['puts the command on the PATH where it ships', 'resources\\command', true],
    ['leaves the PATH alone where no command ships', 'resources', false],
  ])('%s', (_, place, isOnThePath) => {
    const small = `<Directory Id="TARGETDIR"><Directory Id="d" Name="APPLICATIONFOLDER:\\${place}\\"/></Directory><ComponentGroup></ComponentGroup>`;
    expect(completed(small).includes('<Environment Id="Path" Name="PATH"')).toBe(isOnThePath);
  });

  it.each([
    ['<Wix><ComponentGroup></ComponentGroup></Wix>', 'not exactly one <Directory Id="TARGETDIR"'],
    ['<Wix><Directory Id="TARGETDIR"/></Wix>', 'not exactly one </ComponentGroup>'],
  ])('cannot be made from a project of another form: %s', (project, sentence) => {
    expect(() => completed(project)).toThrow(sentence);
  });
});

/** What a component writes for the machine, as another compiler of such projects (wixl) understands it. */
function registryOf(component: string): Record<string, string> {
  writeFileSync(join(folder, 'Tranship.exe'), 'program');
  const wxs = join(folder, 'component.wxs');
  writeFileSync(
    wxs,
    `<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
      <Product Id="*" Name="T" UpgradeCode="8B9D4F52-6C0E-4E0B-9A55-3F1D0C7E2A64" Version="1.0" Language="1033" Manufacturer="T">
        <Package/>
        <Directory Id="TARGETDIR" Name="SourceDir"><Directory Id="APPLICATIONFOLDER" Name="T">
          <Component Id="Program" Guid="*"><File Id="mainExecutable" Source="Tranship.exe" KeyPath="yes"/></Component>
          ${component}
        </Directory></Directory>
        <Feature Id="F"><ComponentRef Id="Program"/><ComponentRef Id="OpenWith"/></Feature>
      </Product>
    </Wix>`,
  );
  const msi = join(folder, 'component.msi');
  execFileSync('wixl', ['-a', 'x64', '-o', msi, wxs], { cwd: folder });
  const table = execFileSync('msiinfo', ['export', msi, 'Registry'], { encoding: 'utf8' });
  // Below the three lines of its head: id, root (2 is the machine), key, name, value, component.
  const rows = table
    .trimEnd()
    .split(/\r?\n/)
    .slice(3)
    .map((row) => row.split('\t'));
  expect(new Set(rows.map(([, where]) => where))).toEqual(new Set(['2']));
  return Object.fromEntries(
    rows.map(([, , key, name = '', value = '']) => [
      `${key}\\${name}`,
      value.replaceAll('[#mainExecutable]', 'PROGRAM'),
    ]),
  );
}
