import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, syncFolder } from '../../src-main/ground/files/folders.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let place: string;
beforeEach(() => {
  place = temporaryFolder();
});
describe('a folder', () => {
  it('is made with those above it, for this person only', () => {
    makeFolder(join(place, 'a', 'b'));
    expect(statSync(join(place, 'a', 'b')).isDirectory()).toBe(true);
    if (process.platform !== 'win32') expect(statSync(join(place, 'a', 'b')).mode & 0o777).toBe(0o700);
  });

  it('that is there stays as it is', () => {
    mkdirSync(join(place, 'a'));
    expect(() => makeFolder(join(place, 'a'))).not.toThrow();
  });

  it('cannot be made below a file, or in its place', () => {
    writeFileSync(join(place, 'file'), '');
    expect(() => makeFolder(join(place, 'file', 'a'))).toThrow(/ENOTDIR|EEXIST|ENOENT/);
    expect(() => makeFolder(join(place, 'file'))).toThrow(/EEXIST/);
  });

  it('cannot be made in place of a link that leads nowhere', () => {
    symlinkSync(join(place, 'nowhere', 'deep'), join(place, 'link'));
    expect(() => makeFolder(join(place, 'link'))).toThrow(/EEXIST/);
  });

  it('cannot be made where the system makes none, and says so at once', ({ skip }) => {
    if (process.platform !== 'linux') return skip('Only Linux has /proc.');
    expect(() => makeFolder('/proc/tranship/deeper')).toThrow(/ENOENT/);
  });
});

describe('a change in a folder', () => {
  it('is made to last', () => {
    writeFileSync(join(place, 'file'), '');
    expect(() => syncFolder(place)).not.toThrow();
  });

  it('is left to the system where this person may not read the folder', ({ skip }) => {
    if (process.platform === 'win32' || process.getuid?.() === 0)
      return skip('Only permissions of POSIX keep it shut.');
    chmodSync(place, 0o300);
    expect(() => syncFolder(place)).not.toThrow();
    chmodSync(place, 0o700);
  });

  it('is left to the system where the file system cannot do it', ({ skip }) => {
    if (process.platform !== 'linux') return skip('Only Linux has /proc.');
    expect(() => syncFolder('/proc')).not.toThrow();
  });

  it('is not taken for lasting when the folder is gone', ({ skip }) => {
    if (process.platform === 'win32') return skip('Windows makes it last by itself.');
    expect(() => syncFolder(join(place, 'gone'))).toThrow(/ENOENT/);
  });
});
