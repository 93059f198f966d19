/** @file The way back from the page of a submission leads to its row. */

import { useEffect } from 'react';
import { useQueueView, useStores } from '../stores.ts';
import type { Entry } from './entries.ts';

/** Of a submission in a closed group, to that; where the list does not show it, nowhere. */
export function useWayBack(entries: readonly Entry[], standAt: (place: number) => void): void {
  const { queueView } = useStores();
  const left = useQueueView((view) => view.left);
  useEffect(() => {
    if (left === undefined) return;
    const own = entries.findIndex(({ key }) => key === left);
    standAt(own === -1 ? entries.findIndex((entry) => entry.kind === 'group' && entry.ids.includes(left)) : own);
    queueView.getState().comeBack(undefined);
  });
}
