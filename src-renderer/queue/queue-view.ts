/** @file How a person looks at the queue: filter, selection, what is unfolded. It outlives a visit to another page. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SubmissionRow } from '../../src-preload/contract.ts';
import type { Wish } from './arrangement.ts';

type Id = SubmissionRow['id'];

/** What a person is asked before it is done. */
export type Question = { kind: 'cancel' | 'remove'; ids: readonly Id[] } | { kind: 'approve'; id: Id };

export interface QueueView extends Wish {
  selected: ReadonlySet<Id>;
  unfolded: ReadonlySet<Id>;
  /** The submission that the keyboard stands on. */
  current: Id | undefined;
  question: Question | undefined;
  /** How far the list was scrolled when it was left. */
  scrolled: number;
  wish(wish: Partial<Wish>): void;
  toggleSelected(id: Id): void;
  select(ids: Iterable<Id>): void;
  fold(id: Id, isFolded: boolean): void;
  stand(id: Id): void;
  ask(question: Question | undefined): void;
  leaveAt(scrolled: number): void;
}

export function createQueueView(): StoreApi<QueueView> {
  return createStore<QueueView>((set, get) => ({
    group: 'all',
    search: '',
    order: 'newest',
    selected: new Set(),
    unfolded: new Set(),
    current: undefined,
    question: undefined,
    scrolled: 0,
    // A selection that can no longer be seen would be acted on by mistake.
    wish: (wish) => set({ ...wish, selected: new Set() }),
    toggleSelected: (id) => set({ selected: withOrWithout(get().selected, id, !get().selected.has(id)) }),
    select: (ids) => set({ selected: new Set(ids) }),
    fold: (id, isFolded) => set({ unfolded: withOrWithout(get().unfolded, id, !isFolded) }),
    stand: (id) => set({ current: id }),
    ask: (question) => set({ question }),
    leaveAt: (scrolled) => set({ scrolled }),
  }));
}

function withOrWithout(ids: ReadonlySet<Id>, id: Id, isIn: boolean): ReadonlySet<Id> {
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
