/** @file The witness of a data folder, which another program has open when it is to be read. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { FolderWitness } from '../../src-main/audit/folder-witness.ts';
import { FakeClock } from '../fake-clock.ts';
import { MemorySettings } from '../memory-stores.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** How often it is still in use. */
const reading = vi.hoisted(() => ({ inUse: 0 }));
vi.mock('node:fs', async (original) => {
  const files = await original<typeof import('node:fs')>();
  const readFileSync = (path: string, encoding: 'utf8') => {
    if (path.includes('witness') && reading.inUse-- > 0)
      throw Object.assign(new Error('EBUSY'), { code: 'EBUSY', syscall: 'open', path });
    return files.readFileSync(path, encoding);
  };
  return { ...files, readFileSync };
});

let open: (hashes: readonly string[]) => FolderWitness;
beforeEach(() => {
  const root = temporaryFolder();
  const folder = join(root, 'data');
  mkdirSync(folder);
  const settings = new MemorySettings();
  open = (hashes) =>
    new FolderWitness({
      folder,
      settings,
      machine: 'desk',
      clock: new FakeClock(),
      witnesses: join(root, 'witness'),
      history: {
        lastEntry: () => ({ position: hashes.length, hash: hashes.at(-1) ?? '' }),
        historyHashAt: (position) => hashes[position - 1],
      },
    });
  open(['added', 'sent']);
});

it('It is waited for: a folder that was put back is noticed', () => {
  reading.inUse = 2;
  expect(open(['added']).doubt?.params.why).toBe('behind');
});

it('One that stays in use is no reason to take the folder for sound', () => {
  reading.inUse = Number.POSITIVE_INFINITY;
  expect(() => open(['added'])).toThrow(expect.objectContaining({ code: 'folder.in-use' }));
});
