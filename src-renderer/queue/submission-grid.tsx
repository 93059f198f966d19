/**
 * @file The submissions as a grid with keyboard navigation. It renders only the rows in view and measures their
 * heights.
 */

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { SubmissionRow as Row } from '../../src-shared/contract.ts';
import { nextSteps } from '../steps/next-steps.ts';
import { useListLook, useQueueView, useStores } from '../stores.ts';
import { queueTexts } from '../texts/queue.ts';
import { goTo } from '../use-route.ts';
import { GridHead } from './grid-head.tsx';
import { GridPart } from './grid-part.tsx';
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
  const scroller = useRef<HTMLDivElement>(null);
  const isFocusWanted = useRef(false);
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_HEIGHTS[rows],
    getItemKey: (place) => ids[place] ?? place,
    overscan: 4,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    scrollPaddingEnd: hasBar ? BAR_HEIGHT : 0,
    initialOffset: () => queueView.getState().scrolled,
    useFlushSync: false,
  });
  // What was measured holds for the other rows no more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights depend on the rows
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows]);
  const items = virtualizer.getVirtualItems();
  const shown = items.flatMap(({ index }) => ids[index] ?? []);
  const tabStop = current !== undefined && shown.includes(current) ? current : shown[0];
  useWatch(shown);
  useEffect(() => {
    const element = scroller.current;
    return () => queueView.getState().leaveAt(element?.scrollTop ?? 0);
  }, [queueView]);

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
    const id = ids[Math.min(ids.length - 1, Math.max(0, place))];
    if (id === undefined) return;
    isFocusWanted.current = true;
    queueView.getState().stand(id);
    look(id);
    virtualizer.scrollToIndex(ids.indexOf(id));
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

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const id = idOf(event.target);
    if (id === undefined || event.altKey) return;
    const view = queueView.getState();
    const place = ids.indexOf(id);
    const page = Math.max(1, items.length - 8);
    const isAllWanted = event.key === 'a' && (event.ctrlKey || event.metaKey);
    const moveBy = (rows: number) => {
      if (event.shiftKey) view.selectTo(id, ids);
      standAt(place + rows);
      const next = queueView.getState().current;
      if (event.shiftKey && next !== undefined) view.selectTo(next, ids);
    };
    const keys: Record<string, () => void> = {
      ArrowDown: () => moveBy(1),
      ArrowUp: () => moveBy(-1),
      PageDown: () => standAt(place + page),
      PageUp: () => standAt(place - page),
      Home: () => standAt(0),
      End: () => standAt(ids.length - 1),
      ArrowRight: () => view.fold(id, false),
      ArrowLeft: () => view.fold(id, true),
      ' ': () => (event.shiftKey ? view.selectTo(id, ids) : view.toggleSelected(id)),
      Enter: () => goTo({ page: 'submission', id }),
      Delete: () => askAbout(id),
      Escape: () => (view.selected.size > 0 ? view.select([]) : look(undefined)),
    };
    const act = isAllWanted ? () => view.select(ids) : keys[event.key];
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
    <GridPart
      role="grid"
      aria-label={queueTexts.grid}
      aria-rowcount={ids.length + older + 1}
      aria-multiselectable="true"
      className={classes['grid']}
      data-rows={rows}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const id = idOf(event.target.closest('[data-submission]'));
        if (id !== undefined) queueView.getState().stand(id);
      }}
    >
      <div ref={scroller} className={classes['scroller']} data-has-bar={hasBar} role="presentation">
        <GridHead ids={ids} />
        <div
          className={classes['all']}
          role="presentation"
          style={{ height: virtualizer.getTotalSize() + older * USUAL_HEIGHTS[rows] }}
        >
          {items.map(({ index, start, key }) => {
            const id = ids[index];
            if (id === undefined) return null;
            return (
              <GridPart
                key={key}
                role="rowgroup"
                ref={virtualizer.measureElement}
                data-index={index}
                className={classes['place']}
                style={{ transform: `translateY(${start - HEAD_HEIGHT}px)` }}
              >
                <SubmissionRow
                  id={id}
                  shown={ids}
                  place={index}
                  isTabStop={id === tabStop}
                  {...{ isBeside, takeFocus, open }}
                />
              </GridPart>
            );
          })}
        </div>
      </div>
    </GridPart>
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
