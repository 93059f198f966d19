/** @file The page's copy of the queue: filled by a snapshot, kept up by numbered changes, never decided here. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge, QueueState, Result, SubmissionRow } from '../src-preload/contract.ts';
import type { ErrorRecord } from '../src-preload/errors.ts';
import type { Action } from './queue/actions.ts';
import { afterChange, announcement, fromSnapshot, type QueueList } from './queue-list.ts';

/** Something that went wrong and that a person has not put away yet. */
export interface Problem {
  /** The file it is about, if it is about one. */
  fileName?: string;
  error: ErrorRecord;
}

type Id = SubmissionRow['id'];

export interface QueueStore {
  /** Undefined until the first snapshot is there. */
  list: QueueList | undefined;
  problems: readonly Problem[];
  /** The last change of state, for a screen reader. */
  announcement: string;
  /** Follows the queue from now on; returns what ends that. */
  follow(): () => void;
  /** Does something to submissions; what goes wrong becomes a problem. */
  act(action: Exclude<Action, 'approve'>, ids: readonly Id[]): Promise<void>;
  /** Sends a held submission all the same; tells whether that worked. */
  approve(id: Id, reason?: string): Promise<boolean>;
  /** Says which submissions are on the screen. */
  watch(ids: readonly Id[]): void;
  complain(problems: readonly Problem[]): void;
  dismissProblems(): void;
}

export function createQueueStore(bridge: Bridge): StoreApi<QueueStore> {
  return createStore<QueueStore>((set, get) => {
    /** Changes that came while a snapshot was under way; undefined when none is. */
    let waiting: QueueState[] | undefined;

    const show = (list: QueueList, changed: Iterable<SubmissionRow>) => {
      const before = get().list;
      const said = before === undefined ? '' : announcement(before, changed);
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
      else if (next !== list) show(next, change.submissions);
    };

    const takeSnapshot = async () => {
      waiting = [];
      const result = await bridge.invoke['queue.snapshot']();
      const missed = waiting;
      waiting = undefined;
      if (!result.ok) return complain([{ error: result.error }]);
      show(fromSnapshot(result.value, get().list), result.value.submissions);
      for (const change of missed) receive(change);
    };

    const complain = (problems: readonly Problem[]) => {
      if (problems.length > 0) set({ problems: [...get().problems, ...problems] });
    };

    /** Keeps the reason of a command that failed; tells whether it worked. */
    const settle = (result: Result<void>, ids: readonly Id[]): boolean => {
      if (result.ok) return true;
      const [only, ...others] = ids;
      const row = only === undefined || others.length > 0 ? undefined : get().list?.rows.get(only);
      complain([{ error: result.error, ...(row !== undefined && { fileName: row.fileName }) }]);
      return false;
    };

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
      async act(action, ids) {
        if (ids.length === 0) return;
        set({ problems: [] });
        settle(await bridge.invoke[`queue.${action}`]({ ids: [...ids] }), ids);
      },
      async approve(id, reason) {
        set({ problems: [] });
        return settle(await bridge.invoke['queue.approve']({ id, ...(reason !== undefined && { reason }) }), [id]);
      },
      watch(ids) {
        // Nothing a person asked for: a failure only means that the service is asked in another order.
        void bridge.invoke['queue.watch']({ ids: [...ids] });
      },
      complain,
      dismissProblems: () => set({ problems: [] }),
    };
  });
}
