/** @file Where a person wants a file, and something else is; and what other users of the computer may see of it. */

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SavedFile, saveFile } from '../../src-main/ground/files/saved-file.ts';
import { exportForSupport } from '../../src-main/ground/logs/support-export.ts';
import { assertWritable } from '../../src-main/shells/cli/written-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SOMEBODY_ELSE = 65_534;
const isPosix = process.platform !== 'win32';
const isRoot = process.geteuid?.() === 0;

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'findings.csv');
});
const facts = {
  versions: {},
  settings: {},
  connections: [],
  policy: { sources: [], values: {}, ignored: [] },
  queue: {},
};
const support = () => exportForSupport({ logs: folder, facts: facts as never }, path);
const cannotWrite = { code: 'file.cannot-write' };

/** All ways to a file that a person has named; each refuses what is no place for one. */
const ways = [
  ['a saved file', () => saveFile(path, ['new'])],
  ['the export for support', support],
  ['the look before the work, even with --force', () => assertWritable(path, { force: true })],
] as const;

describe.runIf(isPosix).each(ways)('%s', (_, save) => {
  it('never goes through a link', async () => {
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'old');
    symlinkSync(secret, path);
    await expect(save()).rejects.toMatchObject(cannotWrite);
    expect(readFileSync(secret, 'utf8')).toBe('old');
  });

  it('never makes the file that a link without a target names', async () => {
    symlinkSync(join(folder, 'planted'), path);
    await expect(save()).rejects.toMatchObject(cannotWrite);
    expect(existsSync(join(folder, 'planted'))).toBe(false);
  });

  it('refuses a pipe at once, and waits for no reader', async () => {
    execFileSync('mkfifo', [path]);
    await expect(save()).rejects.toMatchObject(cannotWrite);
    expect(lstatSync(path).isFIFO()).toBe(true);
  });

  it('refuses a folder', async () => {
    path = folder;
    await expect(save()).rejects.toMatchObject(cannotWrite);
  });

  it.runIf(existsSync('/dev/null'))('never replaces a device', async () => {
    path = '/dev/null';
    await expect(save()).rejects.toMatchObject(cannotWrite);
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it.runIf(isRoot)('never replaces a file of another user', async () => {
    writeFileSync(path, 'theirs');
    chownSync(path, SOMEBODY_ELSE, SOMEBODY_ELSE);
    await expect(save()).rejects.toMatchObject(cannotWrite);
    expect(readFileSync(path, 'utf8')).toBe('theirs');
  });
});

describe('a file of ours that is there', () => {
  it('is replaced as a whole', async () => {
    writeFileSync(path, 'much longer than what comes');
    await saveFile(path, ['n', Buffer.from('ew')]);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['findings.csv']);
  });

  it.runIf(isPosix)('keeps its content under its other name', async () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'old');
    linkSync(other, path);
    await saveFile(path, ['new']);
    expect(readFileSync(other, 'utf8')).toBe('old');
  });

  it.runIf(isPosix)('is readable by us only afterwards, whatever it was before', async () => {
    writeFileSync(path, 'old');
    chmodSync(path, 0o666);
    await saveFile(path, ['new']);
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
  });

  it('is replaced by a command only with --force', async () => {
    writeFileSync(path, 'old');
    await expect(assertWritable(path, { force: false })).rejects.toMatchObject({ code: 'usage.invalid' });
    await assertWritable(path, { force: true });
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  it('is never replaced by a command that reads it, under any name', async () => {
    writeFileSync(path, 'old');
    const other = join(folder, 'other');
    linkSync(path, other);
    await expect(assertWritable(path, { force: true, sources: [other] })).rejects.toMatchObject({
      code: 'usage.invalid',
    });
  });
});

describe('a saved file that is not finished', () => {
  it('leaves what was there, and nothing beside it', async () => {
    writeFileSync(path, 'old');
    const failing = async function* () {
      yield 'half';
      throw new Error('the source is gone');
    };
    await expect(saveFile(path, failing())).rejects.toThrow('the source is gone');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['findings.csv']);
  });

  it.runIf(isPosix)('is not published over a link that came meanwhile', async () => {
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'old');
    await using file = await SavedFile.create(path);
    await file.write(['new']);
    symlinkSync(secret, path);
    await expect(file.publish()).rejects.toMatchObject(cannotWrite);
    expect(readFileSync(secret, 'utf8')).toBe('old');
  });

  it('has a name of its own, however long the name is that it gets', async () => {
    path = join(folder, 'n'.repeat(255));
    await saveFile(path, ['new']);
    expect(readFileSync(path, 'utf8')).toBe('new');
  });
});

it('a folder that is missing is told before the work', async () => {
  await expect(assertWritable(join(folder, 'missing', 'x'), { force: false })).rejects.toMatchObject(cannotWrite);
});
