import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SPARE_BYTES } from '../../src-main/ground/files/disk-space.ts';
import { databaseName, guarded, openDatabase } from '../../src-main/send/storage/database.ts';
import { hasRoom } from '../../src-main/send/storage/room.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { contentOf, filesIn, fill, overwrite, start } from './folders.ts';

const MEBIBYTE = 1024 * 1024;
const isFull = expect.objectContaining({ code: 'disk.full' });

/** A disk that is small enough to be filled. */
interface SmallDisk {
  folder: string;
  /** Leaves no room, or so many bytes. */
  fill(leaving?: number): void;
  free(): void;
}

function mountDisk(): SmallDisk | undefined {
  const folder = temporaryFolder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder]).status !== 0) return undefined;
  onTestFinished(() => {
    spawnSync('umount', ['--lazy', folder]);
  });
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: (leaving = 0) => {
      const file = openSync(filler, 'w');
      try {
        for (;;) writeSync(file, Buffer.alloc(4096, 1));
      } catch {
        ftruncateSync(file, Math.max(0, statSync(filler).size - leaving));
      }
      closeSync(file);
    },
    free: () => rmSync(filler),
  };
}

function opened(folder: string): DatabaseSync {
  const database = openDatabase(join(folder, databaseName));
  onTestFinished(() => database.close());
  return database;
}

/** No page more than the database has: as a quota does it, which leaves the disk's free space as it was. */
function limitPages(database: DatabaseSync): void {
  database.exec(`PRAGMA max_page_count = ${Number(database.prepare('PRAGMA page_count').get()?.page_count)}`);
}

const room = (database: DatabaseSync, { folder }: Pick<SmallDisk, 'folder'>) =>
  hasRoom(database, join(folder, databaseName));
const rowsOf = (database: DatabaseSync) => database.prepare('SELECT key, at FROM requests').all();

/** Mounting a disk takes rights that not every process has; a quota behaves alike. */
const mountable = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
const standsFor = mountable ? '' : ' (stands for a full disk: none can be mounted here)';

describe(`a quota that is used up, though the disk has space${standsFor}`, () => {
  it('a used-up quota is noticed, and so is new room', () => {
    const folder = temporaryFolder();
    const database = opened(folder);
    expect(room(database, { folder })).toBe(true);
    database.exec('VACUUM');
    limitPages(database);
    expect(room(database, { folder })).toBe(false);
    database.exec('PRAGMA max_page_count = 100000');
    expect(room(database, { folder })).toBe(true);
  });

  it('looking for room leaves no trace', () => {
    const folder = temporaryFolder();
    const database = opened(folder);
    database.exec("INSERT INTO requests (key, at) VALUES ('status bank', 5), ('room of the bank', 6)");
    const rows = rowsOf(database);
    room(database, { folder });
    database.exec('VACUUM');
    limitPages(database);
    room(database, { folder });
    expect(rowsOf(database)).toEqual(rows);
  });

  it('looking for room keeps what was stored, and the queue continues afterwards', () => {
    const folder = temporaryFolder();
    let store = new QueueStore(folder, { maxPages: 60 });
    expect(() => fill(store, 1000)).toThrow(isFull);
    const content = contentOf(store);
    store.close();
    expect(start(folder)).toEqual({ recovery: undefined, ...content });
    store = new QueueStore(folder);
    fill(store, 5, 1000);
    store.close();
    expect(start(folder).submissions).toHaveLength(content.submissions.length + 5);
  });
});

function fullDisk(): void {
  function disk(): SmallDisk {
    const mounted = mountDisk();
    if (mounted === undefined) throw new Error('a mounted disk expected');
    return mounted;
  }

  it('a full disk has no room until some is made', () => {
    const small = disk();
    const database = opened(small.folder);
    small.fill();
    expect(room(database, small)).toBe(false);
    small.free();
    expect(room(database, small)).toBe(true);
    expect(rowsOf(database)).toEqual([]);
  });

  it('a disk has no room while the next steps would fill it', () => {
    const small = disk();
    const database = opened(small.folder);
    small.fill(SPARE_BYTES - MEBIBYTE);
    expect(room(database, small)).toBe(false);
  });

  it('a disk that was full keeps what was stored, and takes more afterwards', () => {
    const small = disk();
    const store = new QueueStore(small.folder);
    fill(store, 5);
    small.fill();
    expect(() => fill(store, 1000, 5)).toThrow(isFull);
    const content = contentOf(store);
    expect(() => fill(store, 1, 2000)).toThrow(isFull);
    expect(contentOf(store)).toEqual(content);
    small.free();
    fill(store, 1, 3000);
    const more = contentOf(store);
    store.close();
    expect(start(small.folder)).toEqual({ recovery: undefined, ...more });
  });

  it('a full disk is reported when a queue is opened, and the queue is not damaged', () => {
    const small = disk();
    const store = new QueueStore(small.folder);
    fill(store, 5);
    const content = contentOf(store);
    store.close();
    small.fill();
    expect(() => start(small.folder)).toThrow(isFull);
    small.free();
    expect(start(small.folder)).toEqual({ recovery: undefined, ...content });
  });

  it('a full disk is reported when a queue is created, and the next start creates it', () => {
    const small = disk();
    small.fill();
    expect(() => start(small.folder)).toThrow(isFull);
    small.free();
    expect(start(small.folder).recovery).toBeUndefined();
  });

  it.each([0, 8, 40, 80, 160])(
    'a damaged queue stays where it is, with %i KiB free, until it can be recovered',
    (free) => {
      const small = disk();
      const store = new QueueStore(small.folder);
      fill(store, 30);
      store.close();
      overwrite(join(small.folder, databaseName), new Uint8Array(100), 0);
      small.fill(free * 1024);
      expect(() => start(small.folder)).toThrow(isFull);
      expect(filesIn(small.folder)).toContain(databaseName);
      small.free();
      expect(start(small.folder).recovery?.recovered.submissions).toBe(30);
    },
  );

  it('a step that does not fit into the log is not committed', () => {
    const small = disk();
    const database = opened(small.folder);
    small.fill();
    const write = () =>
      guarded(join(small.folder, databaseName), () =>
        database.exec(`BEGIN; INSERT INTO requests VALUES ('a', 1), (hex(zeroblob(${MEBIBYTE})), 2); COMMIT`),
      );
    expect(write).toThrow(isFull);
    if (database.isTransaction) database.exec('ROLLBACK');
    expect(rowsOf(database)).toEqual([]);
    expect(database.prepare('PRAGMA quick_check').get()?.quick_check).toBe('ok');
  });
}

if (mountable) describe('a mounted disk of 16 MiB that is full', fullDisk);
