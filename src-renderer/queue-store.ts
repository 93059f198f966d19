/** @file The page's copy of the queue: filled by a snapshot, kept up by numbered changes, never decided here. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge, QueueState, SubmissionRow } from '../src-preload/contract.ts';
import type { ErrorRecord } from '../src-preload/errors.ts';
import { afterChange, announcement, fromSnapshot, type QueueList } from './queue-list.ts';
import type { Action } from './wording.ts';

/** Something that went wrong and that a person has not put away yet. */
export interface Problem {
  /** The file it is about, if it is about one. */
  fileName?: string;
  error: ErrorRecord;
}

export interface QueueStore {
  /** Undefined until the first snapshot is there. */
  list: QueueList | undefined;
  problems: readonly Problem[];
  /** The last change of state, for a screen reader. */
  announcement: string;
  /** Follows the queue from now on; returns what ends that. */
  follow(): () => void;
  addFiles(): Promise<void>;
  act(action: Action, row: Pick<SubmissionRow, 'id' | 'fileName'>): Promise<void>;
  dismissProblems(): void;
}

export function createQueueStore(bridge: Bridge): StoreApi<QueueStore> {
  return createStore<QueueStore>((set, get) => {
    /** Changes that came while a snapshot was under way; undefined when none is. */
    let waiting: QueueState[] | undefined;

    const show = (list: QueueList) => {
      const before = get().list;
      const said = before === undefined ? '' : announcement(before, list);
      set(said === '' ? { list } : { list, announcement: said });
    };

    const receive = (change: QueueState) => {
      const { list } = get();
      if (waiting !== undefined || list === undefined) {
        waiting?.push(change);
        return;
      }
      const next = afterChange(list, change);
      if (next === 'gap') void takeSnapshot();
      else if (next !== list) show(next);
    };

    const takeSnapshot = async () => {
      waiting = [];
      const result = await bridge.invoke['queue.snapshot']();
      const missed = waiting;
      waiting = undefined;
      if (!result.ok) return complain([{ error: result.error }]);
      show(fromSnapshot(result.value));
      for (const change of missed) receive(change);
    };

    const complain = (problems: readonly Problem[]) => set({ problems: [...get().problems, ...problems] });

    return {
      list: undefined,
      problems: [],
      announcement: '',
      follow() {
        // Before the snapshot, so that no change falls between the two.
        const unfollow = bridge.on['queue.changed'](receive);
        void takeSnapshot();
        return unfollow;
      },
      async addFiles() {
        set({ problems: [] });
        const result = await bridge.invoke['queue.addFiles']();
        complain(result.ok ? result.value.refused : [{ error: result.error }]);
      },
      async act(action, { id, fileName }) {
        set({ problems: [] });
        const result = await bridge.invoke[`queue.${action}`]({ id });
        if (!result.ok) complain([{ fileName, error: result.error }]);
      },
      dismissProblems: () => set({ problems: [] }),
    };
  });
}
