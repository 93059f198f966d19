import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '../../src-main/ground/files/folder-lock.ts';
import { AppError } from '../../src-shared/errors.ts';
import { fact, packed } from '../../src-shared/languages/fact.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { ended, firstOutput, startProcess } from './processes.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const holderFile = () => join(folder, 'lock-holder.txt');

/** The holder's name as a second process learns it. */
function toldLock(): AppError | undefined {
  try {
    lockFolder(folder, 'a second one').release();
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'queue.locked') return thrown;
    throw thrown;
  }
  return undefined;
}

function toldHolder(): string | number | undefined {
  const holder = toldLock()?.toRecord().params['holder'];
  return typeof holder === 'object' ? inEnglish(holder) : holder;
}

describe('the lock of a data folder', () => {
  it('a second process learns who holds the folder', () => {
    const lock = lockFolder(folder, 'tranship send (process 4711)');
    expect(() => lockFolder(folder, 'another')).toThrow(
      expect.objectContaining({ code: 'queue.locked', params: { folder, holder: 'tranship send (process 4711)' } }),
    );
    lock.release();
  });

  it('a released lock can be taken again', () => {
    lockFolder(folder, 'one').release();
    expect(() => lockFolder(folder, 'two').release()).not.toThrow();
  });

  it('taking the lock creates the folder', () => {
    expect(() => lockFolder(join(folder, 'new', 'deeper'), 'one').release()).not.toThrow();
  });

  it('a file in place of the folder is reported as an unusable folder', () => {
    const path = join(folder, 'file');
    writeFileSync(path, '');
    expect(() => lockFolder(path, 'one')).toThrow(expect.objectContaining({ code: 'folder.unusable' }));
  });

  it('a lock file that holds garbage does not prevent the lock', () => {
    writeFileSync(join(folder, 'lock.db'), 'no database, but long enough to be taken for one. '.repeat(100));
    expect(() => lockFolder(folder, 'one').release()).not.toThrow();
  });

  it('the lock holds even when the name cannot be written', () => {
    mkdirSync(holderFile());
    const lock = lockFolder(folder, 'one');
    expect(toldHolder()).toBe('another process');
    lock.release();
  });
});

describe('the name of the holder', () => {
  it.each([
    ['garbage', '\u0000\u0001 {'],
    ['nothing', ''],
    ['the name as an earlier version wrote it', 'tranship send (process 4711)'],
  ])('the name of the holder is not guessed from %s', (_, written) => {
    const lock = lockFolder(folder, 'one');
    writeFileSync(holderFile(), written);
    expect(toldHolder()).toBe('another process');
    lock.release();
  });

  it('a very long name of the holder is shortened', () => {
    const lock = lockFolder(folder, 'x'.repeat(10_000));
    expect(toldHolder()).toBe(`${'x'.repeat(199)}…`);
    lock.release();
  });

  it('the name of the holder is shown in one line', () => {
    const lock = lockFolder(folder, 'tranship\nsend\u001b[31m');
    expect(toldLock()?.detail).toContain('is in use by tranship\\nsend\\x1b[31m.');
    lock.release();
  });

  it('the name of the holder includes another machine', () => {
    const lock = lockFolder(folder, 'one');
    writeFileSync(holderFile(), JSON.stringify({ holder: 'tranship work', process: 1, machine: 'PC-17' }));
    expect(toldHolder()).toBe('tranship work on PC-17');
    lock.release();
  });

  it('the name of the holder may be a fact, on another machine as well', () => {
    const holder = packed(fact('the Tranship window (process {process})', { process: 1 }));
    const lock = lockFolder(folder, 'one');
    writeFileSync(holderFile(), JSON.stringify({ holder, process: 1, machine: 'PC-17' }));
    expect(toldHolder()).toBe('the Tranship window (process 1) on PC-17');
    lock.release();
  });

  it('the name of the holder is not guessed from half a fact', () => {
    const lock = lockFolder(folder, 'one');
    writeFileSync(holderFile(), JSON.stringify({ holder: '{"fact":', process: process.pid, machine: hostname() }));
    expect(toldHolder()).toBe('another process');
    lock.release();
  });
});

describe('a process that holds the folder', () => {
  it('a process that holds the folder is named after a garbage collection, too, and its lock ends when it is killed', async () => {
    const holder = startProcess('lock-holder.ts', folder, 'tranship work');
    expect(await firstOutput(holder)).toBe('locked');
    expect(toldHolder()).toBe('tranship work');
    holder.kill('SIGKILL');
    await ended(holder);
    expect(toldHolder()).toBeUndefined();
  });

  it('a process that holds the folder is not confused with one that was killed before it', async () => {
    const first = startProcess('lock-holder.ts', folder, 'the first');
    await firstOutput(first);
    const { pid } = first;
    first.kill('SIGKILL');
    await ended(first);
    const second = lockFolder(folder, 'the second');
    // As if the second process had not written its name yet.
    writeFileSync(holderFile(), JSON.stringify({ holder: 'the first', process: pid, machine: hostname() }));
    expect(toldHolder()).toBe('another process');
    second.release();
  });
});
