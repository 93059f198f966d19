/** @file A crash while a file gets its name leaves nothing behind that has the name of the file. */

import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { claim, moveOut } from '../../../src-main/prepare/watching/places.ts';

const { process } = vi.hoisted(() => ({ process: { isDying: false } }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    open: async (...given: Parameters<typeof real.open>) => {
      const file = await real.open(...given);
      if (process.isDying) file.writeFile = () => Promise.reject(new Error('The process has ended.'));
      return file;
    },
  };
});

const into = ['done', '2026-01-05'] as const;

it('is moved under its own name after a crash in the middle of that', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tranship-places-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const entry = { claim: '3f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11', folder, name: 'a.jsonl', marker: undefined };
  await writeFile(join(folder, entry.name), '{}\n');
  await mkdir(join(folder, 'done', '2026-01-05'), { recursive: true });
  await claim(entry, { shared: false });
  process.isDying = true;
  await expect(moveOut(entry, into, [], () => {})).rejects.toMatchObject({ code: 'watch.cannot-move' });
  process.isDying = false;
  expect(await readdir(join(folder, ...into))).toEqual([]);

  expect(await moveOut(entry, into, [], () => {})).toBe('done/2026-01-05/a.jsonl');
  expect(await readdir(join(folder, ...into))).toEqual(['a.jsonl']);
  expect(await readdir(folder)).toEqual(['done']);
});
