import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdIndexBuilder } from '../../src-main/check/id-index/id-index-builder.ts';
import { writeIdIndex } from '../../src-main/check/id-index/id-index-writer.ts';
import { idWords } from '../../src-main/check/id-index/keyed-ids.ts';
import { isIn, ProcessedBefore } from '../../src-main/prepare/processed-before.ts';
import { SharedIds } from '../../src-main/prepare/shared-ids.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const key = { id: '0123456789abcdef', key: randomBytes(32) };

/** A UUID by its number. */
const uuid = (number: number) => {
  const hex = createHash('sha256').update(String(number)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
};

/** The index of a file with one line for each id. */
function indexOf(place: string, name: string, ids: readonly string[], under = key): string {
  const builder = new IdIndexBuilder(under);
  builder.add(idWords(ids));
  const path = join(place, name);
  writeIdIndex(path, builder, { keyId: under.id, sha256: '0'.repeat(64) });
  return path;
}

/** Lays ids that begin in row 2 of a table. */
function lay(ids: SharedIds, table: number, texts: readonly string[]): void {
  const words = idWords(texts);
  const four = new Uint32Array(texts.length * 4);
  for (let at = 0; at < texts.length; at++) four.set(words.subarray(at * 5, at * 5 + 4), at * 4);
  ids.add(
    table,
    four,
    Float64Array.from(texts, (_, at) => at + 2),
  );
}

const allLines = [{ first: 1, last: 0xffff_ffff }];

it('Of what is prepared, the rows are named that went before, for each file that had them, whatever the case of the letters', () => {
  const place = temporaryFolder();
  const march = indexOf(place, 'march', [uuid(1), uuid(2).toUpperCase(), uuid(3), 'a note']);
  const april = indexOf(place, 'april', [uuid(3), uuid(4)]);
  const laid = new SharedIds(place, key);
  lay(laid, 0, [uuid(9), uuid(2), uuid(3)]);
  lay(laid, 1, [uuid(3), 'a note', 'A note']);
  const processed = new ProcessedBefore({
    others: [
      { path: march, parts: allLines },
      { path: april, parts: allLines },
    ],
  });
  laid.finish((ids) => processed.compare(ids));
  expect(processed.found()).toEqual({
    transactions: 4,
    others: [
      {
        transactions: 4,
        first: [
          { table: 0, row: 3 },
          { table: 0, row: 4 },
          { table: 1, row: 2 },
          { table: 1, row: 3 },
        ],
        isWhole: true,
      },
      {
        transactions: 2,
        first: [
          { table: 0, row: 4 },
          { table: 1, row: 2 },
        ],
        isWhole: true,
      },
    ],
  });
  const rows = processed.rows().shared();
  const left = [0, 1, 2].flatMap((table) =>
    [1, 2, 3, 4, 5].filter((row) => isIn(rows, table, row)).map((row) => [table, row]),
  );
  expect(left).toEqual([
    [0, 3],
    [0, 4],
    [1, 2],
    [1, 3],
  ]);
});

it('Only the lines of batches that count are compared', () => {
  const place = temporaryFolder();
  const path = indexOf(place, 'march', [uuid(1), uuid(2), uuid(3), uuid(4)]);
  const laid = new SharedIds(place, key);
  lay(laid, 0, [uuid(1), uuid(2), uuid(3), uuid(4)]);
  const processed = new ProcessedBefore({
    others: [
      {
        path,
        parts: [
          { first: 1, last: 1 },
          { first: 4, last: 4 },
        ],
      },
    ],
  });
  laid.finish((ids) => processed.compare(ids));
  expect(processed.found().others[0]?.first).toEqual([
    { table: 0, row: 2 },
    { table: 0, row: 5 },
  ]);
});

it('An index that is damaged or gone is told, and takes nothing from the others', () => {
  const place = temporaryFolder();
  const damaged = indexOf(place, 'damaged', [uuid(1)]);
  const bytes = readFileSync(damaged);
  bytes[4096] = (bytes[4096] ?? 0) ^ 1;
  writeFileSync(damaged, bytes);
  const whole = indexOf(place, 'whole', [uuid(2)]);
  const laid = new SharedIds(place, key);
  lay(laid, 0, [uuid(1), uuid(2)]);
  const others = [damaged, join(place, 'gone'), whole].map((path) => ({ path, parts: allLines }));
  const processed = new ProcessedBefore({ others });
  laid.finish((ids) => processed.compare(ids));
  const { transactions, others: found } = processed.found();
  expect(transactions).toBe(1);
  expect(found.map(({ isWhole, transactions: count }) => [isWhole, count])).toEqual([
    [false, 0],
    [false, 0],
    [true, 1],
  ]);
});

it('However many rows have one id, and however many ids there are, each row is counted once', () => {
  const place = temporaryFolder();
  const sent = Array.from({ length: 5000 }, (_, at) => uuid(at * 3));
  const path = indexOf(place, 'sent', sent);
  const laid = new SharedIds(place, key);
  lay(
    laid,
    0,
    Array.from({ length: 9000 }, (_, at) => uuid(at)),
  );
  // More than are compared at once.
  lay(
    laid,
    1,
    Array.from({ length: 70_000 }, () => uuid(3)),
  );
  const processed = new ProcessedBefore({ others: [{ path, parts: allLines }] });
  const { ids, transactions } = laid.finish((some) => processed.compare(some));
  expect({ ids, transactions }).toEqual({ ids: 1, transactions: 70_001 });
  // Every third of 9,000, and all of the other table.
  expect(processed.found().transactions).toBe(73_000);
  const rows = processed.rows().shared();
  const inFirst = Array.from({ length: 9010 }, (_, row) => row).filter((row) => isIn(rows, 0, row));
  expect(inFirst.length).toBe(3000);
  expect(inFirst.every((row) => (row - 2) % 3 === 0)).toBe(true);
});

it('It finds the same rows as a Set of the ids', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 150 });
  fc.assert(
    fc.property(numbers, numbers, (sent, prepared) => {
      const place = mkdtempSync(join(tmpdir(), 'tranship-processed-before-'));
      try {
        const path = indexOf(place, 'sent', sent.map(uuid));
        const laid = new SharedIds(place, key);
        lay(laid, 0, prepared.map(uuid));
        const processed = new ProcessedBefore({ others: [{ path, parts: allLines }] });
        laid.finish((some) => processed.compare(some));
        const known = new Set(sent);
        const expected = prepared.flatMap((number, at) => (known.has(number) ? [at + 2] : []));
        const rows = processed.rows().shared();
        expect(processed.found().transactions).toBe(expected.length);
        expect(prepared.flatMap((_, at) => (isIn(rows, 0, at + 2) ? [at + 2] : []))).toEqual(expected);
      } finally {
        rmSync(place, { recursive: true, force: true });
      }
    }),
    { numRuns: 40 },
  );
});
