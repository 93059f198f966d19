import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFolder } from '../../src-main/queue/lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tranship-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('tells a second one who holds the folder', () => {
  const lock = lockFolder(folder, 'tranship send (process 4711)');
  expect(() => lockFolder(folder, 'another')).toThrow(
    expect.objectContaining({ code: 'queue.locked', params: { folder, holder: 'tranship send (process 4711)' } }),
  );
  lock.release();
});

it('can be taken again once it is released', () => {
  lockFolder(folder, 'one').release();
  expect(() => lockFolder(folder, 'two').release()).not.toThrow();
});

it('makes the folder where there is none', () => {
  expect(() => lockFolder(join(folder, 'new', 'deeper'), 'one').release()).not.toThrow();
});

it('says that a folder cannot be used when a file is in its place', () => {
  const path = join(folder, 'file');
  writeFileSync(path, '');
  expect(() => lockFolder(path, 'one')).toThrow(expect.objectContaining({ code: 'folder.unusable' }));
});
