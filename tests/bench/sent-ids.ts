/**
 * @file How the comparison of a new file with what was sent before grows: `node tests/bench/sent-ids.ts [MILLIONS…]`. A file of a
 * million ids beside ever more of them, in large files and in small ones, and one id that is looked for among all. Each in a process
 * of its own.
 */

import { spawnSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { IdIndexBuilder } from '../../src-main/check/id-index/id-index-builder.ts';
import { IdIndexFile } from '../../src-main/check/id-index/id-index-file.ts';
import { writeIdIndex } from '../../src-main/check/id-index/id-index-writer.ts';
import { eachMatch } from '../../src-main/check/id-index/id-matches.ts';
import { compareIds } from '../../src-main/check/id-index/shared-ids.ts';
import { WORDS_PER_ID } from '../../src-main/check/modification-id-list.ts';
import { printTable } from '../harness/printed-results.ts';

const MILLION = 1_000_000;
const IDS_AT_ONCE = 4000;
/** The others are copies of these: what is in them does not matter, as long as it is read. */
const DIFFERENT = 5;
const key = { id: '0123456789abcdef', key: new Uint8Array(32).fill(7) };
const costSchema = z.object({ seconds: z.number(), peakBytes: z.number() });

function write(path: string, ids: number): void {
  const builder = new IdIndexBuilder(key);
  for (let first = 0; first < ids; first += IDS_AT_ONCE) {
    const words = new Uint32Array(Math.min(IDS_AT_ONCE, ids - first) * WORDS_PER_ID);
    randomFillSync(words);
    for (let at = WORDS_PER_ID - 1; at < words.length; at += WORDS_PER_ID) words[at] = first + (at + 1) / WORDS_PER_ID;
    builder.add(words);
  }
  writeIdIndex(path, builder, { keyId: key.id, sha256: '00'.repeat(32) });
}

const works: Readonly<Record<string, (own: string, others: readonly string[]) => void>> = {
  nothing: () => {},
  compare: (own, others) => {
    compareIds(
      own,
      others.map((path) => ({ path, parts: [{ first: 1, last: MILLION }] })),
    );
  },
  find: (_, others) => {
    const wanted = randomFillSync(new Uint32Array(2));
    for (const path of others) {
      const index = IdIndexFile.open(path);
      if (index === undefined) throw new Error(`There is no ${path}.`);
      eachMatch(index, wanted, () => {});
      index.close();
    }
  },
};

/** Does it in this process, and prints what it has cost. */
function work(name: string, folder: string, files: number): void {
  const pathOf = (file: number) => join(folder, `${file}.ids`);
  works[name]?.(
    join(folder, 'own.ids'),
    Array.from({ length: files }, (_, file) => pathOf(file)),
  );
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  console.log(JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, peakBytes: maxRSS * 1024 }));
}

function costOf(name: string, folder: string, files: number): { seconds: number; peakBytes: number } {
  const own = fileURLToPath(import.meta.url);
  const { stdout, stderr } = spawnSync(process.execPath, [own, 'work', name, folder, String(files)], {
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return costSchema.parse(JSON.parse(stdout));
}

const [first = '', ...rest] = process.argv.slice(2);
if (first === 'work') work(rest[0] ?? '', rest[1] ?? '', Number(rest[2]));
else {
  const sizes = first === '' ? [1, 10, 100] : [first, ...rest].map(Number);
  const table: string[][] = [];
  for (const each of [MILLION, MILLION / 100]) table.push(...measured(sizes, each));
  printTable(['sent before', 'a million compared', 'memory', 'one looked for', 'memory', 'bytes each'], table);
}

/** @param sizes in millions @param each ids in a file */
function measured(sizes: readonly number[], each: number): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-bench-'));
  try {
    write(join(folder, 'own.ids'), MILLION);
    const nothing = costOf('nothing', folder, 0);
    let files = 0;
    return sizes.map((size) => {
      const wanted = (size * MILLION) / each;
      for (; files < wanted; files += 1) {
        const path = join(folder, `${files}.ids`);
        if (files < DIFFERENT) write(path, each);
        else copyFileSync(join(folder, `${files % DIFFERENT}.ids`), path);
      }
      const cells = ['compare', 'find'].flatMap((name) => {
        const { seconds, peakBytes } = costOf(name, folder, wanted);
        const more = Math.max(0, peakBytes - nothing.peakBytes) / 1e6;
        return [`${Math.max(0, seconds - nothing.seconds).toFixed(2)} s`, `${more.toFixed(0)} MB`];
      });
      const bytes = statSync(join(folder, '0.ids')).size / each;
      return [`${size} million, in ${wanted} files`, ...cells, bytes.toFixed(1)];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
