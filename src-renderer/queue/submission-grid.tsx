/** @file The submissions as a grid that is walked with the keyboard, of which only the rows in view exist. */

import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { SubmissionRow as Row } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { isKeyboardFree } from '../focus-page.ts';
import { strokeOf } from '../shortcuts/keys.ts';
import { actionKeys } from '../steps/action-keys.ts';
import { useListLook, useQueueView, useStores, useWindowUse } from '../stores.ts';
import { DataTable } from '../table/data-table.tsx';
import { placeAfter } from '../table/place-after.ts';
import { useMeasuredRows } from '../table/rows-in-view.ts';
import { goTo } from '../use-route.ts';
import { type Entry, type EntryKey, type FileEntry, type GroupEntry, idsOf } from './entries.ts';
import { actionsAt, actionsChosen, type EntryAction } from './entry-actions.ts';
import { EntryMenu, type OpenMenu } from './entry-menu.tsx';
import { GroupRow } from './group-row.tsx';
import { useHeadings } from './submission-columns.tsx';
import classes from './submission-grid.module.css';
import { SubmissionRow } from './submission-row.tsx';
import { useActAt } from './use-act-at.ts';
import { useArrived } from './use-arrived.ts';
import { useEntering } from './use-entering.ts';
import { useOpening } from './use-opening.ts';
import { useWayBack } from './use-way-back.ts';

/** Height of the head, which stays in view above the rows; the same value as in the style sheet. */
const HEAD_HEIGHT = 33;
/** Height of the bar over the end of the list while rows are selected; the same value as in the style sheet. */
const BAR_HEIGHT = 72;
/** Estimated heights of a row without unfolded batches; the real height is measured. */
const USUAL_HEIGHTS = { comfortable: 53, compact: 35 } as const;
/** How long scrolling must pause before the app learns what is on the screen. */
const WATCH_AFTER_MS = 400;

interface SubmissionGridProps {
  entries: readonly Entry[];
  /** How many more are still to come after these: the scroll bar keeps room for them. */
  older: number;
  /** Whether all of them go over one connection, and there is no other. */
  hasOneTenant: boolean;
}

export function SubmissionGrid({ entries, older, hasOneTenant }: SubmissionGridProps) {
  const rows = useListLook((look) => look.rows);
  const { isBeside, open, look } = useOpening();
  const { queueView } = useStores();
  const ids = useMemo(() => idsOf(entries), [entries]);
  const current = useQueueView((view) => view.current);
  const hasBar = useQueueView((view) => view.selected.size > 0);
  const isFocusWanted = useRef(false);
  const inView = useMeasuredRows({
    count: entries.length,
    keyOf: (place) => entries[place]?.key ?? place,
    usualHeight: USUAL_HEIGHTS[rows],
    headHeight: HEAD_HEIGHT,
    footHeight: hasBar ? BAR_HEIGHT : 0,
    initialOffset: () => queueView.getState().scrolled,
  });
  const { scroller, bringIntoView } = inView;
  const shown = inView.shown.flatMap(({ index }) => entries[index] ?? []);
  // Where a person stands; else a row in sight, so that nothing scrolls away under the first key.
  const tabStop = shown.some(({ key }) => key === current) ? current : (entries[inView.first] ?? shown[0])?.key;
  const headings = useHeadings();
  useWatch(shown.flatMap((entry) => (entry.kind === 'file' ? [entry.key] : [])));
  useEffect(() => {
    const element = scroller.current;
    return () => queueView.getState().leaveAt(element?.scrollTop ?? 0);
  }, [scroller, queueView]);

  /** The row that is to get the focus may exist only after the list has scrolled to it. */
  const takeFocus = useCallback(
    (row: HTMLElement | null) => {
      if (row === null || !isFocusWanted.current || keyOf(row) !== queueView.getState().current) return;
      isFocusWanted.current = false;
      row.focus({ preventScroll: true });
    },
    [queueView],
  );

  const standAt = (place: number) => {
    const entry = entries[place];
    if (entry === undefined) return;
    isFocusWanted.current = true;
    queueView.getState().stand(entry.key);
    if (entry.kind === 'file') look(entry.key);
    bringIntoView(place);
    const there = scroller.current?.querySelectorAll<HTMLElement>(ROWS) ?? [];
    takeFocus([...there].find((row) => keyOf(row) === entry.key) ?? null);
  };

  useSought(entries, standAt);
  useWayBack(entries, standAt);
  useArrived(entries, standAt);
  useKeptPlace(entries, (place) => {
    if (isKeyboardFree()) standAt(place);
    else if (entries[place] !== undefined) queueView.getState().stand(entries[place].key);
  });

  const enterAt = Math.max(
    0,
    entries.findIndex(({ key }) => key === tabStop),
  );
  useEntering((key) => ({ ArrowDown: enterAt, ArrowUp: enterAt, Home: 0, End: entries.length - 1 })[key], standAt);

  /** Who stood in a group stands at it once it is closed. */
  const turn = useCallback(
    (key: EntryKey) => {
      if (typeof key !== 'string') return;
      isFocusWanted.current = true;
      queueView.getState().stand(key);
      queueView.getState().turn(key);
    },
    [queueView],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    // Up and down lead on from what stands in a row, too: only the row has a use for them.
    const isUpOrDown = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    const stood = isUpOrDown && event.target instanceof Element ? event.target.closest(ROWS) : event.target;
    const place = entries.findIndex(({ key }) => key === keyOf(stood));
    const entry = entries[place];
    const view = queueView.getState();
    if (event.altKey) return;
    if (entry === undefined) {
      // At the box that selects all, the keys are for what is selected.
      const chosen = entries.find(({ key }) => typeof key === 'number' && view.selected.has(key));
      if (chosen !== undefined && actByKey(chosen, event)) event.preventDefault();
      return;
    }
    const next = placeAfter(event.key, place, entries.length, inView.perPage);
    const ownKeys = entry.kind === 'file' ? keysOfFile(entry, event.shiftKey) : keysOfGroup(entry, place);
    const keys: Record<string, () => void> = {
      ...ownKeys,
      Escape: () => {
        if (view.selected.size > 0) view.select([]);
        else if (view.looked !== undefined) look(undefined);
        else if (view.search !== '') view.wish({ search: '' });
      },
    };
    const walk = (to: number) => {
      const isRange = event.shiftKey && event.key.startsWith('Arrow');
      const [from, until] = [lastOf(entry), lastOf(entries[to])];
      if (isRange && from !== undefined) view.selectTo(from, ids);
      standAt(to);
      if (isRange && until !== undefined) view.selectTo(until, ids);
    };
    const act = next === undefined ? keys[event.key] : () => walk(next);
    if (act === undefined) {
      if (actByKey(entry, event)) event.preventDefault();
      return;
    }
    event.preventDefault();
    act();
  };

  const keysOfFile = ({ key, group }: FileEntry, isRange: boolean): Record<string, () => void> => {
    const view = queueView.getState();
    const isUnfolded = view.unfolded.has(key);
    const toGroup = () => standAt(entries.findIndex((entry) => entry.key === group));
    return {
      ArrowRight: () => view.fold(key, false),
      ArrowLeft: () => (isUnfolded || group === undefined ? view.fold(key, true) : toGroup()),
      ' ': () => (isRange ? view.selectTo(key, ids) : view.toggleSelected(key)),
      Enter: () => goTo({ page: 'submission', id: key }),
    };
  };

  const keysOfGroup = (group: GroupEntry, place: number): Record<string, () => void> => ({
    ArrowRight: () => (group.isOpen ? standAt(place + 1) : turn(group.key)),
    ArrowLeft: () => group.isOpen && turn(group.key),
    ' ': () => queueView.getState().selectGroup(group.ids),
    Enter: () => turn(group.key),
  });

  const actionsOf = useActions();
  const actByKey = useActionKeys(actionsOf);
  const [menu, setMenu] = useState<OpenMenu>();
  const hasKeys = useWindowUse(({ singleStrokes }) => singleStrokes);
  /** The browser’s own stays for links and for what is typed. */
  const openMenu = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>(ROWS) : null;
    const entry = entries.find(({ key }) => key === keyOf(row));
    if (row === null || entry === undefined || isLink(event.target)) return;
    event.preventDefault();
    const { left, top, height } = row.getBoundingClientRect();
    const isByKey = event.clientX === 0 && event.clientY === 0;
    const at = isByKey ? { x: left + 40, y: top + height / 2 } : { x: event.clientX, y: event.clientY };
    const { activeElement } = document;
    const from = activeElement instanceof HTMLElement && row.contains(activeElement) ? activeElement : row;
    setMenu({ entry, actions: actionsOf(entry, 'menu'), at, from });
  };

  return (
    <>
      <DataTable
        label={message('Submissions')}
        frame="plain"
        frameClass={classes['scroller']}
        className={classes['grid']}
        columns={headings}
        rows={entries}
        keyOf={({ key }) => key}
        inView={inView}
        later={{ count: older, height: older * USUAL_HEIGHTS[rows] }}
        renderRow={(entry, index) => {
          const place = { shown: ids, place: index, isTabStop: entry.key === tabStop, takeFocus };
          return entry.kind === 'group' ? (
            <GroupRow group={entry} {...place} onTurn={turn} />
          ) : (
            <SubmissionRow
              id={entry.key}
              isInGroup={entry.group !== undefined}
              isCorrected={entry.isCorrected}
              isBeside={isBeside}
              open={open}
              {...place}
            />
          );
        }}
        table={{
          role: 'grid',
          'aria-multiselectable': true,
          'data-rows': rows,
          'data-has-bar': hasBar,
          'data-has-one-tenant': hasOneTenant,
          onKeyDown,
          onContextMenu: openMenu,
          onFocus: (event) => {
            const key = keyOf(event.target.closest(ROWS));
            if (key !== undefined) queueView.getState().stand(key);
          },
        }}
      />
      <EntryMenu menu={menu} hasKeys={hasKeys} onClose={() => setMenu(undefined)} />
    </>
  );
}

const isLink = (target: EventTarget): boolean => target instanceof Element && target.closest('a, input') !== null;

const ROWS = '[data-submission], [data-group]';

/** The entry whose row this element is; a button in a row handles its own keys. */
function keyOf(element: EventTarget | null): EntryKey | undefined {
  if (!(element instanceof HTMLElement)) return undefined;
  const { submission, group } = element.dataset;
  // SubmissionRow writes the attribute from such an id.
  return submission === undefined ? group : (Number(submission) as Row['id']);
}

/** The file with which a range of selected files begins or ends at this entry. */
const lastOf = (entry: Entry | undefined): Row['id'] | undefined =>
  entry?.kind === 'group' ? entry.ids.at(-1) : entry?.key;

/** Leads to the submission that is to be shown, once it is there; its group opens for that. */
function useSought(entries: readonly Entry[], standAt: (place: number) => void): void {
  const { queueView } = useStores();
  const sought = useQueueView((view) => view.sought);
  const lead = useRef(standAt);
  lead.current = standAt;
  const place = sought === undefined ? -1 : entries.findIndex(({ key }) => key === sought);
  const closed =
    sought === undefined || place !== -1
      ? undefined
      : entries.find((entry) => entry.kind === 'group' && entry.ids.includes(sought));
  useEffect(() => {
    if (closed?.kind === 'group') queueView.getState().turn(closed.key);
    if (place === -1) return;
    lead.current(place);
    queueView.getState().seek(undefined);
  }, [place, closed, queueView]);
}

/** Once the row where the keyboard was is no longer in the queue, the one that is now in its place has it. */
function useKeptPlace(entries: readonly Entry[], standAt: (place: number) => void): void {
  const { queue } = useStores();
  const current = useQueueView((view) => view.current);
  const isGone = () =>
    ![...(queue.getState().list?.rows.values() ?? [])].some(
      ({ id, addition }) => id === current || addition?.id === current,
    );
  const before = useRef(-1);
  const place = entries.findIndex(({ key }) => key === current);
  // Before another part looks where the focus is.
  useLayoutEffect(() => {
    if (place !== -1) before.current = place;
    else if (current !== undefined && before.current !== -1 && isGone())
      standAt(Math.min(before.current, entries.length - 1));
  });
}

/** What can be done now by a key at an entry, or by its menu: that of one that is not selected is about it alone. */
function useActions(): (entry: Entry, by: 'key' | 'menu') => EntryAction[] {
  const { queue, queueView } = useStores();
  return (entry, by) => {
    const known = queue.getState().list?.rows;
    const rowsOf = (ids: Iterable<Row['id']>) => [...ids].flatMap((id) => known?.get(id) ?? []);
    const { selected } = queueView.getState();
    const ids = entry.kind === 'file' ? [entry.key] : entry.ids;
    return by === 'key' || ids.some((id) => selected.has(id))
      ? actionsChosen(entry.kind, rowsOf(ids), rowsOf(selected))
      : actionsAt(entry.kind, rowsOf(ids));
  };
}

/**
 * Takes the action that has the key, and tells whether one has: of several rows, Delete removes what has ended, as their bar offers,
 * and cancels only where nothing has.
 */
function useActionKeys(actionsOf: ReturnType<typeof useActions>): (entry: Entry, event: KeyboardEvent) => boolean {
  const act = useActAt();
  const { platform } = useAppInfo();
  const hasKeys = useWindowUse(({ singleStrokes }) => singleStrokes);
  return (entry, { nativeEvent }) => {
    const stroke = strokeOf(nativeEvent, platform);
    if (stroke === undefined || nativeEvent.repeat || (stroke !== 'Delete' && !hasKeys)) return false;
    const known = actionsOf(entry, 'key').filter(({ action }) => actionKeys[action] === stroke);
    const meant = known.find(({ action }) => action === 'remove') ?? known[0];
    if (meant !== undefined) act(meant, 'key');
    return meant !== undefined;
  };
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
