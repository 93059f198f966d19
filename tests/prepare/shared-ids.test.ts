import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SharedIds } from '../../src-main/prepare/shared-ids.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it('Of many ids that lie on the disk, those that come twice are found, and nothing is left there', () => {
  const place = temporaryFolder();
  const shared = new SharedIds(place);
  const count = 300_000;
  const words = Uint32Array.from({ length: count * 4 }, (_, at) => (at % 4 === 3 ? Math.floor(at / 4) : 7));
  const rows = Float64Array.from({ length: count }, (_, at) => at + 2);
  // The id of row 12 comes again in another table, and that of row 100 twice.
  shared.add(0, words, rows);
  shared.add(1, Uint32Array.of(7, 7, 7, 10, 7, 7, 7, 98, 7, 7, 7, 98), Float64Array.of(2, 3, 5_000_000_000));
  const { repeats, ...found } = shared.finish();
  expect(found).toEqual({
    ids: 2,
    transactions: 5,
    first: [
      [
        { table: 0, row: 12 },
        { table: 1, row: 2 },
      ],
      [
        { table: 0, row: 100 },
        { table: 1, row: 3 },
        { table: 1, row: 5_000_000_000 },
      ],
    ],
  });
  expect([10, 98, 11].map((last) => repeats.has(Uint32Array.of(7, 7, 7, last), 0))).toEqual([true, true, false]);
  expect(readdirSync(place)).toEqual([]);
});
