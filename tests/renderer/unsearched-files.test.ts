/** @file What the list says where not all of the files could be searched for an id. */

import { expect, it } from 'vitest';
import { parseWish } from '../../src-renderer/queue/queue-address.ts';
import { unsearchedOf } from '../../src-renderer/queue/use-places.ts';
import { placeTexts } from '../../src-renderer/texts/queue.ts';
import { noMatchWhy, type SearchedParts } from '../../src-renderer/texts/queue-filters.ts';
import type { FoundPlaces } from '../../src-shared/contract.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';

type Repair = FoundPlaces['repairs'][number];

const repair = (index: Repair['index'], outcome: Repair['outcome']): Repair => ({
  submission: submissionIdSchema.parse(1),
  file: '/a.jsonl',
  fileName: 'a.jsonl',
  index,
  outcome,
});

it('an index of another key is not called missing or damaged', () => {
  expect(placeTexts.unsearched['other-key'](1)).toBe(
    '1 file could not be searched, because the index was made with a key that is not here, such as before there was a passphrase.',
  );
  expect(placeTexts.unsearched.missing(2)).toBe('2 files could not be searched, because the index is missing.');
});

it('what was read from the file again was searched', () => {
  expect(unsearchedOf([repair('other-key', 'made-again'), repair('missing', 'gone')])).toEqual([
    repair('missing', 'gone'),
  ]);
});

it('an id is not called unknown where a file could not be searched for it', () => {
  const { wish } = parseWish('?search=4711');
  const said = (searched: SearchedParts) => noMatchWhy({ ...wish, search: '4711' }, ['search'], searched).join();
  expect(said('some-files')).toContain('no id in the files that could be searched. It may be in the others');
  expect(said('indexes')).toContain('no batch id or modification id that is known here');
  expect(said('files')).toContain(
    'no batch id or modification id that is known here. It is in none of the files themselves',
  );
});
