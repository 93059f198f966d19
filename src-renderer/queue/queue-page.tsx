/** @file The queue page: filters, the submissions, and the questions about them. */

import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { FirstStart } from '../start/first-start.tsx';
import { useConnections, useQueue, useQueueView, useStores } from '../stores.ts';
import { queueTexts } from '../texts/queue.ts';
import { type Arrangement, arrange } from './arrangement.ts';
import { BulkBar } from './bulk-bar.tsx';
import { EmptyQueue } from './empty-queue.tsx';
import { FoundPlacesPanel } from './found-places-panel.tsx';
import classes from './queue-page.module.css';
import { QueueToolbar } from './queue-toolbar.tsx';
import { SubmissionGrid } from './submission-grid.tsx';
import { usePlaces } from './use-places.ts';

export function QueuePage() {
  const isLoaded = useQueue(({ list }) => list !== undefined);
  const isEmpty = useQueue(({ list }) => list?.rows.size === 0);
  const hasConnection = useConnections(({ connections }) => connections === undefined || connections.length > 0);
  const arrangement = useArrangement();
  const search = useQueueView((view) => view.search);
  const { found, isReading, readFiles } = usePlaces(search);
  const hasPlaces = found !== undefined && found.places.length > 0;
  if (!isLoaded) return <h1 className="unseen">{queueTexts.loading}</h1>;
  if (isEmpty) return hasConnection ? <EmptyQueue /> : <FirstStart />;
  return (
    <div className={classes['page']}>
      <h1 className="unseen">{queueTexts.title}</h1>
      <QueueToolbar counts={arrangement.counts} />
      <HiddenFiles count={arrangement.hidden} />
      {found !== undefined && <FoundPlacesPanel {...{ found, isReading, readFiles }} id={search.trim()} />}
      {arrangement.ids.length > 0 && <SubmissionGrid ids={arrangement.ids} />}
      {arrangement.ids.length === 0 && !hasPlaces && <NoMatch />}
      <BulkBar />
    </div>
  );
}

/** Computed again only when a submission may change its position; progress does not move it. */
function useArrangement(): Arrangement {
  const { queue } = useStores();
  const version = useQueue(({ list }) => list?.version);
  const group = useQueueView((view) => view.group);
  const search = useQueueView((view) => view.search);
  const order = useQueueView((view) => view.order);
  const since = useQueueView((view) => view.since);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version represents the rows.
  return useMemo(
    () => arrange(queue.getState().list?.rows.values() ?? [], { group, search, order }, since),
    [queue, version, group, search, order, since],
  );
}

/** A file that was just added must not seem lost. */
function HiddenFiles({ count }: { count: number }) {
  const wish = useQueueView((view) => view.wish);
  const isSearch = useQueueView((view) => view.search.trim() !== '');
  return (
    <div role="status">
      {count > 0 && (
        <p className={classes['hidden']}>
          <IconEyeOff size={16} aria-hidden />
          {queueTexts.hidden(count, isSearch)}
          <Button variant="subtle" size="compact-sm" onClick={() => wish({ group: 'all', search: '' })}>
            {queueTexts.showAll}
          </Button>
        </p>
      )}
    </div>
  );
}

function NoMatch() {
  const wish = useQueueView((view) => view.wish);
  return (
    <div className={classes['noMatch']} role="status">
      <h2>{queueTexts.noMatch}</h2>
      <p>{queueTexts.noMatchHint}</p>
      <Button variant="default" onClick={() => wish({ group: 'all', search: '' })}>
        {queueTexts.showAll}
      </Button>
    </div>
  );
}
