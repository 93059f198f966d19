import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { exportEndings } from '../../src-shared/folder-contents.ts';
import { folderOfFile } from '../temporary-folder.ts';
import { toolRequire } from './builder.ts';
import { helpers, propertiesOfElectron, type ResourceEditor } from './fake-electron.ts';
import { fusesOf, wantedFuses } from './fuses.ts';
import { extract, pack, packApp } from './packed-app.ts';

const output = folderOfFile();

/** The files of an archive, with their contents. */
function contentOf(archive: string): Map<string, string> {
  const folder = mkdtempSync(join(output, 'archive-'));
  extract(archive, folder);
  const files = globSync('**/*.*', { cwd: folder }).sort();
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), 'latin1')]));
}

describe('For Windows', async () => {
  const { folder, resources } = await pack(output, 'win32');
  const program = join(folder, 'Tranship.exe');

  it('the program has the fuses of the configuration', async () => {
    expect(await fusesOf(program)).toEqual(wantedFuses);
  });

  it('Explorer shows publisher, product and copyright', () => {
    const { NtExecutable, NtExecutableResource, Resource }: ResourceEditor = toolRequire('resedit');
    const { entries } = NtExecutableResource.from(NtExecutable.from(readFileSync(program)));
    const [info] = Resource.VersionInfo.fromEntries(entries);
    const [language = { lang: 0, codepage: 0 }] = info?.getAllLanguagesForStringValues() ?? [];
    expect(info?.getStringValues(language)).toMatchObject({
      CompanyName: 'Tranship',
      FileDescription: 'Tranship',
      ProductName: 'Tranship',
      LegalCopyright: 'Copyright © 2026 Tranship',
      LegalTrademarks: 'Tranship',
      FileVersion: manifest.version,
    });
  });

  it('the program knows the hash of its archive', () => {
    expect(readFileSync(program, 'latin1')).toMatch(
      /"file":"resources\\\\app\.asar","alg":"SHA256","value":"[0-9a-f]{64}"/,
    );
  });

  it('the archive is the same as for Linux', async () => {
    const linux = contentOf(join((await packApp()).resources, 'app.asar'));
    expect(contentOf(join(resources, 'app.asar'))).toEqual(linux);
  });
});

describe.skipIf(process.platform === 'win32')('For macOS', async () => {
  // Signing without a name, which Apple's program does and which needs no certificate, is only noted.
  const signed = join(output, 'codesign.log');
  writeFileSync(join(output, 'codesign'), `#!/bin/sh\necho "$@" >> '${signed}'\n`, { mode: 0o755 });
  const { folder, resources } = await pack(output, 'darwin', { PATH: `${output}${delimiter}${process.env['PATH']}` });
  const contents = join(folder, 'Tranship.app/Contents');
  const propertiesAt = (file: string) => {
    const library: { parse(text: string): Record<string, unknown> } = toolRequire('plist');
    return library.parse(readFileSync(join(contents, file), 'utf8'));
  };
  const properties = propertiesAt('Info.plist');

  it('the framework has the fuses of the configuration', async () => {
    expect(await fusesOf(join(folder, 'Tranship.app'))).toEqual(wantedFuses);
  });

  it('the signature that flipping them broke is made again', () => {
    expect(readFileSync(signed, 'utf8')).toMatch(/^--sign - --force .*--deep .*Tranship\.app$/m);
  });

  it('menus and keychain know the app by its name', () => {
    expect(properties).toMatchObject({
      CFBundleName: 'Tranship',
      CFBundleDisplayName: 'Tranship',
      CFBundleExecutable: 'Tranship',
      CFBundleIdentifier: 'app.tranship.desktop',
      CFBundleShortVersionString: manifest.version,
      NSHumanReadableCopyright: 'Copyright © 2026 Tranship',
      LSApplicationCategoryType: 'public.app-category.business',
    });
  });

  it('the oldest macOS is the one that Electron needs', () => {
    expect(properties['LSMinimumSystemVersion']).toBe('13.0');
  });

  it('the local network is the only thing that the system asks people about', () => {
    expect(Object.keys(properties).filter((key) => key.endsWith('UsageDescription'))).toEqual([
      'NSLocalNetworkUsageDescription',
    ]);
  });

  it('nothing is said about connections without encryption', () => {
    expect(propertiesOfElectron('1')['NSAppTransportSecurity']).toEqual({ NSAllowsArbitraryLoads: true });
    expect(properties['NSAppTransportSecurity']).toBeUndefined();
  });

  it('the hash of the archive is kept', () => {
    expect(properties['ElectronAsarIntegrity']).toMatchObject({ 'Resources/app.asar': { algorithm: 'SHA256' } });
  });

  it('JSON Lines stay with the app that opens them; other files and folders can be dropped on the icon', () => {
    expect(properties['CFBundleDocumentTypes']).toEqual([
      expect.objectContaining({
        CFBundleTypeExtensions: exportEndings,
        CFBundleTypeRole: 'Viewer',
        LSHandlerRank: 'Alternate',
      }),
      expect.objectContaining({ LSItemContentTypes: ['public.data', 'public.folder'], LSHandlerRank: 'None' }),
    ]);
  });

  it.each(helpers.map((helper) => helper.replace('Electron', 'Tranship')))('%s is there under this name', (helper) => {
    expect(propertiesAt(`Frameworks/${helper}.app/Contents/Info.plist`)).toMatchObject({ CFBundleExecutable: helper });
  });

  it.each(['THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json', 'LICENSE.electron.txt', 'LICENSES.chromium.html', 'icon.icns'])(
    'the app contains %s',
    (file) => expect(existsSync(join(resources, file))).toBe(true),
  );
});
