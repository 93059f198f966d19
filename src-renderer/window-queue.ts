/** @file The page's copy of the queue: filled by a snapshot and updated by numbered changes. It decides nothing. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../src-preload/bridge.ts';
import type { QueueState, Result, SubmissionRow } from '../src-shared/contract.ts';
import type { ErrorRecord } from '../src-shared/errors.ts';
import { afterChange, announcement, fromSnapshot, type QueueList } from './queue-list.ts';
import type { CommonStep } from './steps/next-steps.ts';

/** Pause between two attempts to get a snapshot. */
const SNAPSHOT_PAUSE_MS = 3000;

/** A problem that the person has not dismissed yet. */
export interface Problem {
  /** The file concerned, if any. */
  fileName?: string;
  error: ErrorRecord;
}

type Id = SubmissionRow['id'];

/** What a person has just taken out of the queue. */
export interface Removal {
  ids: readonly Id[];
  /** Of the first. */
  fileName: string;
}

export interface WindowQueue {
  /** Undefined until the first snapshot is there. */
  list: QueueList | undefined;
  problems: readonly Problem[];
  /** The last change of state, for a screen reader. */
  announcement: string;
  /** The last removal, as long as the page offers to undo it. */
  removal: Removal | undefined;
  /** Follows the queue from now on; returns a function that ends this. */
  follow(): () => void;
  /** Performs a step on submissions; a failure becomes a problem. */
  act(step: CommonStep, ids: readonly Id[]): Promise<void>;
  /** Brings back what was removed last; a failure becomes a problem. */
  undoRemoval(): Promise<void>;
  /** Offers no longer to undo it. */
  forgetRemoval(): void;
  /** Lets the files of a connection go to this host, too; a failure becomes a problem. */
  allowHost(allowed: { connection: string; host: string }): Promise<void>;
  /** Approves a held submission; returns whether that worked. */
  approve(id: Id, reason?: string): Promise<boolean>;
  /** Tells the app which submissions are on the screen. */
  watch(ids: readonly Id[]): void;
  complain(problems: readonly Problem[]): void;
  dismissProblems(): void;
}

export function createWindowQueue(bridge: Bridge): StoreApi<WindowQueue> {
  return createStore<WindowQueue>((set, get) => {
    /** Changes that came while a snapshot was under way; undefined when none is. */
    let waiting: QueueState[] | undefined;
    let nextAttempt: ReturnType<typeof setTimeout> | undefined;
    /** Why there is no snapshot; removed once there is one. */
    let missing: Problem | undefined;

    const show = (list: QueueList, changed: Iterable<SubmissionRow>) => {
      const before = get().list;
      const said = before === undefined ? '' : announcement(before, changed);
      set(said === '' ? { list } : { list, announcement: said });
    };

    const receive = (change: QueueState) => {
      const { list } = get();
      if (waiting !== undefined) {
        waiting.push(change);
        return;
      }
      const next = list === undefined ? 'gap' : afterChange(list, change);
      if (next === 'gap') void takeSnapshot();
      else if (next !== list) show(next, change.submissions);
    };

    const takeSnapshot = async () => {
      clearTimeout(nextAttempt);
      waiting = [];
      const result = await bridge.invoke['queue.snapshot']();
      const missed = waiting;
      waiting = undefined;
      if (!result.ok) {
        nextAttempt = setTimeout(takeSnapshot, SNAPSHOT_PAUSE_MS);
        if (missing !== undefined) return;
        missing = { error: result.error };
        complain([missing]);
        return;
      }
      if (missing !== undefined) set({ problems: get().problems.filter((problem) => problem !== missing) });
      missing = undefined;
      show(fromSnapshot(result.value, get().list), result.value.submissions);
      for (const change of missed) receive(change);
    };

    const complain = (problems: readonly Problem[]) => {
      if (problems.length > 0) set({ problems: [...get().problems, ...problems] });
    };

    /** Keeps the error of a failed command; returns whether it succeeded. */
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
      removal: undefined,
      follow() {
        // Before the snapshot, so that no change is lost in between.
        const unfollow = bridge.on['queue.changed'](receive);
        void takeSnapshot();
        return () => {
          unfollow();
          clearTimeout(nextAttempt);
        };
      },
      async act(step, ids) {
        if (ids.length === 0) return;
        set({ problems: [] });
        // Another try begins at once, whether it has ended or only waits.
        const command = step === 'tryNow' ? 'retry' : step;
        const [first] = ids;
        const fileName = (first === undefined ? undefined : get().list?.rows.get(first)?.fileName) ?? '';
        const isDone = settle(await bridge.invoke[`queue.${command}`]({ ids: [...ids] }), ids);
        if (isDone && step === 'remove') set({ removal: { ids, fileName } });
      },
      async undoRemoval() {
        const { removal } = get();
        set({ removal: undefined, problems: [] });
        if (removal === undefined) return;
        settle(await bridge.invoke['queue.restore']({ ids: [...removal.ids] }), removal.ids);
      },
      forgetRemoval: () => set({ removal: undefined }),
      async allowHost({ connection: name, host }) {
        set({ problems: [] });
        const result = await bridge.invoke['connections.allowHost']({ name, host });
        if (!result.ok) complain([{ error: result.error }]);
      },
      async approve(id, reason) {
        set({ problems: [] });
        return settle(await bridge.invoke['queue.approve']({ id, ...(reason !== undefined && { reason }) }), [id]);
      },
      watch(ids) {
        // The person did not ask for this; a failure only changes the order in which the service is asked.
        void bridge.invoke['queue.watch']({ ids: [...ids] });
      },
      complain,
      dismissProblems: () => set({ problems: [] }),
    };
  });
}
