/** @file The list, and beside it the submission that a person looks at. */

import { useEffect, useMemo } from 'react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { useListLook, useQueue, useQueueView, useStores } from '../stores.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DetailsPane } from './details-pane.tsx';
import { type Entry, entriesOf } from './entries.ts';
import classes from './list-and-details.module.css';
import { PaneEdge } from './pane-edge.tsx';
import { isSearchForSome } from './queue-view.ts';
import { SubmissionGrid } from './submission-grid.tsx';
import { useOpening } from './use-opening.ts';

interface ListAndDetailsProps {
  ids: readonly SubmissionRow['id'][];
  /** How many more are still to come after these. */
  older: number;
  hasOneTenant: boolean;
}

export function ListAndDetails({ ids, ...grid }: ListAndDetailsProps) {
  const { isBeside, look } = useOpening();
  const looked = useQueueView((view) => view.looked);
  const entries = useEntries(ids);
  const isThere = useQueue(({ list }) => looked !== undefined && list?.rows.has(looked) === true);
  const width = useListLook(({ detailsWidth }) => detailsWidth);
  useEffect(() => {
    if (looked !== undefined && !isThere) look(undefined);
  }, [looked, isThere, look]);
  const close = () => {
    look(undefined);
    // Back to the row, from which a person continues.
    document.querySelector<HTMLElement>(`[data-submission="${looked}"]`)?.focus({ preventScroll: true });
  };
  return (
    <div className={classes['place']}>
      <div className={classes['list']}>
        <SubmissionGrid entries={entries} {...grid} />
        <BulkBar />
      </div>
      {isBeside && looked !== undefined && isThere && (
        <div className={classes['beside']} style={{ inlineSize: width }}>
          <PaneEdge />
          <DetailsPane id={looked} onClose={close} />
        </div>
      )}
    </div>
  );
}

function useEntries(ids: ListAndDetailsProps['ids']): Entry[] {
  const { queue } = useStores();
  const isTogether = useListLook(({ grouping }) => grouping === 'together');
  const turned = useQueueView((view) => view.turned);
  const isSearch = useQueueView(isSearchForSome);
  // The ids are others as soon as a row may change its place, or what it stands beside.
  return useMemo(() => {
    const rows = queue.getState().list?.rows;
    return entriesOf(
      ids.flatMap((id) => rows?.get(id) ?? []),
      { isTogether, isSearch, turned },
    );
  }, [queue, ids, isTogether, isSearch, turned]);
}
