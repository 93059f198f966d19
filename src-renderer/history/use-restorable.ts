/** @file What can be brought back now, of what was removed last. */

import { useEffect, useState } from 'react';
import { useBridge } from '../bridge-context.ts';
import { filterOf, removedOnly } from './look-up.ts';
import { type Removal, removalsIn } from './removals.ts';

const MOST_ENTRIES = 500;

/** None until the history was asked. */
export function useRestorable(): readonly Removal[] {
  const bridge = useBridge();
  const [removals, setRemovals] = useState<readonly Removal[]>([]);
  useEffect(() => {
    let isWanted = true;
    void bridge.invoke['history.find']({ filter: filterOf(removedOnly), limit: MOST_ENTRIES }).then((result) => {
      if (isWanted && result.ok) setRemovals(removalsIn(result.value.entries, Date.now()));
    });
    return () => {
      isWanted = false;
    };
  }, [bridge]);
  return removals;
}
