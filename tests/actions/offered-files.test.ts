import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { OfferedFiles, type OfferPorts } from '../../src-main/actions/offered-files.ts';
import { systemClock } from '../../src-main/ground/clock.ts';
import type { FilesReading } from '../../src-shared/contract.ts';
import { MOST_FILES } from '../../src-shared/folder-contents.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
function write(...names: string[]): void {
  for (const name of names) writeFileSync(join(folder, name), '{"a":1}\n');
}

const estimate = () => ({ estimatedBatches: 1, estimatedCheckMs: 1 });
const offering = (more: Partial<OfferPorts> = {}) => new OfferedFiles({ estimate, ...more });

async function offer(...paths: string[]) {
  const { offers, refused } = await offering().offer(paths);
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

/** A clock on which every look takes a second. */
function slowClock() {
  let now = 0;
  return { ...systemClock, now: () => (now += 1000) };
}

it('Reading that takes a while is told, as far as it is, and its end', async () => {
  write(...Array.from({ length: 40 }, (_, day) => `day ${day}.jsonl`));
  const told: (FilesReading | undefined)[] = [];
  const { offers } = await offering({ onReading: (reading) => told.push(reading), clock: slowClock() }).offer([folder]);
  expect(offers).toHaveLength(40);
  expect(told).toEqual([
    { found: 40 },
    { found: 40, looked: 16 },
    { found: 40, looked: 32 },
    { found: 40, looked: 40 },
    undefined,
  ]);
});

it('Reading that takes no while is not told', async () => {
  write('a.jsonl');
  const told: (FilesReading | undefined)[] = [];
  const clock = { ...systemClock, now: () => 0 };
  await offering({ onReading: (reading) => told.push(reading), clock }).offer([folder]);
  expect(told).toEqual([]);
});

it('Reading that is stopped offers nothing', async () => {
  write(...Array.from({ length: 40 }, (_, day) => `day ${day}.jsonl`));
  const offered: OfferedFiles = offering({
    clock: slowClock(),
    onReading: (reading) => reading?.looked === 16 && offered.stopReading(),
  });
  expect(await offered.offer([folder])).toEqual({ offers: [], refused: [] });
});

it('A file that vanishes between its folder and the look at it is told, and keeps no other out', async () => {
  write('a.jsonl', 'b.jsonl');
  const { offers, refused } = await offering({
    clock: slowClock(),
    // The folder was read; its files were not.
    onReading: (reading) => reading?.looked === undefined && rmSync(join(folder, 'a.jsonl'), { force: true }),
  }).offer([folder]);
  expect(offers.map(({ fileName }) => fileName)).toEqual(['b.jsonl']);
  expect(refused).toMatchObject([{ fileName: 'a.jsonl', error: { code: 'file.not-found' } }]);
});

it('A file that the queue has already is marked, by its name and size', async () => {
  write('a.jsonl', 'b.jsonl');
  const queued = { submission: submissionIdSchema.parse(3), at: '2026-11-30T05:00:00Z' };
  const known = () => (name: string, bytes: number) =>
    name === join(folder, 'a.jsonl') && bytes === 8 ? queued : undefined;
  const { offers } = await offering({ known }).offer([folder]);
  expect(offers.map((offer) => [offer.fileName, offer.known])).toEqual([
    ['a.jsonl', queued],
    ['b.jsonl', undefined],
  ]);
});

it('More single files than can be added at once are refused in words, and none is offered', async () => {
  const paths = Array.from({ length: MOST_FILES + 1 }, (_, at) => join(folder, `${at}.jsonl`));
  await expect(offering().offer(paths)).rejects.toMatchObject({ code: 'file.too-many' });
});
