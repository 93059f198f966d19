import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WorkArea } from '../../src-main/exports/work-area.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const MB = 1024 * 1024;

async function* chunks(...parts: (string | Error)[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

function leftover(parent: string, host: string, processId: number): string {
  const folder = join(parent, `tranship-work-${host.replace(/[^A-Za-z0-9.]/g, '_')}-${processId}-abc123`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'x'), 'x');
  return folder;
}

it('What is added lies on the disk, readable by this person only, until all is removed', async () => {
  const area = new WorkArea({ parent: temporaryFolder() });
  const path = await area.add(chunks('ab', 'c'));
  expect(readFileSync(path, 'utf8')).toBe('abc');
  expect(area.bytes).toBe(3);
  area.remove();
  expect(existsSync(area.folder)).toBe(false);
  expect(area.bytes).toBe(0);
});

it('A source that fails leaves nothing', async () => {
  const area = new WorkArea({ parent: temporaryFolder() });
  await expect(area.add(chunks('ab', new Error('gone')))).rejects.toThrow('gone');
  expect(readdirSync(area.folder)).toEqual([]);
  expect(area.bytes).toBe(0);
});

it('What does not fit is refused before it is written, with what is needed and what is free', async () => {
  const area = new WorkArea({ parent: temporaryFolder(), freeBytes: () => 100 * MB });
  await expect(area.add(chunks('ab'), 95 * MB)).rejects.toMatchObject({
    code: 'disk.full',
    params: { neededBytes: 103 * MB },
  });
  expect(readdirSync(area.folder)).toEqual([]);
});

it('A disk that fills up while something is written ends it, and what was written goes', async () => {
  const part = 'x'.repeat(MB);
  let asked = 0;
  const area = new WorkArea({
    parent: temporaryFolder(),
    freeBytes: () => {
      asked += 1;
      return asked < 3 ? 100 * MB : MB;
    },
  });
  await expect(area.add(chunks(...Array<string>(64).fill(part)))).rejects.toMatchObject({ code: 'disk.full' });
  expect(asked).toBe(3);
  expect(readdirSync(area.folder)).toEqual([]);
});

it('What dead processes of this computer have left is removed; nothing else is', () => {
  const parent = temporaryFolder();
  const dead = leftover(parent, hostname(), 4_000_001);
  const alive = leftover(parent, hostname(), 4_000_002);
  const elsewhere = leftover(parent, 'another.computer', 4_000_001);
  const foreign = join(parent, 'tranship-workshop');
  mkdirSync(foreign);
  const target = temporaryFolder();
  const link = join(parent, `tranship-work-${hostname().replace(/[^A-Za-z0-9.]/g, '_')}-4000001-link`);
  symlinkSync(target, link);
  const area = new WorkArea({ parent, isAlive: (processId) => processId !== 4_000_001 });
  expect([dead, alive, elsewhere, foreign, target, link].map((path) => existsSync(path))).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  area.remove();
});
