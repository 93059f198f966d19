import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inTurn } from '../../src-main/ground/in-turn.ts';

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

/** A number of bytes; more than this is worked on alone. */
const MOST_LIGHT = 10;

it('tells results in order, works on no more than may be, and on what is heavy alone', async () => {
  const sizes = fc.array(fc.nat({ max: 2 * MOST_LIGHT }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 4 }), async (items, most) => {
      const underWay = new Set<number>();
      const told: number[] = [];
      const begin = (item: { size: number; at: number }) => {
        underWay.add(item.at);
        expect(underWay.size).toBeLessThanOrEqual(most);
        const isAnyHeavy = [...underWay].some((at) => (items[at] ?? 0) > MOST_LIGHT);
        expect(isAnyHeavy && underWay.size > 1).toBe(false);
        return item;
      };
      const numbered = items.map((size, at) => ({ size, at }));
      const isLight = ({ size }: { size: number }) => size <= MOST_LIGHT;
      for await (const { at } of inTurn(each(numbered), { most, isLight, begin })) {
        told.push(at);
        underWay.delete(at);
      }
      expect(told).toEqual(items.map((_, at) => at));
    }),
  );
});

it('begins what is light ahead of its turn', async () => {
  const begun: string[] = [];
  const begin = (item: string) => begun.push(item);
  const turns = inTurn(each(['a', 'b', 'c']), { most: 2, isLight: () => true, begin });
  await turns.next();
  expect(begun).toEqual(['a', 'b']);
});
