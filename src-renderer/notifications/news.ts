/** @file What has happened between two sights of the queue. Pure. */

import { type Happening, happeningOf, stopOf } from '../../src-shared/happenings.ts';
import type { QueueList } from '../queue-list.ts';

/** The first sight is no news. */
export function newsBetween(before: QueueList | undefined, after: QueueList | undefined): Happening[] {
  if (before === undefined || after === undefined || before === after) return [];
  const news: Happening[] = [];
  for (const [id, row] of after.rows) {
    const known = before.rows.get(id);
    const happening = known === row ? undefined : happeningOf(known, row);
    if (happening !== undefined) news.push(happening);
  }
  const stop = before.stopped?.code === after.stopped?.code ? undefined : stopOf(after.stopped);
  return stop === undefined ? news : [...news, stop];
}
