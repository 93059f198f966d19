/** @file The person's view of the queue: filter, selection, unfolded rows. It is kept while another page is shown. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import type { Wish } from './arrangement.ts';

type Id = SubmissionRow['id'];

export interface QueueView extends Wish {
  /** The newest submission when the filter was chosen; 0 for none. */
  since: number;
  selected: ReadonlySet<Id>;
  unfolded: ReadonlySet<Id>;
  /** Where a range of selected submissions begins: the one ticked last. */
  anchor: Id | undefined;
  /** The submission with the keyboard focus. */
  current: Id | undefined;
  /** The scroll position when the list was left. */
  scrolled: number;
  wish(wish: Partial<Wish>): void;
  toggleSelected(id: Id): void;
  /** Selects all from the one ticked last to this one, in the order shown. */
  selectTo(id: Id, shown: readonly Id[]): void;
  select(ids: Iterable<Id>): void;
  unselect(ids: readonly Id[]): void;
  fold(id: Id, isFolded: boolean): void;
  stand(id: Id): void;
  leaveAt(scrolled: number): void;
}

/** `newest`: the id of the newest submission in the queue, 0 for none. */
export function createQueueView(newest: () => number = () => 0): StoreApi<QueueView> {
  return createStore<QueueView>((set, get) => ({
    group: 'all',
    search: '',
    order: 'newest',
    since: 0,
    selected: new Set(),
    unfolded: new Set(),
    anchor: undefined,
    current: undefined,
    scrolled: 0,
    wish: (wish) => {
      const { group, search, since } = get();
      const isFilter = (wish.group ?? group) !== group || (wish.search ?? search) !== search;
      // An invisible selection could be acted on by mistake.
      set({ ...wish, since: isFilter ? newest() : since, selected: new Set(), anchor: undefined });
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
    select: (ids) => set({ selected: new Set(ids), anchor: undefined }),
    unselect: (ids) => {
      const gone = new Set(ids);
      set({ selected: new Set([...get().selected].filter((id) => !gone.has(id))) });
    },
    fold: (id, isFolded) => set({ unfolded: withOrWithout(get().unfolded, id, !isFolded) }),
    stand: (id) => set({ current: id }),
    leaveAt: (scrolled) => set({ scrolled }),
  }));
}

function withOrWithout(ids: ReadonlySet<Id>, id: Id, isIn: boolean): ReadonlySet<Id> {
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
