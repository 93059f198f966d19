import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { IdIndexBuilder } from '../../src-main/check/id-index/id-index-builder.ts';
import { DamagedIndex, IdIndexFile } from '../../src-main/check/id-index/id-index-file.ts';
import { writeIdIndex } from '../../src-main/check/id-index/id-index-writer.ts';
import { eachMatch, sortIds } from '../../src-main/check/id-index/id-matches.ts';
import { idWords, isSameId, KeyedIds } from '../../src-main/check/id-index/keyed-ids.ts';
import { bytesFor } from '../../src-main/check/id-index/layout.ts';
import { uuid } from './sources.ts';

const key = { id: '0123456789abcdef', key: new Uint8Array(32).fill(7) };
const sha256 = 'ab'.repeat(32);

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tranship-ids-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Writes the ids, each on the line of its place, as a check gives them up: some at a time, in any order. */
function written(ids: readonly string[], partSize = 100, path = join(folder(), '1.ids')): string {
  const builder = new IdIndexBuilder(key);
  const words = idWords(ids);
  for (let at = 0; at < words.length; at += partSize * 5) builder.add(words.subarray(at, at + partSize * 5));
  writeIdIndex(path, builder, { keyId: key.id, sha256 });
  return path;
}

/** The lines of each wanted id, as the index tells. */
function linesOf(path: string, wanted: readonly string[], withKey = key): number[][] {
  const { sorted, before } = sortIds(new KeyedIds(withKey).encipher(idWords(wanted)));
  const lines: number[][] = wanted.map(() => []);
  const index = IdIndexFile.open(path);
  if (index === undefined) throw new Error('There is no index.');
  eachMatch(index, sorted, (at, line) => lines[before[at] ?? 0]?.push(line));
  index.close();
  return lines.map((some) => some.sort((a, b) => a - b));
}

function expectedLines(ids: readonly string[], wanted: readonly string[]): number[][] {
  const spelled = (id: string) => (/^[0-9a-f]{8}-/i.test(id) && id.length === 36 ? id.toLowerCase() : id);
  const lines = new Map<string, number[]>();
  for (const [index, id] of ids.entries()) lines.set(spelled(id), [...(lines.get(spelled(id)) ?? []), index + 1]);
  return wanted.map((id) => lines.get(spelled(id)) ?? []);
}

const anyId = fc.oneof(
  fc.nat(400).map(uuid),
  fc.nat(400).map((n) => uuid(n * 0x0abcdef).toUpperCase()),
  fc.string({ maxLength: 8 }),
  fc.constantFrom('', ' ', '\ud800', '\udc00', 'É', 'E\u0301', '00000000-0000-4000-8000-00000000000g'),
);

it('an index tells the same lines as a Map, for ids of any form, whether few or many are asked for', () => {
  fc.assert(
    fc.property(
      fc.array(anyId, { maxLength: 1200 }),
      fc.array(anyId, { maxLength: 60 }),
      fc.integer({ min: 1, max: 500 }),
      (ids, others, partSize) => {
        const wanted = [...others, ...ids.slice(0, 20)];
        const path = written(ids, partSize);
        expect(linesOf(path, wanted)).toEqual(expectedLines(ids, wanted));
        expect(wanted.map((id) => linesOf(path, [id])[0])).toEqual(expectedLines(ids, wanted));
      },
    ),
    { numRuns: 30 },
  );
});

it('50,000 ids are found one by one and all together, and others are not', () => {
  const ids = Array.from({ length: 50_000 }, (_, n) => uuid(n + 1));
  const path = written(ids, 3000);
  const all = ids.map((_, n) => [n + 1]);
  expect(linesOf(path, ids)).toEqual(all);
  for (let n = 0; n < ids.length; n += 997) expect(linesOf(path, [ids[n] ?? ''])).toEqual([[n + 1]]);
  expect(linesOf(path, [uuid(0), uuid(50_001)])).toEqual([[], []]);
});

it('an id on all of 20,000 lines is found on each of them, beside others', () => {
  const ids = [
    ...Array.from({ length: 20_000 }, () => uuid(1)),
    ...Array.from({ length: 5000 }, (_, n) => uuid(n + 2)),
  ];
  const path = written(ids, 700);
  expect(linesOf(path, [uuid(1)])).toEqual([Array.from({ length: 20_000 }, (_, n) => n + 1)]);
  expect(linesOf(path, [uuid(2), uuid(5001)])).toEqual([[20_001], [25_000]]);
});

it('an id that is asked for twice is answered twice', () => {
  expect(linesOf(written([uuid(1), uuid(2)]), [uuid(2), uuid(2).toUpperCase()])).toEqual([[2], [2]]);
});

it('a file without ids has an index, in which nothing is found', () => {
  expect(linesOf(written([]), [uuid(1)])).toEqual([[]]);
});

it('the index says of which content it is, with which key it was made, and how many ids it has', () => {
  const index = IdIndexFile.open(written([uuid(1), uuid(1), 'x']));
  expect(index?.head).toEqual({ keyId: key.id, sha256, ids: 3 });
  index?.close();
});

it('where there is no index, none is opened', () => {
  expect(IdIndexFile.open(join(folder(), 'none.ids'))).toBeUndefined();
});

it('an id takes 12 bytes and a share of a block: less than 12.1 bytes for a million', () => {
  expect(bytesFor(1_000_000) / 1_000_000).toBeLessThan(12.1);
});

it('no id stands in the index, neither as text nor as bytes', () => {
  const ids = [uuid(0xabcdef), 'in the clear'];
  const bytes = readFileSync(written(ids));
  const raw = Buffer.from(uuid(0xabcdef).replaceAll('-', ''), 'hex');
  for (const trace of [ids[0] ?? '', 'in the clear', raw, raw.subarray(0, 8), raw.subarray(8)]) {
    expect(bytes.includes(trace)).toBe(false);
  }
});

it('with another key nothing is found', () => {
  const other = { ...key, key: new Uint8Array(32).fill(8) };
  expect(linesOf(written([uuid(1)]), [uuid(1)], other)).toEqual([[]]);
});

it('an index that is cut off anywhere says that it is damaged', () => {
  const ids = Array.from({ length: 1000 }, (_, n) => uuid(n));
  for (const bytes of [0, 1, 4095, 4096, 8192, 4096 * 4 - 1]) {
    const path = written(ids);
    truncateSync(path, bytes);
    expect(() => IdIndexFile.open(path)).toThrow(DamagedIndex);
  }
});

it('a changed byte anywhere is noticed when it is read, and never taken for an absent id', () => {
  const ids = Array.from({ length: 1000 }, (_, n) => uuid(n));
  const path = written(ids);
  const whole = readFileSync(path);
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ change;
      writeFileSync(path, changed);
      expect(() => linesOf(path, ids)).toThrow(DamagedIndex);
    }),
  );
});

it('an index is replaced by the next one, and nothing else is left in the folder', () => {
  const place = folder();
  const path = join(place, '1.ids');
  written([uuid(1)], 100, path);
  written([uuid(2)], 100, path);
  expect(linesOf(path, [uuid(1), uuid(2)])).toEqual([[], [1]]);
  expect(readdirSync(place)).toEqual(['1.ids']);
});

it('who has opened an index reads it to the end while it is replaced', () => {
  const path = written([uuid(1)]);
  const index = IdIndexFile.open(path);
  written([uuid(2), uuid(3)], 100, path);
  expect(index?.read(0, 1).at(2)).toBe(1);
  index?.close();
});

it('an index that cannot be put in its place leaves nothing behind', () => {
  const place = folder();
  mkdirSync(join(place, '1.ids', 'full'), { recursive: true });
  expect(() => written([uuid(1)], 100, join(place, '1.ids'))).toThrow();
  expect(readdirSync(place)).toEqual(['1.ids']);
});

it('ids are the same in any letter case if they are UUIDs, and only then', () => {
  expect(isSameId(uuid(0xabc), uuid(0xabc).toUpperCase())).toBe(true);
  expect(isSameId('abc', 'ABC')).toBe(false);
  expect(isSameId('\ud800', '\udfff')).toBe(false);
});
