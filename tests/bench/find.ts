/**
 * @file Measures the index of modification ids: `node tests/bench/find.ts [IDS] [FILES]`. What a check adds for it, its
 * size, how long some ids are looked for in all files, and how long a file is compared with twenty others.
 */

import { randomFillSync, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IdIndexBuilder } from '../../src-main/check/id-index/id-index-builder.ts';
import { writeIdIndex } from '../../src-main/check/id-index/id-index-writer.ts';
import { eachMatch, sortIds } from '../../src-main/check/id-index/id-matches.ts';
import { idWords, KeyedIds } from '../../src-main/check/id-index/keyed-ids.ts';
import { compareIds } from '../../src-main/check/id-index/shared-ids.ts';
import { WORDS_PER_ID } from '../../src-main/check/modification-id-list.ts';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import { IdIndexes } from '../../src-main/send/sent-before/id-indexes.ts';

const key = { id: '0123456789abcdef', key: new Uint8Array(32).fill(7) };
const IDS_AT_ONCE = 4000;
const SHA256 = '00'.repeat(32);
const folder = mkdtempSync(join(tmpdir(), 'tranship-bench-'));
mkdirSync(join(folder, 'ids'));

/** Random ids, as many as a part of the check gives up at once. */
function idsOf(first: number, count: number): Uint32Array {
  const ids = new Uint32Array(count * WORDS_PER_ID);
  randomFillSync(ids);
  for (let at = 0; at < count; at++) ids[at * WORDS_PER_ID + WORDS_PER_ID - 1] = first + at + 1;
  return ids;
}

function write(path: string, ids: number, wanted?: Uint32Array): void {
  const builder = new IdIndexBuilder(key);
  for (let first = 0; first < ids; first += IDS_AT_ONCE) builder.add(idsOf(first, Math.min(IDS_AT_ONCE, ids - first)));
  if (wanted !== undefined) builder.add(wanted);
  writeIdIndex(path, builder, { keyId: key.id, sha256: SHA256 });
}

function measured(what: string, work: () => void): void {
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  work();
  const { user, system } = process.cpuUsage(cpu);
  const wall = (performance.now() - start).toFixed(1);
  console.log(`${what.padEnd(58)} ${wall.padStart(9)} ms, ${((user + system) / 1e6).toFixed(3)} core-s`);
}

const [ids = '10000000', files = '100'] = process.argv.slice(2);
const each = Math.ceil(Number(ids) / Number(files));
const pathOf = (file: number) => join(folder, 'ids', `${file}.ids`);
const known = randomUUID();
try {
  {
    const parts = Array.from({ length: 250 }, (_, part) => idsOf(part * IDS_AT_ONCE, IDS_AT_ONCE));
    const builder = new IdIndexBuilder(key);
    measured('what a check of 1,000,000 lines adds', () => {
      for (const part of parts) builder.add(part);
      writeIdIndex(join(folder, 'one.ids'), builder, { keyId: key.id, sha256: SHA256 });
    });
    console.log(`bytes for 1,000,000 ids: ${statSync(join(folder, 'one.ids')).size}`);
  }
  measured(`${ids} ids written into ${files} files`, () => {
    for (let file = 1; file <= Number(files); file++)
      write(pathOf(file), each, file === Number(files) ? idWords([known]) : undefined);
  });
  const indexes = new IdIndexes(folder, async () => [key]);
  const find = async (some: readonly string[]) => {
    let lines = 0;
    const { sorted } = sortIds(new KeyedIds(key).encipher(idWords(some)));
    for (let file = 1; file <= Number(files); file++) {
      // Numbers of submissions come from the database.
      const opened = await indexes.open(file as SubmissionId, SHA256);
      if (typeof opened === 'string') throw new Error(`The index ${file} is ${opened}.`);
      eachMatch(opened.index, sorted, () => lines++);
      opened.close();
    }
    return lines;
  };
  for (const count of [1, 1, 1, 100, 10_000]) {
    const wanted = [known, ...Array.from({ length: count - 1 }, () => randomUUID())];
    const start = performance.now();
    const lines = await find(wanted);
    const wall = (performance.now() - start).toFixed(1);
    console.log(`${count} ids looked for among ${ids} in ${files} files: ${wall} ms, ${lines} found`);
  }
  {
    const own = join(folder, 'own.ids');
    write(own, 1_500_000, idWords([known]));
    const others = Array.from({ length: 20 }, (_, other) => {
      const path = join(folder, `other-${other}.ids`);
      write(path, 1_500_000, other === 7 ? idWords([known]) : undefined);
      return { path, parts: [{ first: 1, last: 2 ** 31 }] };
    });
    measured('1,500,000 ids compared with 20 files of as many', () => {
      const { shared } = compareIds(own, others);
      if (shared !== 1) throw new Error(`${shared} shared ids instead of 1`);
    });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
