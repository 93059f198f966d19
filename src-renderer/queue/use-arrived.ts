/** @file What a person has just added has the keyboard, and is what stands beside the list, unless the person does something else. */

import { useEffect } from 'react';
import { isTypedInto } from '../shortcuts/use-shortcuts.ts';
import { useQueue, useQueueView, useStores } from '../stores.ts';
import type { Entry } from './entries.ts';

/** Leads to the first in the list; to its group, where that is closed; where the list does not show it, nowhere. */
export function useArrived(entries: readonly Entry[], standAt: (place: number) => void): void {
  const { queueView, tour } = useStores();
  const arrived = useQueueView((view) => view.arrived);
  const isThere = useQueue(({ list }) => arrived.length > 0 && arrived.every((id) => list?.rows.has(id)));
  useEffect(() => {
    if (!isThere) return;
    const isNew = new Set(arrived);
    const place = entries.findIndex((entry) =>
      entry.kind === 'file' ? isNew.has(entry.key) : !entry.isOpen && entry.ids.some((id) => isNew.has(id)),
    );
    const entry = entries[place];
    queueView.setState({ arrived: [] });
    // That of the files is still going, but no longer has the focus.
    const isInDialog = document.activeElement?.closest('[aria-modal="true"]') != null;
    if (entry === undefined || isTypedInto(document.activeElement) || isInDialog || tour.getState().step) return;
    const first = entry.kind === 'file' ? entry.key : entry.ids.find((id) => isNew.has(id));
    const { looked } = queueView.getState();
    standAt(place);
    // What a person has closed stays closed.
    queueView.setState({ looked: looked === undefined ? undefined : first });
  });
}
