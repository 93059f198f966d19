import { expect, it } from 'vitest';
import type { Wish } from '../../src-renderer/queue/arrangement.ts';
import { isBeginningKnown } from '../../src-renderer/queue/still-to-come.ts';

const everything: Wish = {
  group: 'all',
  search: '',
  states: [],
  connections: [],
  added: undefined,
  order: { column: 'added', direction: 'descending' },
};
const wish = (part: Partial<Wish>): Wish => ({ ...everything, ...part });

it.each<[Partial<Wish>, boolean]>([
  [{}, true],
  [{ group: 'done' }, true],
  [{ group: 'needs', search: 'march' }, true],
  [{ group: 'moving', order: { column: 'size', direction: 'ascending' } }, true],
  [{ order: { column: 'added', direction: 'ascending' } }, false],
  [{ order: { column: 'name', direction: 'ascending' } }, false],
  [{ search: 'march' }, false],
  [{ search: ' ' }, true],
])('While older ones are to come, the beginning of the list %o is known: %s', (part, isKnown) => {
  expect(isBeginningKnown(7, wish(part))).toBe(isKnown);
  expect(isBeginningKnown(0, wish(part))).toBe(true);
});
