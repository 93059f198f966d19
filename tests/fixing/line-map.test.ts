import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineMap, LineMapBuilder } from '../../src-main/fixing/line-map.ts';
import { LineSet } from '../../src-main/ground/line-set.ts';

const keptLines = fc
  .array(fc.boolean(), { maxLength: 200 })
  .map((kept) => kept.flatMap((is, at) => (is ? [at + 1] : [])));

function mapOf(kept: readonly number[]): LineMap {
  const builder = new LineMapBuilder();
  for (const original of kept) builder.add(original);
  return builder.finish();
}

it('Each line of the new file leads to its own line of the original, and no other line leads anywhere', () => {
  fc.assert(
    fc.property(keptLines, (kept) => {
      const map = mapOf(kept);
      expect(kept.map((_, at) => map.originalOf(at + 1))).toEqual(kept);
      expect([0, kept.length + 1, -1].map((line) => map.originalOf(line))).toEqual([undefined, undefined, undefined]);
    }),
  );
});

it('Of some lines of the new file, those of the original are the same as one by one', () => {
  fc.assert(
    fc.property(keptLines, fc.uniqueArray(fc.integer({ min: 1, max: 220 })), (kept, asked) => {
      const map = mapOf(kept);
      const expected = asked.flatMap((line) => map.originalOf(line) ?? []);
      expect([...map.originalsOf(LineSet.of(asked))]).toEqual(expected.sort((one, other) => one - other));
      expect([map.lines, ...map.originals]).toEqual([kept.length, ...kept]);
    }),
  );
});

it('As text it is the same', () => {
  fc.assert(
    fc.property(keptLines, (kept) => {
      const map = mapOf(kept);
      expect(LineMap.parse(map.toString()).runs).toEqual(map.runs);
    }),
  );
});

it('A file of which nothing was dropped has one run', () => {
  expect(mapOf([1, 2, 3]).toString()).toBe('0+3');
});
