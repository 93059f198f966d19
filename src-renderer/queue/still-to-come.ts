/** @file What the list can show while submissions that ended well long ago are still to come. Pure. */

import type { Arrangement, Wish } from './arrangement.ts';

/**
 * Whether the submissions shown first are known although older ones are still to come.
 * @param older how many are to come
 */
export function isBeginningKnown(older: number, { group, search, order }: Wish): boolean {
  if (older === 0 || group === 'needs' || group === 'moving') return true;
  return order.column === 'added' && order.direction === 'descending' && search.trim() === '';
}

/** The arrangement, in whose numbers those count that are still to come. */
export function withOlder(arrangement: Arrangement, older: number): Arrangement {
  const { counts } = arrangement;
  return older === 0
    ? arrangement
    : { ...arrangement, counts: { ...counts, all: counts.all + older, done: counts.done + older } };
}
