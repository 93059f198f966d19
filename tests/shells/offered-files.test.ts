import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OfferedFiles } from '../../src-main/shells/offered-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tranship-offered-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(...names: string[]): void {
  for (const name of names) writeFileSync(join(folder, name), '{"a":1}\n');
}

async function offer(...paths: string[]) {
  const { offers, refused } = await new OfferedFiles(() => ({ estimatedBatches: 1, estimatedCheckMs: 1 })).offer(paths);
  return { offered: offers.map(({ fileName }) => fileName), refused: refused.map(({ error }) => error.code) };
}

it('The exports of a folder are offered, with those of its folders', async () => {
  mkdirSync(join(folder, 'late'));
  write('b.jsonl', 'a.jsonl', join('late', 'c.ndjson'));
  expect(await offer(folder)).toEqual({ offered: ['a.jsonl', 'b.jsonl', 'c.ndjson'], refused: [] });
});

it('What a folder has besides exports is told', async () => {
  write('a.jsonl', 'rates.csv');
  expect(await offer(folder)).toEqual({ offered: ['a.jsonl'], refused: ['file.left-out'] });
});

it('A link in a folder leads nowhere', async () => {
  write('a.jsonl');
  symlinkSync(folder, join(folder, 'again'), 'dir');
  expect(await offer(folder)).toEqual({ offered: ['a.jsonl'], refused: ['file.left-out'] });
});

it('A file that is added along with its folder is offered once', async () => {
  write('a.jsonl');
  expect(await offer(join(folder, 'a.jsonl'), folder)).toEqual({ offered: ['a.jsonl'], refused: [] });
});

it('A file with any name is offered if a person adds it by itself', async () => {
  write('export.txt');
  expect(await offer(join(folder, 'export.txt'))).toEqual({ offered: ['export.txt'], refused: [] });
});

it('An empty folder is told, and keeps no file out', async () => {
  write('a.jsonl');
  mkdirSync(join(folder, 'empty'));
  expect(await offer(join(folder, 'empty'), join(folder, 'a.jsonl'))).toEqual({
    offered: ['a.jsonl'],
    refused: ['file.folder-without-exports'],
  });
});

it('A path at which there is nothing is told', async () => {
  expect(await offer(join(folder, 'gone.jsonl'))).toEqual({ offered: [], refused: ['file.not-found'] });
});
