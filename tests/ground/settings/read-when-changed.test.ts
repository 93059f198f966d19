import { copyFileSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readWhenChanged } from '../../../src-main/ground/settings/read-when-changed.ts';
import type { SettingsFile } from '../../../src-main/ground/settings/settings-file.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let folder: string;
let path: string;
/** How often the file was read. */
let reads: number;
let now: number;
let settings: SettingsFile;

/** A store that reads the file each time. */
const store: SettingsFile = {
  get: (key) => {
    reads += 1;
    return JSON.parse(readFileSync(path, 'utf8'))[key];
  },
  set: (key, value) => writeFileSync(path, JSON.stringify({ [key]: value })),
};

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'settings.json');
  writeFileSync(path, '{"kept":{"name":"one"}}');
  reads = 0;
  settle();
  settings = readWhenChanged(path, store, { now: () => now });
});
/** Minutes pass. */
function settle(): void {
  const { mtimeMs, ctimeMs } = statSync(path);
  now = Math.max(mtimeMs, ctimeMs) + 120_000;
}

const name = () => settings.get('kept');

it('a file that has not changed for a while is read once', () => {
  expect([name(), name(), name()]).toEqual([{ name: 'one' }, { name: 'one' }, { name: 'one' }]);
  expect(reads).toBe(1);
});

it('each key is read once', () => {
  expect([settings.get('missing'), name(), settings.get('missing'), name()]).toEqual([
    undefined,
    { name: 'one' },
    undefined,
    { name: 'one' },
  ]);
  expect(reads).toBe(2);
});

/** What another process may do between two calls; each leaves as many bytes as there were. */
const changes: [what: string, change: () => void][] = [
  ['writes other bytes into it', () => writeFileSync(path, '{"kept":{"name":"two"}}')],
  [
    'puts another file in its place',
    () => {
      writeFileSync(`${path}.new`, '{"kept":{"name":"two"}}');
      renameSync(`${path}.new`, path);
    },
  ],
  [
    'writes into it, and puts its time back',
    () => {
      const { atime, mtime } = statSync(path);
      writeFileSync(path, '{"kept":{"name":"two"}}');
      utimesSync(path, atime, mtime);
    },
  ],
  [
    'copies an older file over it, with the time of that',
    () => {
      const other = join(folder, 'other.json');
      writeFileSync(other, '{"kept":{"name":"two"}}');
      const { atime, mtime } = statSync(path);
      copyFileSync(other, path);
      utimesSync(path, atime, mtime);
    },
  ],
];

it.each(changes)('is read again when another process %s', (_what, change) => {
  name();
  change();
  settle();
  expect(name()).toEqual({ name: 'two' });
});

it.each(changes)('is read again at once when another process %s', (_what, change) => {
  name();
  change();
  now = Date.now();
  expect(name()).toEqual({ name: 'two' });
});

it('is read each time while a further change could look the same: same file, same size, same tick', () => {
  const { mtimeMs } = statSync(path);
  now = mtimeMs + 1;
  name();
  // As the disk's clock ticks: the change leaves everything that can be seen of the file as it was.
  const content = { kept: { name: 'two' } };
  const unseen = readWhenChanged(path, { ...store, get: () => content.kept }, { now: () => now });
  expect(unseen.get('kept')).toEqual({ name: 'two' });
  content.kept = { name: 'six' };
  expect(unseen.get('kept')).toEqual({ name: 'six' });
});

it('is read each time while its time is ahead of the clock', () => {
  now = statSync(path).mtimeMs - 3_600_000;
  name();
  name();
  expect(reads).toBe(2);
});

it('says that it is corrupt at each call, and is read as soon as it is sound again', () => {
  name();
  writeFileSync(path, '{"kept":{"name":"tw');
  settle();
  expect(name).toThrow(SyntaxError);
  expect(name).toThrow(SyntaxError);
  writeFileSync(path, '{"kept":{"name":"two"}}');
  settle();
  expect(name()).toEqual({ name: 'two' });
});

it('says so when it is gone', () => {
  name();
  rmSync(path);
  expect(name).toThrow('ENOENT');
  expect(name).toThrow('ENOENT');
});

it('knows what it has set itself', () => {
  name();
  settings.set('kept', { name: 'two' });
  settle();
  expect(name()).toEqual({ name: 'two' });
});

it('a reader cannot change what others will read', () => {
  const kept = name();
  expect(() => Object.assign(kept ?? {}, { name: 'two' })).toThrow(TypeError);
  expect(name()).toEqual({ name: 'one' });
});
