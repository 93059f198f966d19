/** @file Where a submission opens: beside the list where the window is wide enough and a person wants that, else on its page. */

import { useCallback, useSyncExternalStore } from 'react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { useListLook, useStores } from '../stores.ts';
import { goTo } from '../use-route.ts';

type Id = SubmissionRow['id'];

/** From here on, list and details have room side by side. */
const wide = matchMedia('(min-width: 1200px)');

function listen(changed: () => void): () => void {
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
}

/** Whether the window is wide enough for details beside the list. */
export const useIsWide = (): boolean => useSyncExternalStore(listen, () => wide.matches);

export interface Opening {
  /** Whether submissions open beside the list. */
  isBeside: boolean;
  /** Opens it, as a click does. */
  open: (id: Id) => void;
  /** Shows it beside the list, if that is where submissions open; with none, it shows none. */
  look: (id: Id | undefined) => void;
}

export function useOpening(): Opening {
  const { queueView } = useStores();
  const isWide = useIsWide();
  const isBeside = useListLook(({ details }) => details === 'beside') && isWide;
  const look = useCallback(
    (id: Id | undefined) => {
      if (isBeside || id === undefined) queueView.getState().look(id);
    },
    [isBeside, queueView],
  );
  const open = useCallback(
    (id: Id) => {
      if (!isBeside) return goTo({ page: 'submission', id });
      queueView.getState().look(id);
    },
    [isBeside, queueView],
  );
  return { isBeside, open, look };
}
