import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ModificationIds } from '../../src-main/checking/modification-ids.ts';
import { uuid } from './sources.ts';

/** Few enough different ids that many are shared, in both letter cases. */
const id = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.boolean())
  .map(([n, upper]) => (upper ? uuid(n * 0x0abcdef).toUpperCase() : uuid(n * 0x0abcdef)));

function reference(ids: readonly string[]) {
  const linesById = Map.groupBy(ids.keys(), (index) => ids[index]?.toLowerCase());
  return ids.flatMap((own, index) => {
    const others = (linesById.get(own.toLowerCase()) ?? [])
      .filter((other) => other !== index)
      .map((other) => other + 1);
    return others.length === 0 ? [] : [{ line: index + 1, otherLines: others.slice(0, 5), otherCount: others.length }];
  });
}

it('§2.6.2 finds the same shared ids as a Map, also when the table grows', () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 300 }), (ids) => {
      const table = new ModificationIds(2);
      for (const [index, own] of ids.entries()) table.add(own, index + 1);
      expect([...table.shared()]).toEqual(reference(ids));
    }),
  );
});

it('gives the same answer whatever the order in which lines are added', () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 50 }), fc.infiniteStream(fc.nat()), (ids, order) => {
      const table = new ModificationIds(2);
      const entries = [...ids.entries()].map((entry) => ({ entry, rank: order.next().value }));
      for (const { entry } of entries.sort((a, b) => a.rank - b.rank)) table.add(entry[1], entry[0] + 1);
      expect([...table.shared()]).toEqual(reference(ids));
    }),
  );
});

it('tells apart ids that differ in a single digit', () => {
  const table = new ModificationIds();
  const digits = '00000000-0000-4000-8000-000000000000';
  const ids = [...digits].flatMap((digit, at) =>
    digit === '-' ? [] : [`${digits.slice(0, at)}f${digits.slice(at + 1)}`],
  );
  for (const [index, own] of ids.entries()) table.add(own, index + 1);
  expect([...table.shared()]).toEqual([]);
});

it('keeps 200,000 different ids apart', () => {
  const table = new ModificationIds();
  for (let n = 1; n <= 200_000; n++) table.add(uuid(n), n);
  expect([...table.shared()]).toEqual([]);
});

it.each(['', 'abc', `${uuid(1)}0`, uuid(1).replaceAll('-', '0'), uuid(1).replace('4', 'g'), uuid(1).replace('4', 'é')])(
  'does not take “%s” for an id',
  (text) => {
    expect(new ModificationIds().add(text, 1)).toBe(false);
  },
);
