/** @file The correction of a submission, in a dialog of its own; once it is made, its page is shown. */

import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { goTo } from '../use-route.ts';
import { type Correction, createCorrection, type Wish } from './correction-store.ts';

/** `apply` makes the file and adds it; then the page of the new submission is shown to a person who still waits for it. */
export function useCorrection(
  id: SubmissionRow['id'],
): Omit<Correction, 'make'> & { apply: (wish: Wish) => Promise<void> } {
  const bridge = useBridge();
  const correction = useStore(useMemo(() => createCorrection(bridge, id), [bridge, id]));
  const apply = async (wish: Wish) => {
    const from = location.hash;
    const added = await correction.make(wish);
    // A person who has gone elsewhere in the meantime is not called back.
    if (added !== undefined && location.hash === from) goTo({ page: 'submission', id: added });
  };
  return { ...correction, apply };
}
