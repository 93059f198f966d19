/** @file Where the policy is read on each system, and what is made of what stands there. */

import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodedOutput, keysBelow, readRegQuery } from '../../src-main/ground/reg-query.ts';
import { type RunProgram, withoutInfluence } from '../../src-main/ground/system-programs.ts';
import { fromFile, fromManagedPreferences, fromRegistry } from '../../src-main/policy/policy-sources.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ROOT = 'HKEY_LOCAL_MACHINE\\Software\\Policies\\Tranship';
const lines = (...all: string[]) => ['', ...all, ''].join('\r\n');

describe('what reg.exe prints', () => {
  it('is read with values of every kind, and the keys below', () => {
    const text = lines(
      ROOT,
      '    ConnectionsOnly    REG_DWORD    0x1',
      '    Updates    REG_SZ    off',
      '    Empty    REG_SZ    ',
      '    Connections    REG_MULTI_SZ    [\\0  {"name": "A    B"}\\0]',
      '    Path    REG_EXPAND_SZ    %SystemRoot%\\x',
      '',
      `${ROOT}\\Proxy`,
      '    Mode    REG_SZ    manual',
      '    (Standard)    REG_SZ    unnamed',
      '',
      `${ROOT}\\Proxy\\Below`,
      '    A name with spaces    REG_QWORD    0xff',
    );
    expect(readRegQuery(text, ROOT)).toEqual({
      ConnectionsOnly: 1,
      Updates: 'off',
      Empty: '',
      Connections: ['[', '  {"name": "A    B"}', ']'],
      Path: '%SystemRoot%\\x',
      Proxy: { Mode: 'manual', '(Standard)': 'unnamed', Below: { 'A name with spaces': 255 } },
    });
  });

  it('is read whatever the letter case of the key, and a text may have lines', () => {
    const text = lines(
      'HKEY_LOCAL_MACHINE\\SOFTWARE\\policies\\TRANSHIP',
      '    Authorities    REG_SZ    -----BEGIN',
      '',
      'abc',
      '',
      '',
    );
    expect(readRegQuery(text, ROOT)).toEqual({ Authorities: '-----BEGIN\n\nabc' });
  });

  it.each([
    [
      'a value of a kind that holds no text and no number',
      lines(ROOT, '    Proxy    REG_BINARY    00FF'),
      'REG_BINARY',
    ],
    [
      'a value and a key of one name',
      lines(ROOT, '    updates    REG_SZ    off', '', `${ROOT}\\Updates`),
      'both as a value',
    ],
  ])('%s is refused', (_, text, words) => {
    expect(() => readRegQuery(text, ROOT)).toThrow(words);
  });

  it('names the keys below another one, and nothing of other keys', () => {
    const text = lines(
      `${ROOT}`,
      `${ROOT}\\One`,
      `${ROOT.toUpperCase()}\\Two`,
      'HKEY_LOCAL_MACHINE\\Software\\PoliciesMore\\Three',
    );
    expect(keysBelow(text, ROOT)).toEqual(['One', 'Two']);
  });

  it.each<[string, Buffer]>([
    ['UTF-16 with a mark', Buffer.from('\uFEFFa ü', 'utf16le')],
    ['UTF-16 without one', Buffer.from('a ü', 'utf16le')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFa ü')],
    ['UTF-8', Buffer.from('a ü')],
  ])('is decoded: %s', (_, bytes) => {
    expect(decodedOutput(bytes)).toBe('a ü');
  });

  it('is refused in a code page, in which names would be others', () => {
    expect(() => decodedOutput(Buffer.from([0x61, 0x81]))).toThrow('\\u00fc');
  });
});

describe('the registry', () => {
  /** A computer whose reg.exe and PowerShell answer so; undefined: the program is denied. */
  const computer = (answers: { list?: string; key?: string; script?: string }): RunProgram => {
    return (program, parameters) => {
      const isReg = program === 'C:\\Windows\\System32\\reg.exe';
      const answer = !isReg ? answers.script : parameters.includes('/s') ? answers.key : answers.list;
      return { status: answer === undefined ? 1 : 0, output: Buffer.from(answer ?? 'FEHLER') };
    };
  };
  const read = (answers: Parameters<typeof computer>[0]) => fromRegistry(computer(answers), 'C:\\Windows\\System32');
  const POLICIES = 'HKEY_LOCAL_MACHINE\\Software\\Policies';
  const listed = lines(`${POLICIES}\\Microsoft`, `${POLICIES}\\TRANSHIP`);
  const place = 'HKLM\\Software\\Policies\\Tranship';

  it.each<[string, Parameters<typeof computer>[0], unknown]>([
    [
      'the key is there',
      { list: listed, key: lines(ROOT, '    Updates    REG_SZ    off') },
      [{ place, raw: { Updates: 'off' } }],
    ],
    ['the key is not there', { list: lines(`${POLICIES}\\Microsoft`) }, []],
    ['only empty keys are left', { list: listed, key: lines(ROOT, '', `${ROOT}\\Proxy`, '') }, []],
    [
      'reg.exe is denied, and PowerShell answers',
      { script: '{"Practice":0,"Proxy":{}}' },
      [{ place, raw: { Practice: 0 } }],
    ],
    ['reg.exe is denied, and PowerShell finds nothing', { script: 'null' }, []],
  ])('%s', (_, answers, found) => {
    expect(read(answers)).toEqual(found);
  });

  it.each<[string, Parameters<typeof computer>[0]]>([
    ['the key cannot be read', { list: listed }],
    ['nothing can be read', {}],
    ['what PowerShell prints is cut off', { script: '{"Practice":' }],
  ])('is never taken for empty: %s', (_, answers) => {
    expect(() => read(answers)).toThrow(
      expect.objectContaining({ code: 'policy.unusable', params: expect.objectContaining({ place }) }),
    );
  });
});

describe('the programs that read the registry', () => {
  it('get no variable that has them load what is a person’s', () => {
    const [PATH, SystemRoot, TEMP] = ['C:\\Windows', 'C:\\Windows', 'C:\\Temp'];
    const evil = {
      psmodulepath: 'C:\\own',
      COR_ENABLE_PROFILING: '1',
      Cor_Profiler_Path: 'C:\\own.dll',
      COMPLUS_Version: 'v2',
    };
    expect(withoutInfluence({ PATH, SystemRoot, TEMP, ...evil })).toEqual({ PATH, SystemRoot, TEMP });
  });

  it('PowerShell takes its commands from its own folder, before it reads', () => {
    let script = '';
    const run: RunProgram = (_program, parameters) => {
      const encoded = parameters[parameters.indexOf('-EncodedCommand') + 1] ?? '';
      script = Buffer.from(encoded, 'base64').toString('utf16le');
      return { status: parameters.includes('-EncodedCommand') ? 0 : 1, output: Buffer.from('null') };
    };
    expect(fromRegistry(run, 'C:\\Windows\\System32')).toEqual([]);
    const places = ["AutoLoadingPreference = 'None'", 'Import-Module "$PSHOME\\Modules\\', 'Get-Item'].map((part) =>
      script.indexOf(part),
    );
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places).not.toContain(-1);
  });
});

/** A folder of the test, which stands for that of the system. */
function folderOfTest() {
  const top = temporaryFolder();
  const trust = { owner: process.getuid?.() ?? 0, top };
  const folder = join(top, 'tranship');
  mkdirSync(folder, { mode: 0o755 });
  return { trust, folder, path: join(folder, 'policy.json') };
}

function linkTo(target: string, path: string): void {
  rmSync(path);
  symlinkSync(target, path);
}

function folderAt(path: string): void {
  rmSync(path);
  mkdirSync(path, { mode: 0o755 });
}

function pipeAt(path: string): void {
  rmSync(path);
  execFileSync('mkfifo', [path]);
}

function movedAway(folder: string): void {
  renameSync(folder, `${folder}-elsewhere`);
  symlinkSync(`${folder}-elsewhere`, folder);
}

function emptied(path: string, folder: string): void {
  rmSync(path);
  chmodSync(folder, 0o777);
}

describe.skipIf(process.platform === 'win32')('a policy in a file', () => {
  it.each<[string, string | Buffer]>([
    ['as JSON', '{"practice":false}'],
    ['with a mark', '\uFEFF{"practice":false}'],
    ['in UTF-16', Buffer.from('\uFEFF{"practice":false}', 'utf16le')],
  ])('is read %s', (_, content) => {
    const { trust, path } = folderOfTest();
    writeFileSync(path, content, { mode: 0o644 });
    expect(fromFile(path, trust)).toEqual([{ place: path, raw: { practice: false } }]);
  });

  it('is none where there is no file, or no folder', () => {
    const { trust, path, folder } = folderOfTest();
    expect(fromFile(path, trust)).toEqual([]);
    expect(fromFile(join(folder, 'none', 'policy.json'), trust)).toEqual([]);
  });

  it.each<[string, (place: { path: string; folder: string }) => void, string]>([
    ['others may write to it', ({ path }) => chmodSync(path, 0o646), 'others may write'],
    ['its group may write to it', ({ path }) => chmodSync(path, 0o664), 'others may write'],
    ['others may write to its folder', ({ folder }) => chmodSync(folder, 0o777), 'others may write'],
    ['it is a link', ({ path }) => linkTo('/etc/hostname', path), 'is a link'],
    ['it leads nowhere', ({ path }) => linkTo('/nonexistent', path), 'is a link'],
    ['it is a folder', ({ path }) => folderAt(path), 'not a file'],
    ['it is a pipe', ({ path }) => pipeAt(path), 'not a file'],
    ['its folder is a link', ({ folder }) => movedAway(folder), 'is a link'],
    ['others may write to its folder, and it is gone', ({ path, folder }) => emptied(path, folder), 'others may write'],
    ['it is empty', ({ path }) => writeFileSync(path, ''), 'not valid JSON'],
    ['it is huge', ({ path }) => writeFileSync(path, Buffer.alloc(1_000_001)), 'larger than 1 MB'],
    ['it is in another encoding', ({ path }) => writeFileSync(path, Buffer.from([0x22, 0xfc, 0x22])), 'not valid JSON'],
  ])('is refused: %s', (_, arrange, words) => {
    const { trust, path, folder } = folderOfTest();
    writeFileSync(path, '{}', { mode: 0o644 });
    arrange({ path, folder });
    expect(() => fromFile(path, trust)).toThrow(words);
  });

  it('is refused where somebody else owns it', () => {
    const { trust, path } = folderOfTest();
    writeFileSync(path, '{}', { mode: 0o644 });
    expect(() => fromFile(path, { ...trust, owner: trust.owner + 1 })).toThrow('does not belong to root');
  });

  it.skipIf(process.getuid?.() !== 0).each<[string, (place: { path: string; folder: string }) => void]>([
    ['the file', ({ path }) => chownSync(path, 1000, 0)],
    ['its folder', ({ folder }) => chownSync(folder, 1000, 0)],
  ])('is refused where an ordinary person owns %s', (_, arrange) => {
    const { trust, path, folder } = folderOfTest();
    writeFileSync(path, '{}', { mode: 0o644 });
    arrange({ path, folder });
    expect(() => fromFile(path, trust)).toThrow('does not belong to root');
  });
});

describe.skipIf(process.platform === 'win32')('managed preferences', () => {
  const DOMAIN = 'app.tranship.desktop.plist';
  /** Stands for plutil: the files of the test are JSON already. */
  const plutil: RunProgram = (_program, _parameters, input = Buffer.alloc(0)) => ({ status: 0, output: input });

  it('are those of the computer, then those of the user, without what describes the profile', () => {
    const { trust, folder } = folderOfTest();
    mkdirSync(join(folder, 'clerk'), { mode: 0o755 });
    writeFileSync(join(folder, DOMAIN), '{"practice":false,"PayloadUUID":"x"}', { mode: 0o644 });
    writeFileSync(join(folder, 'clerk', DOMAIN), '{"practice":true}', { mode: 0o644 });
    expect(fromManagedPreferences(plutil, 'clerk', folder, trust).map(({ raw }) => raw)).toEqual([
      { practice: false },
      { practice: true },
    ]);
    expect(fromManagedPreferences(plutil, 'another', folder, trust)).toHaveLength(1);
  });

  it('are refused where the system cannot read them', () => {
    const { trust, folder } = folderOfTest();
    writeFileSync(join(folder, DOMAIN), 'bplist', { mode: 0o644 });
    const failing: RunProgram = () => ({ status: 1, output: Buffer.alloc(0) });
    expect(() => fromManagedPreferences(failing, 'clerk', folder, trust)).toThrow('damaged');
  });
});
