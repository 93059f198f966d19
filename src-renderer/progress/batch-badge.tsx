/** @file The state of a batch, and how many of its lines the service has rejected. */

import { partInWords } from '../../src-shared/account-words.ts';
import type { BatchRow } from '../../src-shared/contract.ts';
import { DoubledBadge, StateBadge } from './state-badge.tsx';

export function BatchBadge({ batch }: { batch: BatchRow }) {
  const rejected = rejectedOf(batch);
  return (
    <>
      <StateBadge state={batch.state} />
      {batch.doubled !== undefined && <DoubledBadge />}
      {rejected > 0 && <span className="small-print">{partInWords('rejected', rejected)}</span>}
    </>
  );
}

/** All of one that it rejected as a whole, whatever its report names. */
function rejectedOf({ state, lines, named = 0 }: BatchRow): number {
  if (state === 'rejected') return lines;
  return state === 'partially-accepted' ? named : 0;
}
