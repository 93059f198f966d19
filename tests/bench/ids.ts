/**
 * @file Measures the search for shared modification ids alone: `node tests/bench/ids.ts [IDS]`. One kind of ids after the
 * other, each in a process of its own, in processor time and memory kept for them.
 */

import { spawnSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { hashAt } from '../../src-main/check/id-hash.ts';
import { WORDS_PER_ID } from '../../src-main/check/modification-id-list.ts';
import { ModificationIds } from '../../src-main/check/modification-ids.ts';

const IDS_AT_ONCE = 3000;
const SEED = 1;

/** Writes the id number `index`, whose words are random so far. */
const kinds: Readonly<Record<string, (words: Uint32Array, index: number) => void>> = {
  random: () => {},
  sequential: (words, index) => words.set([0, 0, 0, index]),
  'time-based': (words, index) => words.set([0x019a_0000 + (index >>> 16), (index << 16) | 0x7000]),
  'all equal': (words) => words.fill(7),
  'each twice': (words, index) => words.set([1, 2, 3, index >>> 1]),
  'all in one part': (words) => {
    while (hashAt(words, 0, SEED) >>> 24 !== 0) words[3] = ((words[3] ?? 0) + 1) >>> 0;
  },
};

function lists(kind: string, count: number): Uint32Array<ArrayBuffer>[] {
  const made: Uint32Array<ArrayBuffer>[] = [];
  for (let first = 0; first < count; first += IDS_AT_ONCE) {
    const list = new Uint32Array(Math.min(IDS_AT_ONCE, count - first) * WORDS_PER_ID);
    randomFillSync(list);
    for (let at = 0; at < list.length; at += WORDS_PER_ID) {
      kinds[kind]?.(list.subarray(at, at + WORDS_PER_ID - 1), first + at / WORDS_PER_ID);
      list[at + WORDS_PER_ID - 1] = at / WORDS_PER_ID + 1;
    }
    made.push(list);
  }
  return made;
}

function measure(kind: string, count: number): void {
  const made = lists(kind, count);
  const before = process.cpuUsage();
  const ids = new ModificationIds(SEED);
  for (const [number, list] of made.entries()) {
    ids.addAll(list, number * IDS_AT_ONCE);
    list.buffer.transfer(0);
  }
  const { bytes } = ids;
  let shared = 0;
  for (const _ of ids.shared()) shared++;
  const { user, system } = process.cpuUsage(before);
  const seconds = ((user + system) / 1e6).toFixed(3);
  console.log(
    `${kind.padEnd(16)} ${seconds} core-s, ${(bytes / count).toFixed(1)} bytes an id, ${shared} lines share one`,
  );
}

const [count = '1500000', kind] = process.argv.slice(2);
if (kind !== undefined) measure(kind, Number(count));
else {
  for (const each of Object.keys(kinds)) {
    spawnSync(process.execPath, [fileURLToPath(import.meta.url), count, each], { stdio: 'inherit' });
  }
}
