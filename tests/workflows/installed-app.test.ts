/** @file The scripts that install, test and tamper with the app, with doubles of the app and of the installers. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkVersion } from '../../.github/scripts/installed-version.ts';
import { type Ended, installationOf, registryLeftovers } from '../../.github/scripts/installers.ts';
import { passed, startSelfTest } from '../../.github/scripts/self-test.ts';
import { checkTampering, placesToTamper, tampered } from '../../.github/scripts/tampered-app.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { archiveOf } from './archives.ts';

const good = { exitCode: 0, report: JSON.stringify({ ok: true, checks: [{ name: 'workers', ok: true }] }) };

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
describe('The self-test of an installed app', () => {
  const report = (ok: boolean, ...checks: object[]) => JSON.stringify({ ok, checks });
  const check = { name: 'workers', ok: true };

  it('passes when every check holds', () => {
    expect(passed(good)).toContain('passed with 1 checks');
  });

  it.each([
    ['no report', { exitCode: 0, report: undefined }],
    ['a report that is not ok', { exitCode: 0, report: report(false, check) }],
    ['a check that failed', { exitCode: 0, report: report(true, check, { name: 'tray', ok: false }) }],
    ['no check at all', { exitCode: 0, report: report(true) }],
    ['another exit code', { exitCode: 1, report: report(true, check) }],
    ['no end in time', { exitCode: null, report: report(true, check) }],
    ['a report that is cut off', { exitCode: 0, report: '{"ok":true' }],
  ])('fails with %s', (_what, result) => {
    expect(() => passed(result)).toThrow();
  });

  it('is asked for by --self-test and the path of the report, in a data folder of its own', async () => {
    const program = join(folder, 'app.mjs');
    const text = `
      import { writeFileSync } from 'node:fs';
      const [option, out] = process.argv.slice(2);
      const checks = [{ name: option, ok: true }, { name: process.env.TRANSHIP_HOME, ok: true }];
      writeFileSync(out, JSON.stringify({ ok: true, checks }));`;
    writeFileSync(program, text);
    const said = passed(await startSelfTest(process.execPath, [program]));
    expect(said).toMatch(/--self-test/);
    expect(said).toMatch(/tranship-self-test-/);
  });

  it('fails if the app cannot be started', async () => {
    await expect(startSelfTest(join(folder, 'nowhere'))).rejects.toThrow('ENOENT');
  });
});

describe('An archive', () => {
  const content = 'const started = true;';
  const files = { 'büro.txt': 'other', out: { 'index.js': content } };
  const archive = archiveOf(files);
  const path = ['out', 'index.js'];

  it('can be changed in a digest of its header, and within the file that starts the app', () => {
    const { header, content: place } = placesToTamper(archive, path);
    expect(archive.toString('utf8', header - 8, header)).toBe('"hash":"');
    expect(archive.toString('utf8', place - 10, place + 11)).toBe(content);
  });

  it('tells its version', () => {
    const versioned = archiveOf({ 'index.js': content, 'package.json': '{"version":"1.2.3"}' });
    expect(() => checkVersion(versioned, '1.2.3')).not.toThrow();
    expect(() => checkVersion(versioned, '1.2.4')).toThrow('Version 1.2.3 is installed, not 1.2.4');
  });

  it.each([placesToTamper(archive, path).header, archive.length - 1])(
    'that was tampered with differs in exactly one byte (%i)',
    (place) => {
      const changed = tampered(archive, place);
      expect([...changed.keys()].filter((at) => changed[at] !== archive[at])).toEqual([place]);
    },
  );

  it('cannot be tampered with where no digest guards it, or where the file is not in it', () => {
    expect(() => placesToTamper(archiveOf(files, { isGuarded: false }), path)).toThrow('no digests');
    expect(() => placesToTamper(archive, ['out', 'main.js'])).toThrow('no out/main.js');
  });

  describe('that was tampered with', () => {
    const refused = { exitCode: null, report: undefined };
    let place: string;
    beforeEach(() => {
      place = join(folder, 'app.asar');
      writeFileSync(place, archive);
    });
    const isUntouched = () => readFileSync(place).equals(archive);

    it('is refused by a good app, and is as before afterwards', async () => {
      let starts = 0;
      const start = async () => {
        starts += 1;
        return isUntouched() ? good : refused;
      };
      await checkTampering(place, path, start);
      expect(starts).toBe(3);
      expect(isUntouched()).toBe(true);
    });

    it.each(['header', 'content'] as const)('is found out if the app starts with a changed %s', async (part) => {
      const unguarded = placesToTamper(archive, path)[part];
      const start = async () => {
        const read = readFileSync(place);
        const isGuarded = read.equals(archive) || read[unguarded] !== archive[unguarded];
        return isUntouched() || isGuarded ? good : refused;
      };
      await expect(checkTampering(place, path, start)).rejects.toThrow(`changed byte in its ${part}`);
      expect(isUntouched()).toBe(true);
    });

    it('proves nothing if the app does not start as it was built', async () => {
      await expect(checkTampering(place, path, async () => refused)).rejects.toThrow('wrote no report');
    });
  });
});

const leftBy = (ended: Partial<Ended>) =>
  registryLeftovers(['reg', 'query', 'HKCU'], { status: 0, stdout: '', stderr: '', ...ended });

describe('A silent installation', () => {
  const variables = {
    ProgramFiles: 'C:\\Program Files',
    ProgramData: 'C:\\ProgramData',
    LOCALAPPDATA: 'C:\\Users\\mara\\AppData\\Local',
    APPDATA: 'C:\\Users\\mara\\AppData\\Roaming',
    HOME: '/Users/mara',
    RUNNER_TEMP: '/tmp',
  };
  const files = ['setup.exe', 'x64.msi', 'arm64.dmg', 'x64.dmg', 'arm64.pkg', 'x64.pkg'].map(
    (end) => `Tranship-1.2.3-${end}`,
  );
  const of = (kind: Parameters<typeof installationOf>[0], arch = 'x64') =>
    installationOf(kind, kind === 'dmg' || kind === 'pkg' ? '/dist' : 'D:\\dist', files, arch, variables);

  it('for one user goes into the folder of the user', () => {
    const { install, program, registry } = of('currentuser');
    expect(install).toEqual([['D:\\dist\\Tranship-1.2.3-setup.exe', '/S', '/currentuser']]);
    expect(program).toBe('C:\\Users\\mara\\AppData\\Local\\Programs\\Tranship\\Tranship.exe');
    expect(registry.map(([, , key]) => key?.slice(0, 4))).toEqual(Array(registry.length).fill('HKCU'));
  });

  it.each([
    ['allusers', ['D:\\dist\\Tranship-1.2.3-setup.exe', '/S', '/allusers']],
    [
      'msi',
      [
        ...['msiexec', '/i', 'D:\\dist\\Tranship-1.2.3-x64.msi', '/qn', '/norestart'],
        ...['/l*v', 'snapshots\\Tranship-1.2.3-x64.msi.log'],
      ],
    ],
  ] as const)('for all users (%s) goes into the folder for programs', (kind, command) => {
    const { install, program, archive } = of(kind);
    expect(install).toEqual([command]);
    expect(program).toBe('C:\\Program Files\\Tranship\\Tranship.exe');
    expect(archive).toBe('C:\\Program Files\\Tranship\\resources\\app.asar');
  });

  it.each(['arm64', 'x64'])('on macOS takes the image and the package of the machine (%s)', (arch) => {
    expect(of('pkg', arch).install).toEqual([
      ['sudo', 'installer', '-pkg', `/dist/Tranship-1.2.3-${arch}.pkg`, '-target', '/'],
    ]);
    expect(of('dmg', arch).install.flat()).toContain(`/dist/Tranship-1.2.3-${arch}.dmg`);
    expect(of('dmg', arch).program).toBe('/Users/mara/Applications/Tranship.app/Contents/MacOS/Tranship');
  });

  it('needs exactly one installer of its kind', () => {
    expect(() => installationOf('msi', 'dist', [], 'x64', variables)).toThrow('no installer of the kind msi');
    const two = ['Tranship-1.2.3.msi', 'Tranship-1.2.4.msi'];
    expect(() => installationOf('msi', 'D:\\dist', two, 'x64', variables)).toThrow('more than one');
  });

  it('leaves behind what a search of the registry prints, but not what Windows remembers of every program', () => {
    const printed = [
      '',
      'HKEY_CURRENT_USER\\Software\\Classes\\.jsonl\\OpenWithProgids',
      '    Tranship.jsonl    REG_SZ    ',
      '',
      'HKEY_CURRENT_USER\\Software\\Classes\\Local Settings\\Software\\Microsoft\\Windows\\Shell\\MuiCache',
      '    C:\\Program Files\\Tranship\\Tranship.exe.FriendlyAppName    REG_SZ    Tranship',
      '',
      'End of search: 2 match(es) found.',
    ];
    expect(leftBy({ stdout: printed.join('\r\n') })).toEqual(['Tranship.jsonl    REG_SZ']);
    expect(leftBy({ status: 1, stdout: '\r\nEnd of search: 0 match(es) found.\r\n' })).toEqual([]);
    expect(leftBy({ status: 1, stderr: 'ERROR: The system was unable to find the specified registry key.' })).toEqual(
      [],
    );
  });

  it.each([
    ['was refused', { status: 1, stderr: 'ERROR: Access is denied.' }, 'Access is denied'],
    ['did not start', { status: null, error: new Error('spawn reg ENOENT') }, 'ENOENT'],
  ])('is not called complete where a search of the registry %s', (_, ended, sentence) => {
    expect(() => leftBy(ended)).toThrow(sentence);
  });
});
