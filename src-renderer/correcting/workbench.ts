/**
 * @file The workbench of a submission: the faults as the first and the last check have counted them, and the turns in between. After
 * each turn the check runs again, over the whole file; while it runs, the last counts stand.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../src-preload/bridge.ts';
import type { Faults, RecipeStep, SubmissionRow, Turn } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { decided, type EntryKey, stepsOf } from './draft.ts';

type Id = SubmissionRow['id'];

export interface Workbench {
  /** Without any turn; undefined until it was counted. */
  first: Faults | undefined;
  /** With the turns, as far as they were counted. */
  last: Faults | undefined;
  turns: readonly Turn[];
  /** What was undone last, and can be done again. */
  undone: readonly Turn[];
  isChecking: boolean;
  isSending: boolean;
  /** When the last check ended, in milliseconds since the epoch. */
  checkedAt: number | undefined;
  error: ErrorRecord | undefined;
  /** Counts at first, or again: lines may have been corrected by hand since. */
  open(): Promise<void>;
  take(turn: Turn): void;
  /** The last turn, or the one at this place. */
  undo(place?: number): void;
  redo(): void;
  /**
   * Sends what is right. Returns the new submission; undefined where that failed.
   * @param keepsRest whether what is not stays to be corrected, in place of being left out
   */
  send(keepsRest: boolean): Promise<Id | undefined>;
}

export function createWorkbench(bridge: Pick<Bridge, 'invoke'>, id: Id, now: () => number): StoreApi<Workbench> {
  return createStore<Workbench>((set, get) => {
    /** A check is under way; what comes in the meantime is checked afterwards. */
    let isAgain = false;
    const check = async (): Promise<void> => {
      if (get().isChecking) {
        isAgain = true;
        return;
      }
      set({ isChecking: true, error: undefined });
      do {
        isAgain = false;
        const result = await bridge.invoke['submission.faults']({ id, steps: stepsOf(get().turns) });
        set(result.ok ? { last: result.value, checkedAt: now() } : { error: result.error });
      } while (isAgain);
      set({ isChecking: false });
    };
    const change = (turns: readonly Turn[], undone: readonly Turn[]) => {
      set({ turns, undone });
      void keep(turns);
      void check();
    };
    /** Over a restart. The last decision arrives last: calls are answered in their order. */
    const keep = async (turns: readonly Turn[]) => {
      const kept = await bridge.invoke['edits.keepTurns']({ id, turns: [...turns] });
      if (!kept.ok) set({ error: kept.error });
    };
    return {
      first: undefined,
      last: undefined,
      turns: [],
      undone: [],
      isChecking: false,
      isSending: false,
      checkedAt: undefined,
      error: undefined,
      open: async () => {
        if (get().first === undefined) {
          set({ isChecking: true, error: undefined });
          const [result, kept] = await Promise.all([
            bridge.invoke['submission.faults']({ id, steps: [] }),
            bridge.invoke['edits.turns']({ id }),
          ]);
          set({
            isChecking: false,
            ...(result.ok ? { first: result.value, last: result.value, checkedAt: now() } : { error: result.error }),
            ...(kept.ok && get().turns.length === 0 && { turns: kept.value }),
          });
          if (!result.ok || get().turns.length === 0) return;
        }
        await check();
      },
      take: (turn) => change([...get().turns, turn], []),
      undo: (place = get().turns.length - 1) => {
        const turn = get().turns[place];
        if (turn !== undefined) change(get().turns.toSpliced(place, 1), [...get().undone, turn]);
      },
      redo: () => {
        const { turns, undone } = get();
        const turn = undone.at(-1);
        if (turn !== undefined) change([...turns, turn], undone.slice(0, -1));
      },
      send: async (keepsRest) => {
        set({ isSending: true, error: undefined });
        const steps: RecipeStep[] = [...stepsOf(get().turns), { step: 'drop-refused' }];
        const wish = { id, steps, withEdits: true, sendChanged: false, keepsRest };
        const result = await bridge.invoke['submission.correct'](wish);
        set({ isSending: false, ...(!result.ok && { error: result.error }) });
        return result.ok ? result.value.added : undefined;
      },
    };
  });
}

/** Kept while the window is open, so that a person who looks elsewhere loses nothing. */
export type Workbenches = (id: Id) => StoreApi<Workbench>;

export function createWorkbenches(bridge: Pick<Bridge, 'invoke'>, now: () => number): Workbenches {
  const known = new Map<Id, StoreApi<Workbench>>();
  return (id) => {
    const workbench = known.get(id) ?? createWorkbench(bridge, id, now);
    known.set(id, workbench);
    return workbench;
  };
}

/** The decision about each entry. */
export const decisionsOf = ({ turns }: Pick<Workbench, 'turns'>): ReadonlyMap<EntryKey, RecipeStep> => decided(turns);
