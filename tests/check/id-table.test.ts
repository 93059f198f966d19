/** @file Ids in memory are found with all files that have them, and nothing else is. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdTable, MOST_FILES_OF_ID } from '../../src-main/check/id-index/id-table.ts';

const word = fc.integer({ min: 0, max: 0xffff_ffff });
/** Few values: the same id often comes again, and others have one of its words. */
const id = fc.oneof(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(0, 1, 4096)), fc.tuple(word, word));
const added = fc.array(fc.tuple(id, fc.integer({ min: 1, max: MOST_FILES_OF_ID })), { maxLength: 300 });

function filesOf(table: IdTable, first: number, second: number): number[] {
  const files: number[] = [];
  table.each(first, second, (file) => files.push(file));
  return files.sort((one, other) => one - other);
}

it('Each id has exactly the files with which it was added', () => {
  fc.assert(
    fc.property(added, (pairs) => {
      const table = new IdTable();
      const known = new Map<string, Set<number>>();
      for (const [[first, second], file] of pairs) {
        expect(table.add(first, second, file)).toBe(true);
        const key = `${first} ${second}`;
        known.set(key, (known.get(key) ?? new Set()).add(file));
      }
      for (const [[first, second]] of pairs)
        expect(filesOf(table, first, second)).toEqual([...(known.get(`${first} ${second}`) ?? [])].sort());
      expect(table.size).toBe([...known.values()].reduce((sum, { size }) => sum + size, 0));
    }),
  );
});

it('Thousands of ids are found after it has grown, and one that was not added is not', () => {
  const table = new IdTable();
  for (let n = 0; n < 20_000; n++) table.add(n, Math.imul(n, 0x9e3779b1) >>> 0, 1 + (n % 7));
  for (let n = 0; n < 20_000; n++) expect(filesOf(table, n, Math.imul(n, 0x9e3779b1) >>> 0)).toEqual([1 + (n % 7)]);
  expect(filesOf(table, 20_000, 7)).toEqual([]);
});

it('An id that more files have is not added, and says so', () => {
  const table = new IdTable();
  for (let file = 1; file <= MOST_FILES_OF_ID; file++) expect(table.add(5, 6, file)).toBe(true);
  expect(table.add(5, 6, MOST_FILES_OF_ID + 1)).toBe(false);
  expect(table.add(5, 6, 3)).toBe(true);
  expect(filesOf(table, 5, 6)).toHaveLength(MOST_FILES_OF_ID);
});
