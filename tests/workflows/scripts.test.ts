/** @file The scripts of the workflows: that each notices what it is there to notice. */

import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkedBill } from '../../.github/scripts/bill-of-materials.ts';
import { checkChecksums, writeChecksums } from '../../.github/scripts/checksums.ts';
import { checkFuses, wantedFuses } from '../../.github/scripts/fuses.ts';
import { tagProblem } from '../../.github/scripts/release-version.ts';
import { missingVariables } from '../../.github/scripts/required-variables.ts';
import { type Ask, checkSignature, withItsPrograms } from '../../.github/scripts/signatures.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const file = (name: string) => join(folder, name);

describe('The tag of a release', () => {
  it('is the version of package.json', () => {
    expect(tagProblem('v1.2.3', '1.2.3')).toBeUndefined();
  });

  it.each(['1.2.3', 'v1.2.4', 'v1.2.3-beta', ''])('is not “%s” for version 1.2.3', (tag) => {
    expect(tagProblem(tag, '1.2.3')).toContain('1.2.3');
  });
});

describe('The secrets of a signed release', () => {
  it('must all be there, and none may be empty', () => {
    expect(missingVariables(['A', 'B', 'C', 'D'], { A: 'x', B: '', C: ' ' })).toEqual(['B', 'C', 'D']);
  });
});

describe('The checksums', () => {
  beforeEach(async () => {
    writeFileSync(file('Tranship-1.2.3-setup.exe'), 'a');
    writeFileSync(file('Tranship-1.2.3.msi'), 'b');
    await writeChecksums(folder);
  });

  it('are written as sha256sum writes them', () => {
    expect(readFileSync(file('SHA256SUMS'), 'utf8').split('\n')[0]).toBe(
      'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  Tranship-1.2.3-setup.exe',
    );
  });

  it('hold for files that no one changed', async () => {
    expect(await checkChecksums(folder)).toBe(2);
  });

  it('name a file that has changed', async () => {
    appendFileSync(file('Tranship-1.2.3.msi'), 'more');
    await expect(checkChecksums(folder)).rejects.toThrow('Tranship-1.2.3.msi has changed');
  });

  it('name a file that is missing', async () => {
    rmSync(file('Tranship-1.2.3.msi'));
    await expect(checkChecksums(folder)).rejects.toThrow('Tranship-1.2.3.msi is missing');
  });

  it('name a file that was put beside them', async () => {
    writeFileSync(file('Tranship-1.2.3.pkg'), 'c');
    await expect(checkChecksums(folder)).rejects.toThrow('Tranship-1.2.3.pkg is not listed');
  });

  it('must list something', async () => {
    writeFileSync(file('SHA256SUMS'), '');
    await expect(checkChecksums(folder)).rejects.toThrow('no file is listed');
  });

  it('are not written over an empty folder', async () => {
    for (const name of ['Tranship-1.2.3-setup.exe', 'Tranship-1.2.3.msi']) rmSync(file(name));
    await expect(writeChecksums(folder)).rejects.toThrow('no files');
  });
});

describe('The bill of materials', () => {
  const product = { name: 'tranship', version: '1.2.3' };
  const part = { name: 'zod', version: '4.0.0', purl: 'pkg:npm/zod@4.0.0' };
  const bill = (components: object[], component: object = product) =>
    JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', metadata: { component }, components });

  it('names what ships', () => {
    expect(checkedBill(bill([part, { ...part, scope: 'excluded' }]), product)).toBe(1);
  });

  it.each([
    ['of another version', bill([part], { ...product, version: '1.2.2' }), /1\.2\.2, not/],
    ['without anything that ships', bill([{ ...part, scope: 'excluded' }]), /nothing that ships/],
    ['with a part without a version', bill([{ ...part, version: '' }]), /version/],
    ['that is no bill', '{}', /bomFormat/],
  ])('is refused if it is one %s', (_what, text, words) => {
    expect(() => checkedBill(text, product)).toThrow(words);
  });
});

describe('The fuses', () => {
  const ALL_FUSES = 9;
  const configured = wantedFuses(readFileSync('build/electron-builder.yml', 'utf8'));
  /** As they are in a program: 48 is off, 49 is on. */
  const asWanted = '011000001'.split('');
  const program = (wire: readonly string[]) => {
    const path = file('Tranship.exe');
    const header = Buffer.from([1, wire.length]);
    writeFileSync(
      path,
      Buffer.concat([Buffer.from('MZ…dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'), header, Buffer.from(wire.join(''))]),
    );
    return path;
  };
  const wanted = new Map([
    ['RunAsNode', false],
    ['EnableCookieEncryption', true],
    ['EnableNodeOptionsEnvironmentVariable', true],
  ]);

  it('are read from the configuration of electron-builder', () => {
    expect(configured.get('RunAsNode')).toBe(false);
    expect(configured.get('OnlyLoadAppFromAsar')).toBe(true);
    expect(configured.has('ResetAdHocDarwinSignature')).toBe(false);
  });

  it('pass where they are as wanted', async () => {
    await expect(checkFuses(program(asWanted), wanted)).resolves.toBeUndefined();
  });

  it.each([...Array(3).keys()])('are named where fuse %i is the other way', async (place) => {
    const wire = asWanted.with(place, asWanted[place] === '0' ? '1' : '0');
    await expect(checkFuses(program(wire), wanted)).rejects.toThrow([...wanted.keys()][place]);
  });

  it('fail where this Electron has a fuse no longer', async () => {
    await expect(checkFuses(program(asWanted.slice(0, 1)), wanted)).rejects.toThrow(
      'EnableCookieEncryption is not there',
    );
    await expect(checkFuses(program(asWanted.with(1, 'r')), wanted)).rejects.toThrow(
      'EnableCookieEncryption is REMOVED',
    );
  });

  it('fail where none is configured, and where the program has none', async () => {
    await expect(checkFuses(program(asWanted), new Map())).rejects.toThrow('no fuse is configured');
    writeFileSync(file('other.exe'), 'x'.repeat(ALL_FUSES));
    await expect(checkFuses(file('other.exe'), wanted)).rejects.toThrow('sentinel');
  });
});

describe('A signature', () => {
  const windowsSays =
    (said: object): Ask =>
    () =>
      JSON.stringify({ signer: 'CN=Tranship', ...said });
  const failing =
    (word: string): Ask =>
    (program, values) => {
      if ([program, ...values].includes(word)) throw new Error(`${word} refused`);
      return '';
    };

  it('on Windows is valid and has a time stamp', () => {
    expect(checkSignature('a.exe', 'win32', windowsSays({ status: 'Valid', timed: true }))).toBe('a.exe: CN=Tranship');
  });

  it.each([
    [{ status: 'NotSigned', signer: null, timed: false }, 'NotSigned'],
    [{ status: 'HashMismatch', timed: true }, 'HashMismatch'],
    [{ status: 'Valid', timed: false }, 'time stamp'],
  ])('on Windows is refused where the system says %o', (said, words) => {
    expect(() => checkSignature('a.exe', 'win32', windowsSays(said))).toThrow(words);
  });

  it('on Windows is refused where PowerShell says nothing', () => {
    expect(() => checkSignature('a.exe', 'win32', () => '\r\n')).toThrow('said nothing of the signature of a.exe');
  });

  it.each(['codesign', 'spctl', 'stapler'])('on macOS is refused where %s refuses the app', (word) => {
    expect(() => checkSignature('/Applications/Tranship.app', 'darwin', failing(word))).toThrow(`${word} refused`);
  });

  it.each(['pkgutil', 'spctl', 'stapler'])('on macOS is refused where %s refuses the package', (word) => {
    expect(() => checkSignature('Tranship-1.2.3-arm64.pkg', 'darwin', failing(word))).toThrow(`${word} refused`);
  });

  it('cannot be checked where there are none', () => {
    expect(() => checkSignature('a.deb', 'linux', () => '')).toThrow('no signatures on linux');
  });

  it('of an app on Windows are also those of the programs of its command', () => {
    const app = file('Tranship.exe');
    expect(() => withItsPrograms(app)).toThrow('ENOENT');
    mkdirSync(file('resources/command'), { recursive: true });
    expect(() => withItsPrograms(app)).toThrow('no programs');
    for (const name of ['tranship.exe', 'path.exe']) writeFileSync(file(`resources/command/${name}`), '');
    const programs = ['path.exe', 'tranship.exe'].map((name) => join(folder, 'resources', 'command', name));
    expect(withItsPrograms(app).sort()).toEqual([app, ...programs].sort());
    expect(withItsPrograms('dist/Tranship-1.2.3-setup.exe')).toHaveLength(1);
  });
});
