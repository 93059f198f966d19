/** @file The queue in one word: stopped, waiting for the network, or how much of it moves. Pure. */

import { factsOf } from '../../src-shared/states.ts';
import { groupOf } from '../queue/arrangement.ts';
import type { QueueList } from '../queue-list.ts';
import type { State } from '../texts/states.ts';

const waitsForOthers = (state: State): boolean => ['sending', 'at-service'].includes(factsOf(state).phase);

/**
 * “stopped”, “held” by the network, or the number of moving submissions, which equals the number in the queue's filter.
 */
export function queueLine({ rows, stopped }: Pick<QueueList, 'rows' | 'stopped'>): string {
  if (stopped !== undefined) return 'stopped';
  let moving = 0;
  let isHeld = false;
  let isActive = false;
  for (const row of rows.values()) {
    const { state, error } = row;
    if (groupOf(row) === 'moving') moving += 1;
    if (factsOf(state).isActive) isActive = true;
    else if (waitsForOthers(state) && error?.code.startsWith('network.') === true) isHeld = true;
  }
  return isHeld && !isActive ? 'held' : String(moving);
}
