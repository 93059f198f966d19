/**
 * @file Distributions of Electron as Electron-builder unpacks them: the names and places of the real ones, with a few
 * bytes for each file. Only what packaging reads or changes is real: fuses, resources of the program, properties, archive.
 */

import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { toolRequire } from './builder.ts';

export type System = 'linux' | 'win32' | 'darwin';

/** By this text the fuses are found in the program, as @electron/fuses and Electron agree. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Version and number of the fuses, then their states as Electron ships them; the last is newer than @electron/fuses. */
const FUSES = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, 9]), Buffer.from('101100011')]);

const besideTheProgram = ['chrome_100_percent.pak', 'chrome_200_percent.pak', 'icudtl.dat', 'resources.pak'];
const snapshots = ['snapshot_blob.bin', 'v8_context_snapshot.bin', 'vk_swiftshader_icd.json'];
const onLinux = ['chrome-sandbox', 'chrome_crashpad_handler', 'libffmpeg.so', 'libvk_swiftshader.so', 'libvulkan.so.1'];
const onWindows = ['d3dcompiler_47.dll', 'ffmpeg.dll', 'vk_swiftshader.dll', 'vulkan-1.dll'];
const locales = ['locales/de.pak', 'locales/en-US.pak'];
const papers = ['LICENSE', 'LICENSES.chromium.html', 'version'];

const inMac = 'Electron.app/Contents';
export const helpers = [
  'Electron Helper',
  'Electron Helper (GPU)',
  'Electron Helper (Plugin)',
  'Electron Helper (Renderer)',
];

/** @param folder where the zip goes; it has the name that Electron gives it. @returns its path */
export async function fakeElectron(folder: string, system: System, version: string): Promise<string> {
  const path = join(folder, `electron-v${version}-${system}-x64.zip`);
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(await filesOf(system, version)))
    zip.addBuffer(Buffer.from(content), name, { mode: 0o100755 });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

async function filesOf(system: System, version: string): Promise<Record<string, string | Buffer>> {
  const defaultApp = await archive();
  const bytes = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `${name}\n`]));
  if (system === 'darwin') return { ...bytes(papers), ...macFiles(version, defaultApp) };
  const isWindows = system === 'win32';
  return {
    ...bytes([...papers, ...besideTheProgram, ...snapshots, ...locales, ...(isWindows ? onWindows : onLinux)]),
    'resources/default_app.asar': defaultApp,
    ...(isWindows
      ? { 'electron.exe': windowsProgram() }
      : { electron: Buffer.concat([Buffer.from('\x7fELF'), FUSES]) }),
  };
}

function macFiles(version: string, defaultApp: Buffer): Record<string, string | Buffer> {
  const frameworks = `${inMac}/Frameworks`;
  return {
    [`${inMac}/Info.plist`]: plist(propertiesOfElectron(version)),
    [`${inMac}/MacOS/Electron`]: 'a program that loads the framework',
    [`${inMac}/Resources/electron.icns`]: 'icns',
    [`${inMac}/Resources/default_app.asar`]: defaultApp,
    [`${inMac}/Resources/en.lproj/locale.pak`]: 'locale',
    [`${frameworks}/Electron Framework.framework/Electron Framework`]: FUSES,
    ...Object.fromEntries(
      helpers.flatMap((helper) => [
        [
          `${frameworks}/${helper}.app/Contents/Info.plist`,
          plist({ CFBundleName: helper, CFBundleExecutable: helper }),
        ],
        [`${frameworks}/${helper}.app/Contents/MacOS/${helper}`, 'a helper'],
      ]),
    ),
  };
}

/** What the Info.plist of Electron's own app says. */
export function propertiesOfElectron(version: string): Record<string, unknown> {
  const wants = (what: string) => `This app needs access to ${what}`;
  return {
    CFBundleDisplayName: 'Electron',
    CFBundleExecutable: 'Electron',
    CFBundleIconFile: 'electron.icns',
    CFBundleIdentifier: 'com.github.Electron',
    CFBundleName: 'Electron',
    CFBundlePackageType: 'APPL',
    CFBundleShortVersionString: version,
    CFBundleVersion: version,
    LSApplicationCategoryType: 'public.app-category.developer-tools',
    LSEnvironment: { MallocNanoZone: '0' },
    LSMinimumSystemVersion: '13.0',
    NSAppTransportSecurity: { NSAllowsArbitraryLoads: true },
    NSAudioCaptureUsageDescription: wants('audio capture'),
    NSBluetoothAlwaysUsageDescription: wants('Bluetooth'),
    NSBluetoothPeripheralUsageDescription: wants('Bluetooth'),
    NSCameraUsageDescription: wants('the camera'),
    NSHighResolutionCapable: true,
    NSMainNibFile: 'MainMenu',
    NSMicrophoneUsageDescription: wants('the microphone'),
    NSPrincipalClass: 'AtomApplication',
    NSRequiresAquaSystemAppearance: false,
    NSSupportsAutomaticGraphicsSwitching: true,
  };
}

function plist(properties: Record<string, unknown>): string {
  const library: { build(properties: Record<string, unknown>): string } = toolRequire('plist');
  return library.build(properties);
}

/** An archive of its own, as the app that Electron shows when it is given none. */
async function archive(): Promise<Buffer> {
  const library: { createPackage(from: string, to: string): Promise<void> } = toolRequire('@electron/asar');
  const folder = mkdtempSync(join(tmpdir(), 'tranship-default-app-'));
  try {
    mkdirSync(join(folder, 'app'));
    writeFileSync(join(folder, 'app/package.json'), JSON.stringify({ name: 'electron', main: 'main.js' }));
    writeFileSync(join(folder, 'app/main.js'), '');
    await library.createPackage(join(folder, 'app'), join(folder, 'default_app.asar'));
    return readFileSync(join(folder, 'default_app.asar'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Resources {
  entries: unknown[];
  outputResource(program: Program): void;
}
interface Program {
  setExtraData(bytes: ArrayBuffer): void;
  generate(): ArrayBuffer;
}
interface VersionInfo {
  setStringValues(language: { lang: number; codepage: number }, values: Record<string, string>): void;
  outputToResourceEntries(entries: unknown[]): void;
}
export interface ResourceEditor {
  NtExecutable: { createEmpty(is32Bit: boolean, isLibrary: boolean): Program; from(bytes: Buffer): Program };
  NtExecutableResource: { from(program: Program): Resources };
  Resource: {
    VersionInfo: { createEmpty(): VersionInfo; fromEntries(entries: unknown[]): VersionInfoRead[] };
  };
}
interface VersionInfoRead {
  getStringValues(language: { lang: number; codepage: number }): Record<string, string>;
  getAllLanguagesForStringValues(): { lang: number; codepage: number }[];
}

/** An empty program in the format of Windows, with the texts that Explorer shows of Electron. */
function windowsProgram(): Buffer {
  const { NtExecutable, NtExecutableResource, Resource }: ResourceEditor = toolRequire('resedit');
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const info = Resource.VersionInfo.createEmpty();
  const english = { lang: 0x0409, codepage: 1200 };
  info.setStringValues(english, { CompanyName: 'GitHub, Inc.', FileDescription: 'Electron', ProductName: 'Electron' });
  info.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  program.setExtraData(new Uint8Array(FUSES).buffer);
  return Buffer.from(program.generate());
}
