/** @file The queue page: filters, the submissions, and the questions about them. */

import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { FoundPlaces } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { focusPageIfLost } from '../focus-page.ts';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { FirstStart } from '../start/first-start.tsx';
import { useConnections, usePalette, useQueue, useQueueView, useStores } from '../stores.ts';
import { queueTexts } from '../texts/queue.ts';
import { noMatchWhy, type SearchedParts } from '../texts/queue-filters.ts';
import { type Arrangement, arrange, filterParts, inOrder } from './arrangement.ts';
import { EmptyQueue } from './empty-queue.tsx';
import { FilterChips } from './filter-chips.tsx';
import filterClasses from './filters.module.css';
import { FoundPlacesPanel } from './found-places-panel.tsx';
import { ListAndDetails } from './list-and-details.tsx';
import { formatWish, parseWish } from './queue-address.ts';
import classes from './queue-page.module.css';
import { QueueToolbar } from './queue-toolbar.tsx';
import { isBeginningKnown, withOlder } from './still-to-come.ts';
import { toldOfAll } from './team-places.ts';
import { isSearchIncomplete } from './use-file-search.ts';
import { useNow } from './use-now.ts';
import { useOpening } from './use-opening.ts';
import { type SearchedPlaces, unsearchedOf, usePlaces } from './use-places.ts';
import { useQueueAddress } from './use-queue-address.ts';
import { useTeamPlaces } from './use-team-places.ts';

export function QueuePage() {
  const isLoaded = useQueue(({ list }) => list !== undefined);
  const isEmpty = useQueue(({ list }) => list?.rows.size === 0);
  const hasConnection = useConnections(({ connections }) => connections === undefined || connections.length > 0);
  const leftOut = useQueueAddress();
  useFocusOnceFilled(isLoaded && isEmpty);
  const search = useQueueView((view) => view.search);
  const searched = usePlaces(search);
  const { found, inFiles } = searched;
  const asked = useTeamPlaces(search);
  const team = found === undefined ? [] : toldOfAll(asked, search.trim(), found);
  // For a moment after the start, what has ended long ago is not there yet.
  const older = useQueue(({ list }) => list?.older ?? 0);
  const isKnown = useQueueView((view) => isBeginningKnown(older, view));
  const isDoneShown = useQueueView(({ group }) => group === 'all' || group === 'done');
  const arrangement = withOlder(useArrangement(found), older);
  const hasOneTenant =
    useConnections(({ connections }) => connections?.length === 1) && arrangement.choices.connections.size === 1;
  useShown(arrangement.ids);
  useFoundBeside(found);
  const saving = useSave();
  useEndOfReport(search, saving.clear);
  const hasPlaces = team.some(({ told }) => told.kind === 'places') || (found?.places.length ?? 0) > 0;
  if (!isLoaded) return <h1 className="unseen">{message('Loading the queue')}</h1>;
  // What was removed can still be searched for.
  if (isEmpty && search.trim() === '') return hasConnection ? <EmptyQueue /> : <FirstStart />;
  return (
    <div className={classes['page']}>
      <h1 className="unseen">{message('Queue')}</h1>
      <QueueToolbar arrangement={arrangement} saving={saving} />
      <FilterChips shown={arrangement.ids.length} all={arrangement.counts.all} />
      <LeftOut parts={leftOut} />
      <HiddenFiles count={arrangement.hidden} />
      {found !== undefined && <FoundPlacesPanel {...searched} found={found} team={team} id={search.trim()} />}
      {isKnown && arrangement.ids.length > 0 && (
        <ListAndDetails ids={arrangement.ids} older={isDoneShown ? older : 0} hasOneTenant={hasOneTenant} />
      )}
      {older === 0 && arrangement.ids.length === 0 && !hasPlaces && inFiles.search?.isReading !== true && (
        <NoMatch alone={arrangement.alone} searched={searchedParts(searched)} />
      )}
      {/* Below the list, so that no button moves when it comes. */}
      <div className={filterClasses['saved']}>
        <SaveOutcome saving={saving} />
      </div>
    </div>
  );
}

/** The button by which the first files came is gone once they are there. */
function useFocusOnceFilled(isEmpty: boolean): void {
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    if (wasEmpty.current && !isEmpty) focusPageIfLost();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
}

/** What was saved before is of no interest to who searches for something else. */
function useEndOfReport(search: string, clear: () => void): void {
  const report = usePalette((palette) => palette.report);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each search ends it.
  useEffect(() => {
    clear();
    report('');
  }, [search, clear, report]);
}

/** Computed again only when a submission may change its position; progress does not move it. */
function useArrangement(places: FoundPlaces | undefined): Arrangement {
  const { queue, queueView } = useStores();
  const version = useQueue(({ list }) => list?.version);
  const order = useQueueView((view) => view.order);
  const since = useQueueView((view) => view.since);
  // What is typed shows at once, and the list follows.
  const asked = useDeferredValue(useQueueView(formatWish));
  const now = useNow();
  const isLoaded = version !== undefined;
  useEffect(() => {
    if (isLoaded) queueView.getState().begin();
  }, [queueView, isLoaded]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version represents the rows.
  const rows = useMemo(() => inOrder(queue.getState().list?.rows.values() ?? [], order), [queue, version, order]);
  return useMemo(() => {
    const found = new Set(places?.places.map(({ submission }) => submission));
    return arrange(rows, parseWish(asked).wish, { now, since, found });
  }, [rows, asked, now, since, places]);
}

/** Tells the commands what the list shows. */
function useShown(ids: Arrangement['ids']): void {
  const show = useQueueView((view) => view.show);
  useEffect(() => show(ids), [show, ids]);
}

/** What is looked at beside the list must not be another file than the one that was found. */
function useFoundBeside(found: FoundPlaces | undefined): void {
  const { queueView } = useStores();
  const { look } = useOpening();
  useEffect(() => {
    const { looked } = queueView.getState();
    const [first, ...others] = (found?.places ?? []).filter(({ isRemoved }) => !isRemoved);
    if (first === undefined || looked === undefined) return;
    if ([first, ...others].every(({ submission }) => submission !== looked)) look(first.submission);
  }, [queueView, look, found]);
}

/** A file that was just added must not seem lost. */
function HiddenFiles({ count }: { count: number }) {
  const showAll = useQueueView((view) => view.showAll);
  const isSearch = useQueueView((view) => view.search.trim() !== '');
  return (
    <div role="status">
      {count > 0 && (
        <p className={classes['hidden']}>
          <IconEyeOff size={16} aria-hidden />
          {queueTexts.hidden(count, isSearch)}
          <Button variant="subtle" size="compact-sm" onClick={showAll}>
            {queueTexts.showAll}
          </Button>
        </p>
      )}
    </div>
  );
}

/** More is shown than the address asks for. */
function LeftOut({ parts }: { parts: readonly string[] }) {
  return (
    <div role="status">
      {parts.length > 0 && (
        <p className={filterClasses['leftOut']}>
          {message(
            'This address asks for something that this Tranship does not know, and shows the list without it: {asked}',
            { asked: parts.join(', ') },
          )}
        </p>
      )}
    </div>
  );
}

/** What was searched for an id in vain. */
function searchedParts({ found, inFiles: { search } }: SearchedPlaces): SearchedParts {
  if (search !== undefined) return isSearchIncomplete(search) ? 'some-files' : 'files';
  return unsearchedOf(found?.repairs ?? []).length > 0 ? 'some-files' : 'indexes';
}

function NoMatch({ alone, searched }: Pick<Arrangement, 'alone'> & { searched: SearchedParts }) {
  const { queueView } = useStores();
  const showAll = useQueueView((view) => view.showAll);
  const unmet = filterParts.filter((part) => alone[part] === 0);
  return (
    <div className={classes['noMatch']} role="status">
      <h2>{searched === 'some-files' ? queueTexts.noMatchSoFar : message('Nothing matches')}</h2>
      {noMatchWhy(queueView.getState(), unmet, searched).map((why) => (
        <p key={why}>{why}</p>
      ))}
      <Button variant="default" onClick={showAll}>
        {queueTexts.showAll}
      </Button>
    </div>
  );
}
