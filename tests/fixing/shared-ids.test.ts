import { expect, it } from 'vitest';
import { SharedIds } from '../../src-main/fixing/shared-ids.ts';

it('Of thousands of ids that lines share, some are listed, and always those that say different things', () => {
  const shared = new SharedIds();
  for (let first = 1; first <= 3000; first += 1) shared.add(`same ${first}`, 10_000 + first, { first, alike: first });
  for (let first = 5001; first <= 5100; first += 1)
    shared.add(`different ${first}`, 10_000 + first, { first, alike: 10_000 + first });
  const differing = shared.list.filter(({ alike }) => alike.length > 1);
  expect([shared.list.length, differing.length]).toEqual([600, 100]);
});

it('Of an id that very many lines have, the first are named, and all are counted', () => {
  const shared = new SharedIds();
  for (let line = 2; line <= 1000; line += 1) shared.add('id', line, { first: 1, alike: 1 });
  expect(shared.list).toMatchObject([{ lines: 1000, alike: [{ length: 20 }] }]);
});
