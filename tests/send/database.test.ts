import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  databaseName,
  guarded,
  inTransaction,
  openDatabase,
  toStorageError,
} from '../../src-main/send/storage/database.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { isSuspect } from '../../src-main/send/storage/suspicion.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { start } from './folders.ts';
import { firstOutput, startProcess } from './processes.ts';

const open = (folder: string) => openDatabase(join(folder, databaseName));

describe('what SQLite throws', () => {
  const thrown = (errcode: number) => Object.assign(new Error('as SQLite says it'), { errcode });

  it.each([
    [13, 'disk.full'],
    [778, 'disk.full'],
    [4874, 'disk.full'],
    [11, 'queue.damaged'],
    [267, 'queue.damaged'],
    [26, 'queue.damaged'],
    [266, 'queue.damaged'],
    [5, 'folder.unusable'],
    [14, 'folder.unusable'],
    [3850, 'folder.unusable'],
  ])('the SQLite result %i becomes %s', (errcode, code) => {
    expect(toStorageError(join(temporaryFolder(), databaseName), thrown(errcode))).toMatchObject({ code });
  });

  it('damage leaves a note for the next start', () => {
    const folder = temporaryFolder();
    const read = () => {
      throw thrown(11);
    };
    expect(() => guarded(join(folder, databaseName), read)).toThrow();
    expect(isSuspect(folder)).toBe(true);
    start(folder);
    expect(isSuspect(folder)).toBe(false);
  });

  it('an error other than damage leaves no note', () => {
    const folder = temporaryFolder();
    toStorageError(join(folder, databaseName), thrown(13));
    expect(isSuspect(folder)).toBe(false);
  });
});

it('a commit is on the disk when it returns, also where that takes a word of its own to the drive', () => {
  const database = open(temporaryFolder());
  onTestFinished(() => database.close());
  const set = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {});
  const FULL = 2;
  expect(set('synchronous')).toEqual([FULL]);
  expect([set('fullfsync'), set('checkpoint_fullfsync')]).toEqual([[1], [1]]);
});

describe('a database that another process reads', () => {
  it('a database is written without waiting for its reader', async () => {
    const folder = temporaryFolder();
    const database = open(folder);
    onTestFinished(() => database.close());
    expect(await firstOutput(startProcess('database-reader.ts', join(folder, databaseName)))).toBe('reading');
    // What would wait fails at once instead.
    database.exec('PRAGMA busy_timeout = 0');
    for (let count = 0; count < 50; count++) {
      inTransaction(database, () => database.exec(`INSERT INTO requests (key, at) VALUES ('status', ${count})`));
    }
    expect(database.prepare('SELECT count(*) AS written FROM requests').get()).toEqual({ written: 50 });
  });

  it('a database that a newer Tranship has written is refused to a reader too', () => {
    const folder = temporaryFolder();
    const database = open(folder);
    database.exec('PRAGMA user_version = 1000');
    database.close();
    expect(() => new QueueStore(folder, { readOnly: true })).toThrow(expect.objectContaining({ code: 'queue.newer' }));
  });
});
