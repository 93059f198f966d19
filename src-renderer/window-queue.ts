/**
 * @file The page's copy of the queue: filled by a snapshot and the pieces that it leaves out, and updated by numbered
 * changes. It decides nothing.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../src-preload/bridge.ts';
import type { ActedOn, QueueAction, QueueState, Result, SubmissionRow } from '../src-shared/contract.ts';
import type { ErrorRecord } from '../src-shared/errors.ts';
import { problemIn } from '../src-shared/queue-problem.ts';
import { CalmAnnouncer } from './frame/calm-announcer.ts';
import { type Arrival, afterPiece, arrivalAfter, arrivalOf } from './queue-arrival.ts';
import type { QueueList } from './queue-list.ts';
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
  /** How many batches a person has just made due, until the page is told that this was read. */
  tried: number | undefined;
  forgetTried(): void;
  /** How many files a person has just sent without their hours, until the page is told that this was read. */
  sentNow: number | undefined;
  forgetSentNow(): void;
  /** Follows the queue from now on; returns a function that ends this. */
  follow(): () => void;
  /** Performs a step on submissions; a failure becomes a problem. `letsFinish`: a pause comes after what is being sent. `reason`: why lines are given up. */
  act(step: CommonStep, ids: readonly Id[], how?: { letsFinish?: boolean; reason?: string }): Promise<void>;
  /** Brings back what was removed. Returns what is back: also what belongs to these; or why they could not. */
  restore(ids: readonly Id[]): Promise<Result<Id[]>>;
  /** How often that was done here. */
  restored: number;
  /** Brings back what was removed last; a failure becomes a problem. */
  undoRemoval(): Promise<void>;
  /** Offers no longer to undo it. */
  forgetRemoval(): void;
  /** Lets the files of a connection go to this host, too; a failure becomes a problem. */
  allowHost(allowed: { connection: string; host: string }): Promise<void>;
  /** Approves held submissions; a failure becomes a problem, and keeps none of the others back. */
  approve(approvals: readonly { id: Id; reason: string | undefined }[], typed?: string): Promise<void>;
  /** The file of a submission is the one on offer now; a failure becomes a problem. */
  findFile(id: Id, offer: string): Promise<void>;
  /** Tells the app which submissions are on the screen. */
  watch(ids: readonly Id[]): void;
  complain(problems: readonly Problem[]): void;
  /** What was complained of before is no longer so. */
  withdraw(isSettled: (error: ErrorRecord) => boolean): void;
  dismissProblems(): void;
}

export interface WindowQueuePorts {
  /** Does work once the page has nothing better to do. */
  whenIdle: (work: () => void) => void;
}

export function createWindowQueue(
  bridge: Bridge,
  { whenIdle }: WindowQueuePorts = { whenIdle: (work) => void setTimeout(work) },
): StoreApi<WindowQueue> {
  return createStore<WindowQueue>((set, get) => {
    /** What is known of the queue; undefined before the first snapshot, and after a gap until the next one. */
    let arrival: Arrival | undefined;
    /** Counts the snapshots: what was asked for after an earlier one is no longer wanted. */
    let run = 0;
    /** Changes that came while a snapshot was under way; undefined when none is. */
    let waiting: QueueState[] | undefined;
    let nextAttempt: ReturnType<typeof setTimeout> | undefined;
    /** Why there is no snapshot; removed once there is one. */
    let missing: Problem | undefined;

    const announcer = new CalmAnnouncer((announcement) => set({ announcement }));

    const show = (list: QueueList, changed: Iterable<SubmissionRow>) => {
      const before = get().list;
      set({ list });
      if (before !== undefined) announcer.note(before.rows, list.rows, changed);
    };

    /** Whether the page shows what has arrived so far. After a gap it keeps showing what it had, which is more. */
    const showsArrival = (): boolean => {
      const { list } = get();
      return list === undefined || list.older > 0 || arrival?.before === undefined;
    };

    const receive = (change: QueueState) => {
      if (waiting !== undefined) {
        waiting.push(change);
        return;
      }
      const next = arrival === undefined ? 'gap' : arrivalAfter(arrival, change);
      if (next === 'gap') void takeSnapshot();
      else if (next !== arrival) {
        arrival = next;
        if (showsArrival()) show(next.list, change.submissions);
      }
    };

    const takeSnapshot = async () => {
      clearTimeout(nextAttempt);
      run += 1;
      arrival = undefined;
      waiting = [];
      const result = await bridge.invoke['queue.snapshot']();
      const missed = waiting;
      waiting = undefined;
      if (!result.ok) return tryAgain(result.error);
      if (missing !== undefined) set({ problems: get().problems.filter((problem) => problem !== missing) });
      missing = undefined;
      const begun = arrivalOf(result.value, get().list);
      arrival = begun;
      if (showsArrival()) show(begun.list, result.value.submissions);
      askForOlder(run);
      for (const change of missed) receive(change);
    };

    /** Asks for what the snapshot has left out, one piece after another. */
    const askForOlder = (asked: number) =>
      whenIdle(async () => {
        const before = arrival?.before;
        if (asked !== run || before === undefined) return;
        const result = await bridge.invoke['queue.older']({ before });
        if (asked !== run || arrival === undefined) return;
        if (!result.ok) return tryAgain(result.error);
        const isFirst = showsArrival();
        arrival = afterPiece(arrival, result.value);
        if (arrival.before !== undefined) askForOlder(asked);
        // What comes with the first snapshot is no news.
        else if (isFirst) set({ list: arrival.list });
        else show(arrival.list, arrival.list.rows.values());
      });

    const tryAgain = (error: ErrorRecord) => {
      nextAttempt = setTimeout(takeSnapshot, SNAPSHOT_PAUSE_MS);
      if (missing !== undefined) return;
      missing = { error };
      complain([missing]);
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

    /** As `settle`, also where nothing was done to one of them. */
    const settleEach = (action: QueueAction | 'sendNow', result: Result<ActedOn[]>, ids: readonly Id[]): boolean => {
      const error = result.ok ? problemIn(action, result.value) : result.error;
      return settle(error === undefined ? { ok: true, value: undefined } : { ok: false, error }, ids);
    };

    return {
      list: undefined,
      problems: [],
      announcement: '',
      removal: undefined,
      tried: undefined,
      sentNow: undefined,
      follow() {
        // Before the snapshot, so that no change is lost in between.
        const unfollow = bridge.on['queue.changed'](receive);
        void takeSnapshot();
        return () => {
          unfollow();
          run += 1;
          clearTimeout(nextAttempt);
          announcer.close();
        };
      },
      async act(step, ids, how) {
        if (ids.length === 0) return;
        set({ problems: [], tried: undefined, sentNow: undefined });
        // Another try begins at once, whether it has ended or only waits.
        const command = step === 'tryNow' ? 'retry' : step;
        const [first] = ids;
        const fileName = (first === undefined ? undefined : get().list?.rows.get(first)?.fileName) ?? '';
        const result =
          command === 'pause' || command === 'cancel'
            ? await bridge.invoke[`queue.${command}`]({ ids: [...ids], ...how })
            : await bridge.invoke[`queue.${command}`]({ ids: [...ids] });
        const isDone = settleEach(command, result, ids);
        if (isDone && result.ok && step === 'tryNow') set({ tried: dueOf(result.value, get().list?.rows) });
        const gone = result.ok ? result.value.filter(({ done }) => done).length : 0;
        if (isDone && step === 'sendNow' && gone > 0) set({ sentNow: gone });
        if (isDone && step === 'remove') set({ removal: { ids, fileName } });
      },
      async restore(ids) {
        const result = await bridge.invoke['queue.restore']({ ids: [...ids] });
        const error = result.ok ? problemIn('restore', result.value) : result.error;
        const back = result.ok ? result.value.flatMap(({ id, done }) => (done ? id : [])) : [];
        // The offer to undo a removal of which some is back would do less than it says.
        const isOffered = error !== undefined || !get().removal?.ids.some((id) => back.includes(id));
        set({ restored: get().restored + 1, ...(!isOffered && { removal: undefined }) });
        return error === undefined ? { ok: true, value: back } : { ok: false, error };
      },
      restored: 0,
      async undoRemoval() {
        const { removal } = get();
        set({ removal: undefined, problems: [] });
        if (removal === undefined) return;
        const result = await get().restore(removal.ids);
        settle(result.ok ? { ok: true, value: undefined } : result, removal.ids);
      },
      forgetTried: () => set({ tried: undefined }),
      forgetSentNow: () => set({ sentNow: undefined }),
      forgetRemoval: () => set({ removal: undefined }),
      async allowHost({ connection: name, host }) {
        set({ problems: [] });
        const result = await bridge.invoke['connections.changeHosts']({ name, allow: [host] });
        if (!result.ok) complain([{ error: result.error }]);
      },
      async approve(approvals, typed) {
        set({ problems: [] });
        for (const { id, reason } of approvals) {
          const given = { ...(reason !== undefined && { reason }), ...(typed !== undefined && { typed }) };
          settle(await bridge.invoke['queue.approve']({ id, ...given }), [id]);
        }
      },
      async findFile(id, offer) {
        set({ problems: [] });
        settle(await bridge.invoke['queue.findFile']({ id, offer }), [id]);
      },
      watch(ids) {
        // The person did not ask for this; a failure only changes the order in which the service is asked.
        void bridge.invoke['queue.watch']({ ids: [...ids] });
      },
      complain,
      withdraw: (isSettled) => {
        const rest = get().problems.filter(({ error }) => !isSettled(error));
        if (rest.length < get().problems.length) set({ problems: rest });
      },
      dismissProblems: () => set({ problems: [] }),
    };
  });
}

/** How many batches are tried now; all that wait for the same connection are told with each of its submissions. */
function dueOf(results: readonly ActedOn[], rows: QueueList['rows'] = new Map()): number {
  const due = new Map<string, number>();
  for (const result of results) {
    if (result.done || result.obstacle.reason !== 'under-way') continue;
    due.set(rows.get(result.id)?.connection ?? '', result.obstacle.due ?? 0);
  }
  return [...due.values()].reduce((sum, batches) => sum + batches, 0);
}
