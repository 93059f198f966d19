import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashAt } from '../../src-main/check/id-hash.ts';
import { ModificationIdList, WORDS_PER_ID } from '../../src-main/check/modification-id-list.ts';
import { ModificationIds } from '../../src-main/check/modification-ids.ts';
import { PossibleRepeats } from '../../src-main/check/possible-repeats.ts';
import { uuid } from './sources.ts';

/** So few different ids that many are shared, in upper and lower case. */
const id = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.boolean())
  .map(([n, upper]) => (upper ? uuid(n * 0x0abcdef).toUpperCase() : uuid(n * 0x0abcdef)));

/** An id with its line, and whether that line has another error. */
interface Entry {
  own: string;
  line: number;
  isFaulty: boolean;
}

function entries(ids: readonly string[]): Entry[] {
  return ids.map((own, index) => ({ own, line: index + 1, isFaulty: index % 3 === 0 }));
}

function reference(all: readonly Entry[]) {
  const sharing = Map.groupBy(all, ({ own }) => own.toLowerCase());
  return all.flatMap(({ own, line, isFaulty }) => {
    const others = (sharing.get(own.toLowerCase()) ?? []).map((other) => other.line).filter((other) => other !== line);
    return others.length === 0 ? [] : [{ line, isFaulty, otherLines: others.slice(0, 5), otherCount: others.length }];
  });
}

function listOf(all: readonly Entry[], linesBefore = 0): Uint32Array {
  const list = new ModificationIdList();
  for (const { own, line, isFaulty } of all) list.add(own, line - linesBefore, isFaulty);
  return list.takeWith([]);
}

const fileBytes = fc.constantFrom(1000, 1_000_000_000);

it('§2.6.2 finds the same shared ids as a Map, in lists of any length, however few of them come at a time', () => {
  fc.assert(
    fc.property(
      fc.array(id, { maxLength: 300 }),
      fc.integer({ min: 1, max: 100 }),
      fileBytes,
      (ids, listLength, bytes) => {
        const all = entries(ids);
        const table = new ModificationIds(undefined, undefined, bytes);
        for (let from = 0; from < all.length; from += listLength) {
          table.addAll(listOf(all.slice(from, from + listLength), from), from);
        }
        expect([...table.shared()]).toEqual(reference(all));
      },
    ),
  );
});

it('The shared ids are the same for any order in which lines are added', () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 50 }), fc.infiniteStream(fc.nat()), (ids, order) => {
      const all = entries(ids);
      const ranked = all.map((entry) => ({ entry, rank: order.next().value })).sort((a, b) => a.rank - b.rank);
      const table = new ModificationIds();
      table.addAll(listOf(ranked.map(({ entry }) => entry)), 0);
      expect([...table.shared()]).toEqual(reference(all));
    }),
  );
});

it('Where the ids that repeat are known, keeps only those, and finds the same', () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 100 }), (ids) => {
      const all = entries(ids);
      const counts = Map.groupBy(ids, (own) => own.toLowerCase());
      const repeated = all.filter(({ own }) => (counts.get(own.toLowerCase())?.length ?? 0) > 1);
      const repeats = new PossibleRepeats();
      const list = listOf(repeated);
      for (let at = 0; at < list.length; at += WORDS_PER_ID) repeats.add(list, at);
      const table = new ModificationIds(undefined, repeats);
      table.addAll(listOf(all), 0);
      expect([...table.shared()]).toEqual(reference(all));
    }),
  );
});

it('Of 200,000 ids that are known to come once, next to nothing is kept', () => {
  const repeats = new PossibleRepeats();
  const twice = listOf(entries([uuid(1)]));
  repeats.add(twice, 0);
  const table = new ModificationIds(undefined, repeats);
  for (let from = 0; from < 200_000; from += 50_000) {
    const ids = Array.from({ length: 50_000 }, (_, index) => uuid(from + index + 1));
    table.addAll(listOf(entries(ids)), from);
  }
  expect(table.bytes).toBeLessThan(10_000);
});

it('Ids that differ in a single digit are kept apart', () => {
  const digits = '00000000-0000-4000-8000-000000000000';
  const ids = [...digits].flatMap((digit, at) =>
    digit === '-' ? [] : [`${digits.slice(0, at)}f${digits.slice(at + 1)}`],
  );
  const table = new ModificationIds();
  table.addAll(listOf(entries(ids)), 0);
  expect([...table.shared()]).toEqual([]);
});

it('200,000 different ids are kept apart', () => {
  const ids = Array.from({ length: 200_000 }, (_, index) => uuid(index + 1));
  const table = new ModificationIds();
  table.addAll(listOf(entries(ids)), 0);
  expect([...table.shared()]).toEqual([]);
});

it('Ids of a single part are found as those of all parts are', () => {
  const seed = 5;
  const some = Array.from({ length: 400_000 }, (_, index) => uuid(index));
  const words = listOf(entries(some));
  const inFirst = some.filter((_, index) => hashAt(words, index * WORDS_PER_ID, seed) >>> 24 === 0);
  const all = entries([...inFirst, ...inFirst.slice(0, 700)]);
  const table = new ModificationIds(seed);
  table.addAll(listOf(all), 0);
  expect(inFirst.length).toBeGreaterThan(1000);
  expect([...table.shared()]).toEqual(reference(all));
});

it('The seed of the hash does not show in the shared ids', () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 200 }), fc.nat(), (ids, seed) => {
      const table = new ModificationIds(seed);
      table.addAll(listOf(entries(ids)), 0);
      expect([...table.shared()]).toEqual(reference(entries(ids)));
    }),
  );
});

it('An id that all of 30,000 lines have is found on each of them', () => {
  const table = new ModificationIds();
  const all = entries(Array.from({ length: 30_000 }, () => uuid(1)));
  table.addAll(listOf(all), 0);
  const shared = [...table.shared()];
  expect(shared.map(({ line }) => line)).toEqual(all.map(({ line }) => line));
  expect(shared[2]).toEqual({ line: 3, isFaulty: false, otherLines: [1, 2, 4, 5, 6], otherCount: 29_999 });
});

it('Different ids take 20 bytes each while they are collected, with few more for blocks that are not full', () => {
  const count = 300_000;
  const all = listOf(entries(Array.from({ length: count }, (_, index) => uuid(index))));
  const table = new ModificationIds();
  table.addAll(all, 0);
  expect(table.bytes).toBeLessThan(count * 20 + 256 * 20 * 1024);
});

it('Line numbers that cannot be told from marks are refused', () => {
  expect(() => new ModificationIds().addAll(listOf(entries([uuid(1)])), 2 ** 31 - 1)).toThrow(RangeError);
});

it('A UUID is kept as its 128 bits, in upper or lower case', () => {
  const list = new ModificationIdList();
  list.add('01234567-89ab-CDEF-fedc-ba9876543210', 7, false);
  const words = list.takeWith([]);
  expect(Buffer.from(words.buffer, 0, 16).toString('hex')).toBe('0123456789abcdeffedcba9876543210');
  expect(words[4]).toBe(7);
});

it.each([
  '',
  'abc',
  `${uuid(1)}0`,
  uuid(1).replaceAll('-', '0'),
  uuid(1).replace('4', 'g'),
  uuid(1).replace('4', 'é'),
  // One of these in each group of digits, and a character that is a digit except for its upper byte.
  ...[0, 5, 10, 15, 20, 25, 30, 35].map((at) => `${uuid(1).slice(0, at)}/${uuid(1).slice(at + 1)}`),
  uuid(1).replace('4', '\u0134'),
])('The text “%s” does not count as a UUID', (text) => {
  const list = new ModificationIdList();
  list.add(text, 1, false);
  const digest = createHash('sha256').update(text, 'utf16le').digest('hex');
  expect(Buffer.from(list.takeWith([]).buffer, 0, 16).toString('hex')).toBe(digest.slice(0, 32));
});

it('Texts that are no UUIDs are compared as they are written', () => {
  const texts = ['a', 'A', 'a ', '', 'a', '', '\uD800', '\uD801', 'é', 'e\u0301', `${uuid(1)} `, uuid(1)];
  const list = new ModificationIdList();
  for (const [index, text] of texts.entries()) list.add(text, index + 1, false);
  const table = new ModificationIds();
  table.addAll(list.takeWith([]), 0);
  expect([...table.shared()].map(({ line, otherLines }) => [line, ...otherLines])).toEqual([
    [1, 5],
    [4, 6],
    [5, 1],
    [6, 4],
  ]);
});
