/** @file The submissions as a grid that is walked with the keyboard, of which only the rows in view exist. */

import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import type { SubmissionRow as Row } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { nextSteps } from '../steps/next-steps.ts';
import { useListLook, useQueueView, useStores } from '../stores.ts';
import { DataTable } from '../table/data-table.tsx';
import { placeAfter } from '../table/place-after.ts';
import { useMeasuredRows } from '../table/rows-in-view.ts';
import { goTo } from '../use-route.ts';
import { useHeadings } from './submission-columns.tsx';
import classes from './submission-grid.module.css';
import { SubmissionRow } from './submission-row.tsx';
import { useOpening } from './use-opening.ts';

/** Height of the head, which stays in view above the rows; the same value as in the style sheet. */
const HEAD_HEIGHT = 33;
/** Height of the bar over the end of the list while rows are selected; the same value as in the style sheet. */
const BAR_HEIGHT = 72;
/** Estimated heights of a row without unfolded batches; the real height is measured. */
const USUAL_HEIGHTS = { comfortable: 53, compact: 35 } as const;
/** How long scrolling must pause before the app learns what is on the screen. */
const WATCH_AFTER_MS = 400;

interface SubmissionGridProps {
  ids: readonly Row['id'][];
  /** How many more are still to come after these: the scroll bar keeps room for them. */
  older: number;
}

export function SubmissionGrid({ ids, older }: SubmissionGridProps) {
  const rows = useListLook((look) => look.rows);
  const { isBeside, open, look } = useOpening();
  const { queue, queueView, steps } = useStores();
  const current = useQueueView((view) => view.current);
  const hasBar = useQueueView((view) => view.selected.size > 0);
  const isFocusWanted = useRef(false);
  const inView = useMeasuredRows({
    count: ids.length,
    keyOf: (place) => ids[place] ?? place,
    usualHeight: USUAL_HEIGHTS[rows],
    headHeight: HEAD_HEIGHT,
    footHeight: hasBar ? BAR_HEIGHT : 0,
    initialOffset: () => queueView.getState().scrolled,
  });
  const { scroller, bringIntoView } = inView;
  const shown = inView.shown.flatMap(({ index }) => ids[index] ?? []);
  const tabStop = current !== undefined && shown.includes(current) ? current : shown[0];
  const headings = useHeadings();
  useWatch(shown);
  useEffect(() => {
    const element = scroller.current;
    return () => queueView.getState().leaveAt(element?.scrollTop ?? 0);
  }, [scroller, queueView]);

  /** The row that is to get the focus may exist only after the list has scrolled to it. */
  const takeFocus = useCallback(
    (row: HTMLElement | null) => {
      if (row === null || !isFocusWanted.current || idOf(row) !== queueView.getState().current) return;
      isFocusWanted.current = false;
      row.focus({ preventScroll: true });
    },
    [queueView],
  );

  const standAt = (place: number) => {
    const id = ids[place];
    if (id === undefined) return;
    isFocusWanted.current = true;
    queueView.getState().stand(id);
    look(id);
    bringIntoView(place);
    takeFocus(scroller.current?.querySelector<HTMLElement>(`[data-submission="${id}"]`) ?? null);
  };

  const sought = useQueueView((view) => view.sought);
  const lead = useRef(standAt);
  lead.current = standAt;
  const soughtPlace = sought === undefined ? -1 : ids.indexOf(sought);
  useEffect(() => {
    if (soughtPlace === -1) return;
    lead.current(soughtPlace);
    queueView.getState().seek(undefined);
  }, [soughtPlace, queueView]);

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const id = idOf(event.target);
    if (id === undefined || event.altKey) return;
    const view = queueView.getState();
    const next = placeAfter(event.key, ids.indexOf(id), ids.length, inView.perPage);
    const isAllWanted = event.key === 'a' && (event.ctrlKey || event.metaKey);
    const keys: Record<string, () => void> = {
      ArrowRight: () => view.fold(id, false),
      ArrowLeft: () => view.fold(id, true),
      ' ': () => (event.shiftKey ? view.selectTo(id, ids) : view.toggleSelected(id)),
      Enter: () => goTo({ page: 'submission', id }),
      Delete: () => askAbout(id),
      Escape: () => (view.selected.size > 0 ? view.select([]) : look(undefined)),
    };
    const walk = (place: number) => {
      const isRange = event.shiftKey && event.key.startsWith('Arrow');
      if (isRange) view.selectTo(id, ids);
      standAt(place);
      if (isRange) view.selectTo(ids[place] ?? id, ids);
    };
    const act = isAllWanted ? () => view.select(ids) : next === undefined ? keys[event.key] : () => walk(next);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  /** An ended submission is removed from the list, another one is cancelled: both after a question. */
  const askAbout = (id: Row['id']) => {
    const row = queue.getState().list?.rows.get(id);
    if (row === undefined) return;
    const end = nextSteps(row).find((step) => step === 'remove' || step === 'cancel');
    if (end !== undefined) void steps.getState().begin(end, [row], 'key');
  };

  return (
    <DataTable
      label={message('Submissions')}
      frame="plain"
      frameClass={classes['scroller']}
      className={classes['grid']}
      columns={headings}
      rows={ids}
      keyOf={(id) => id}
      inView={inView}
      later={{ count: older, height: older * USUAL_HEIGHTS[rows] }}
      renderRow={(id, index) => (
        <SubmissionRow
          id={id}
          shown={ids}
          place={index}
          isTabStop={id === tabStop}
          isBeside={isBeside}
          takeFocus={takeFocus}
          open={open}
        />
      )}
      table={{
        role: 'grid',
        'aria-multiselectable': true,
        'data-rows': rows,
        'data-has-bar': hasBar,
        onKeyDown,
        onFocus: (event) => {
          const id = idOf(event.target.closest('[data-submission]'));
          if (id !== undefined) queueView.getState().stand(id);
        },
      }}
    />
  );
}

/** The submission whose row contains an element; a button in a row handles its own keys. */
function idOf(element: EventTarget | null): Row['id'] | undefined {
  const text = element instanceof HTMLElement ? element.dataset['submission'] : undefined;
  // SubmissionRow writes the attribute from such an id.
  return text === undefined ? undefined : (Number(text) as Row['id']);
}

/** Tells the app what is on the screen once scrolling pauses; on unmount, that nothing is. */
function useWatch(shown: readonly Row['id'][]): void {
  const { queue } = useStores();
  const wanted = shown.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the joined ids represent the list.
  useEffect(() => {
    const timer = setTimeout(() => queue.getState().watch(shown), WATCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [queue, wanted]);
  useEffect(() => () => queue.getState().watch([]), [queue]);
}
