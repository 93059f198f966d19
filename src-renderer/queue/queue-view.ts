/**
 * @file The person's view of the queue: filter, order, selection, unfolded rows. It is kept while another page is shown; the
 * address of the page has the filter and the order, see use-queue-address.ts.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { usualOrder, usualWish, type Wish } from './arrangement.ts';
import type { EntryKey } from './entries.ts';
import { formatWish } from './queue-address.ts';

type Id = SubmissionRow['id'];

export interface QueueView extends Wish {
  /** The newest submission when the filter was chosen; 0 for none. Undefined until the queue is there. */
  since: number | undefined;
  selected: ReadonlySet<Id>;
  unfolded: ReadonlySet<Id>;
  /** Groups that a person has opened or closed, as they are not by themselves. */
  turned: ReadonlySet<string>;
  /** Where a range of selected submissions begins: the one ticked last. */
  anchor: Id | undefined;
  /** The submissions of the list in its order, as it is shown or was last. */
  shown: readonly Id[];
  /** The submission or the group with the keyboard focus. */
  current: EntryKey | undefined;
  /** The submission to which the list is to lead, once it is shown. */
  sought: Id | undefined;
  /** The submission from whose page a person comes back to the list, until the list has led there. */
  left: Id | undefined;
  /** What a person has just added, until the list has led there. */
  arrived: readonly Id[];
  /** The field of the search is to have the focus, once it is shown. */
  isSearchCalled: boolean;
  /** The submission shown beside the list. */
  looked: Id | undefined;
  /** The scroll position when the list was left. */
  scrolled: number;
  wish(wish: Partial<Wish>): void;
  /** Shows all submissions, in the same order. */
  showAll(): void;
  /** The queue is there: what comes from now on is new to the person. */
  begin(): void;
  toggleSelected(id: Id): void;
  /** Selects all from the one ticked last to this one, in the order shown. */
  selectTo(id: Id, shown: readonly Id[]): void;
  /** Selects a group, or no longer, where all of it was. @param shown where all from the one ticked last are wanted */
  selectGroup(ids: readonly Id[], shown?: readonly Id[]): void;
  select(ids: Iterable<Id>): void;
  /** They go out of the list: with several, what was selected besides but could not go is no longer selected either. */
  unselect(ids: readonly Id[]): void;
  fold(id: Id, isFolded: boolean): void;
  /** Opens a group, or closes it. */
  turn(group: string): void;
  stand(key: EntryKey): void;
  /** The list shows these now; nothing else stays selected. */
  show(ids: readonly Id[]): void;
  /** Leads to a submission, in spite of a filter; undefined: the list has led there. */
  seek(id: Id | undefined): void;
  /** A person comes back from the page of a submission, to where it stands in the list; undefined: is there. */
  comeBack(from: Id | undefined): void;
  /** Leads the focus to the field of the search; false: it is there. */
  callSearch(isCalled: boolean): void;
  /** Shows a submission beside the list, or none. */
  look(id: Id | undefined): void;
  leaveAt(scrolled: number): void;
}

/** `newest`: the id of the newest submission in the queue, 0 for none; undefined until the queue is there. */
export function createQueueView(newest: () => number | undefined = () => 0): StoreApi<QueueView> {
  return createStore<QueueView>((set, get) => ({
    ...usualWish,
    since: newest(),
    selected: new Set(),
    unfolded: new Set(),
    turned: new Set(),
    anchor: undefined,
    shown: [],
    current: undefined,
    sought: undefined,
    left: undefined,
    arrived: [],
    isSearchCalled: false,
    looked: undefined,
    scrolled: 0,
    wish: (wish) => {
      const before = wishOf(get());
      const after = { ...before, ...wish };
      // An invisible selection could be acted on by mistake.
      if (isSameFilter(before, after)) set({ ...wish, selected: new Set(), anchor: undefined });
      else set({ ...wish, since: newest(), selected: new Set(), turned: new Set(), anchor: undefined });
    },
    showAll: () => get().wish({ ...usualWish, order: get().order }),
    begin: () => {
      if (get().since === undefined) set({ since: newest() });
    },
    toggleSelected: (id) => set({ selected: withOrWithout(get().selected, id, !get().selected.has(id)), anchor: id }),
    selectTo: (id, shown) => {
      const to = shown.indexOf(id);
      const anchor = get().anchor;
      const from = anchor === undefined ? -1 : shown.indexOf(anchor);
      if (from === -1) set({ anchor: id });
      const range = from === -1 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      set({ selected: new Set([...get().selected, ...range]) });
    },
    selectGroup: (ids, shown) => {
      const last = ids.at(-1);
      if (last === undefined) return;
      if (shown !== undefined) get().selectTo(last, shown);
      const isAll = shown === undefined && ids.every((id) => get().selected.has(id));
      const selected = new Set([...get().selected, ...ids]);
      if (isAll) for (const id of ids) selected.delete(id);
      set({ selected, anchor: last });
    },
    show: (shown) => {
      const { selected } = get();
      const listed = new Set(shown);
      const rest = [...selected].filter((id) => listed.has(id));
      set({ shown, ...(rest.length < selected.size && { selected: new Set(rest) }) });
    },
    select: (ids) => set({ selected: new Set(ids), anchor: undefined }),
    unselect: (ids) => {
      const gone = new Set(ids);
      const rest = ids.length > 1 ? [] : [...get().selected].filter((id) => !gone.has(id));
      set({ selected: new Set(rest) });
    },
    fold: (id, isFolded) => set({ unfolded: withOrWithout(get().unfolded, id, !isFolded) }),
    turn: (group) => set({ turned: withOrWithout(get().turned, group, !get().turned.has(group)) }),
    stand: (current) => set({ current }),
    callSearch: (isSearchCalled) => set({ isSearchCalled }),
    seek: (sought) => {
      const wish = wishOf(get());
      if (sought !== undefined && !isSameFilter(wish, { ...usualWish, order: wish.order })) get().showAll();
      set({ sought });
    },
    comeBack: (left) => set({ left }),
    // Commands are about the row that a person sees chosen.
    look: (looked) => set({ looked, ...(looked !== undefined && { current: looked }) }),
    leaveAt: (scrolled) => set({ scrolled }),
  }));
}

/** The filter and order alone. */
export function wishOf({ group, search, states, connections, added, order }: Wish): Wish {
  return { group, search, states, connections, added, order };
}

/** Whether the filter looks for some files, and not for all of one of the groups that only say how far they are. */
export function isSearchForSome({ group, search, states, connections, added }: Wish): boolean {
  const isFiltered = states.length + connections.length > 0 || added !== undefined;
  return group === 'needs' || isFiltered || search.trim() !== '';
}

function isSameFilter(one: Wish, other: Wish): boolean {
  return formatWish({ ...one, order: usualOrder }) === formatWish({ ...other, order: usualOrder });
}

function withOrWithout<Of>(before: ReadonlySet<Of>, one: Of, isIn: boolean): ReadonlySet<Of> {
  const next = new Set(before);
  if (isIn) next.add(one);
  else next.delete(one);
  return next;
}
