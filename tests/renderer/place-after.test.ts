import { expect, it } from 'vitest';
import { placeAfter } from '../../src-renderer/table/place-after.ts';

it.each([
  ['ArrowDown', 3, 4],
  ['ArrowUp', 3, 2],
  ['PageDown', 3, 13],
  ['PageUp', 13, 3],
  ['Home', 50, 0],
  ['End', 50, 99],
  ['ArrowUp', 0, 0],
  ['PageDown', 95, 99],
  ['Enter', 3, undefined],
  ['ArrowDown', undefined, 0],
  ['End', undefined, 99],
])('of 100 rows, %s leads from %s to %s', (key, from, to) => {
  expect(placeAfter(key, from, 100, 10)).toBe(to);
});

it('no key leads anywhere in an empty list', () => {
  expect(placeAfter('End', undefined, 0, 10)).toBeUndefined();
});
