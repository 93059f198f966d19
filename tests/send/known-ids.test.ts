/** @file Of the files that went before, only those are compared with a new one whose ids it has, or whose ids are not kept in memory. */

import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdIndexBuilder } from '../../src-main/check/id-index/id-index-builder.ts';
import { writeIdIndex } from '../../src-main/check/id-index/id-index-writer.ts';
import { idWords } from '../../src-main/check/id-index/keyed-ids.ts';
import { ID_FOLDER, IdIndexes } from '../../src-main/send/sent-before/id-indexes.ts';
import { KnownIds } from '../../src-main/send/sent-before/known-ids.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';
import { uuid } from '../check/sources.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const keys = ['0123456789abcdef', 'fedcba9876543210'].map((id, at) => ({ id, key: new Uint8Array(32).fill(at) }));
const [key, otherKey] = keys;
const { signal } = new AbortController();
const sha256Of = (number: number) => number.toString(16).padStart(64, '0');
const candidate = (number: number) => ({ id: submissionIdSchema.parse(number), sha256: sha256Of(number) });

function folderOfIndexes() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, ID_FOLDER));
  const indexes = new IdIndexes(folder, async () => keys);
  const write = (number: number, ids: readonly number[], by = key) => {
    if (by === undefined) throw new Error('a key expected');
    const builder = new IdIndexBuilder(by);
    builder.add(idWords(ids.map(uuid)));
    writeIdIndex(indexes.pathOf(candidate(number).id), builder, { keyId: by.id, sha256: sha256Of(number) });
  };
  const sharing = async (known: KnownIds, number: number, others: readonly number[]) => {
    const own = await indexes.open(candidate(number).id, sha256Of(number));
    if (typeof own === 'string') throw new Error(own);
    const found = await known.sharing(own, others.map(candidate), signal);
    own.close();
    return found.map(({ id }) => Number(id));
  };
  return { indexes, write, sharing };
}

it('They are exactly those that share an id with it, one after the other, whatever was asked before', async () => {
  const files = fc.array(fc.array(fc.nat(60), { maxLength: 40 }), { minLength: 2, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(files, async (all) => {
      const { indexes, write, sharing } = folderOfIndexes();
      const known = new KnownIds(indexes);
      for (const [at, ids] of all.entries()) {
        write(at + 1, ids);
        const before = all.slice(0, at);
        const expected = before.flatMap((other, earlier) =>
          other.some((one) => ids.includes(one)) ? [earlier + 1] : [],
        );
        const others = before.map((_, earlier) => earlier + 1);
        expect(await sharing(known, at + 1, others)).toEqual(expected);
      }
    }),
    { numRuns: 40 },
  );
});

it('A file of whose ids nothing can be said in advance is compared in any case', async () => {
  const { indexes, write, sharing } = folderOfIndexes();
  const large = Array.from({ length: 10_001 }, (_, n) => 1000 + n);
  write(1, [1]);
  write(2, [2]);
  truncateSync(indexes.pathOf(candidate(2).id), 5000);
  write(3, [3], otherKey);
  write(4, large);
  writeFileSync(indexes.pathOf(candidate(5).id), 'no index');
  write(9, [500]);
  // 6 has none at all.
  expect(await sharing(new KnownIds(indexes), 9, [1, 2, 3, 4, 5, 6])).toEqual([2, 3, 4, 5, 6]);
});

it('Two checks with different keys at the same time miss nothing: a passphrase may be set between them', async () => {
  const { indexes, write, sharing } = folderOfIndexes();
  const known = new KnownIds(indexes);
  const [mine, yours] = [0, 100].map((first) => Array.from({ length: 100 }, (_, at) => first + at + 1));
  for (const number of mine ?? []) write(number, [number]);
  for (const number of yours ?? []) write(number, [number], otherKey);
  write(300, [1, 99]);
  write(301, [101, 199], otherKey);
  const found = await Promise.all([sharing(known, 300, mine ?? []), sharing(known, 301, yours ?? [])]);
  expect(found).toEqual([
    [1, 99],
    [101, 199],
  ]);
});

it('A file that was checked again with another content counts as what it is now', async () => {
  const { indexes, write, sharing } = folderOfIndexes();
  const known = new KnownIds(indexes);
  write(1, [1]);
  write(9, [2]);
  expect(await sharing(known, 9, [1])).toEqual([]);
  // Its number stays; its bytes, and so its digest, are others.
  const { id } = candidate(1);
  const builder = new IdIndexBuilder(key ?? { id: '', key: new Uint8Array(32) });
  builder.add(idWords([uuid(2)]));
  writeIdIndex(indexes.pathOf(id), builder, { keyId: key?.id ?? '', sha256: sha256Of(77) });
  const own = await indexes.open(candidate(9).id, sha256Of(9));
  if (typeof own === 'string') throw new Error(own);
  expect(await known.sharing(own, [{ id, sha256: sha256Of(77) }], signal)).toHaveLength(1);
  own.close();
});
