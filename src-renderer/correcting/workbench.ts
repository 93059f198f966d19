/**
 * @file The workbench of a submission: the faults as the first and the last check have counted them, and the turns in between. After
 * each turn the check runs again, over the whole file; while it runs, the last counts stand.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../src-preload/bridge.ts';
import type {
  EditableLine,
  Faults,
  LineEdit,
  RecipeStep,
  Result,
  SubmissionRow,
  Turn,
} from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { needsReason } from '../../src-shared/money-change.ts';
import type { LineEditsStore } from '../line-edits-store.ts';
import { type Reasons, stepsOf } from './draft.ts';

type Id = SubmissionRow['id'];
type HandTurn = NonNullable<Turn['byHand']>;

/** Of lines that went before: none of them, those that say something else now, or all. */
export type SentAgain = 'none' | 'changed' | 'all';

export interface Workbench {
  /** As the file is, so that what was settled stays to be seen; undefined until it was counted. */
  first: Faults | undefined;
  /** With the turns, as far as they were counted. */
  last: Faults | undefined;
  turns: readonly Turn[];
  /** Those that are in the last counts. */
  counted: readonly Turn[];
  /** What was undone last, and can be done again. */
  undone: readonly Turn[];
  /** Which lines go that went before with other submissions. */
  sendsAgain: SentAgain;
  isChecking: boolean;
  isSending: boolean;
  /** When the last check ended, in milliseconds since the epoch. */
  checkedAt: number | undefined;
  error: ErrorRecord | undefined;
  /** Counts at first, or again: lines may have been corrected by hand since. */
  open(): Promise<void>;
  sendAgain(sendsAgain: SentAgain): void;
  take(turn: Turn): void;
  /** Says why money is changed and lines are left out by hand, wherever that was not said. Returns what went wrong. */
  explain(reasons: Reasons): Promise<ErrorRecord | undefined>;
  /** How often lines were put back to what they were by hand: one that is open is read again. */
  putBack: number;
  /** Keeps what a person has made of a line of a kind, as a turn; undefined puts it back as it is in the file. Returns why that failed. */
  correctByHand(line: number, kind: string, edit: LineEdit | undefined): Promise<ErrorRecord | undefined>;
  /** The last turn, or the one at this place. */
  undo(place?: number): void;
  redo(): void;
  /**
   * Sends what is right. Returns the new submission; undefined where that failed.
   * @param keepsRest whether what is not stays to be corrected, in place of being left out
   * @param why it is left out, and lines go again
   */
  send(keepsRest: boolean, why?: Pick<Reasons, 'faulty' | 'again'>): Promise<Id | undefined>;
}

interface Ports {
  bridge: Pick<Bridge, 'invoke'>;
  lineEdits: StoreApi<Pick<LineEditsStore, 'keep' | 'explain'>>;
  /** In milliseconds since the epoch. */
  now: () => number;
}

export function createWorkbench({ bridge, lineEdits, now }: Ports, id: Id): StoreApi<Workbench> {
  return createStore<Workbench>((set, get) => {
    /** A line is being put back; another turn waits for the next press of the button. */
    let isPuttingBack = false;
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
        const { turns } = get();
        const result = await bridge.invoke['submission.faults']({
          id,
          steps: stepsOf(turns),
          withEdits: true,
          ...againOf(get()),
        });
        // What was decided or undone since is counted next: until then, the counts before stand.
        if (!isAgain)
          set(result.ok ? { last: result.value, counted: turns, checkedAt: now() } : { error: result.error });
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
    const editOf = async (line: number): Promise<Result<EditableLine>> =>
      await bridge.invoke['edits.line']({ id, line });
    /** Puts another edit in the place of that of a line. Returns the one of before; undefined where that failed. */
    const exchange = async (line: number, edit: LineEdit | undefined): Promise<{ before?: LineEdit } | undefined> => {
      if (isPuttingBack) return undefined;
      isPuttingBack = true;
      const present = await editOf(line);
      const error = present.ok ? await lineEdits.getState().keep(id, line, edit) : present.error;
      isPuttingBack = false;
      if (error !== undefined) set({ error });
      if (error !== undefined || !present.ok) return undefined;
      set({ putBack: get().putBack + 1 });
      return present.value.edit === undefined ? {} : { before: present.value.edit };
    };
    const undoByHand = async (turn: Turn, byHand: HandTurn) => {
      const { turns, undone } = get();
      const others = turns.filter((other) => other !== turn);
      // What was made of the line later stays; undone, it gives way to what was there before both.
      const later = others.findIndex((other, at) => at >= turns.indexOf(turn) && other.byHand?.line === byHand.line);
      if (others[later]?.byHand !== undefined) {
        change(others.with(later, withBefore(others[later], byHand)), undone);
        return;
      }
      const exchanged = await exchange(byHand.line, byHand.before);
      if (exchanged === undefined) return;
      change(
        get().turns.filter((other) => other !== turn),
        [...get().undone, { ...turn, byHand: { ...byHand, ...(exchanged.before && { after: exchanged.before }) } }],
      );
    };
    const redoByHand = async (turn: Turn, { line, after }: HandTurn) => {
      const exchanged = await exchange(line, after);
      if (exchanged === undefined) return;
      change(
        [...get().turns, { ...turn, byHand: { line, ...exchanged } }],
        get().undone.filter((other) => other !== turn),
      );
    };
    return {
      first: undefined,
      last: undefined,
      turns: [],
      counted: [],
      undone: [],
      sendsAgain: 'none',
      isChecking: false,
      isSending: false,
      checkedAt: undefined,
      error: undefined,
      open: async () => {
        if (get().first === undefined) {
          set({ isChecking: true });
          const [result, kept, edited] = await Promise.all([
            bridge.invoke['submission.faults']({ id, steps: [], withEdits: false }),
            bridge.invoke['edits.turns']({ id }),
            bridge.invoke['edits.list']({ id }),
          ]);
          const isThere = ({ byHand }: Turn) =>
            byHand === undefined || (edited.ok && edited.value.some(({ line }) => line === byHand.line));
          set({
            isChecking: false,
            error: result.ok ? undefined : result.error,
            ...(result.ok && { first: result.value, last: result.value, checkedAt: now() }),
            ...(kept.ok && get().turns.length === 0 && { turns: kept.value.filter(isThere) }),
          });
          const isAsItIs = get().turns.length === 0 && edited.ok && edited.value.length === 0;
          if (!result.ok || isAsItIs) return;
        }
        await check();
      },
      sendAgain: (sendsAgain) => {
        set({ sendsAgain });
        void check();
      },
      take: (turn) => change([...get().turns, turn], []),
      explain: async ({ money, leftOut }) => {
        if (money !== undefined) {
          const turns = get().turns.map((turn) => ({ ...turn, decisions: turn.decisions.map(explained(money)) }));
          set({ turns });
          void keep(turns);
        }
        return leftOut === undefined ? undefined : await lineEdits.getState().explain(id, leftOut);
      },
      putBack: 0,
      correctByHand: async (line, kind, edit) => {
        const present = await editOf(line);
        if (!present.ok) return present.error;
        const error = await lineEdits.getState().keep(id, line, edit);
        if (error !== undefined) return error;
        const { edit: before } = present.value;
        const byHand = { line, ...(before !== undefined && { before }) };
        const how = {
          ...(edit === undefined && { isPutBack: true as const }),
          ...(edit?.kind === 'left-out' && { isLeftOut: true as const }),
        };
        change([...get().turns, { decisions: [], lines: 1, kind, byHand, ...how }], []);
        return undefined;
      },
      undo: (place = get().turns.length - 1) => {
        const turn = get().turns[place];
        if (turn?.byHand !== undefined) void undoByHand(turn, turn.byHand);
        else if (turn !== undefined) change(get().turns.toSpliced(place, 1), [...get().undone, turn]);
      },
      redo: () => {
        const { turns, undone } = get();
        const turn = undone.at(-1);
        if (turn?.byHand !== undefined) void redoByHand(turn, turn.byHand);
        else if (turn !== undefined) change([...turns, turn], undone.slice(0, -1));
      },
      send: async (keepsRest, { faulty, again } = {}) => {
        set({ isSending: true, error: undefined });
        const dropFaulty = { step: 'drop-refused' as const, ...(faulty !== undefined && { reason: faulty }) };
        const steps: RecipeStep[] = [...stepsOf(get().turns), dropFaulty];
        const why = again === undefined ? {} : { whySentAgain: again };
        const wish = { id, steps, withEdits: true, ...againOf(get()), ...why, keepsRest };
        const result = await bridge.invoke['submission.correct'](wish);
        set({ isSending: false, ...(!result.ok && { error: result.error }) });
        return result.ok ? result.value.added : undefined;
      },
    };
  });
}

const explained =
  (reason: string) =>
  ({ entry, step }: Turn['decisions'][number]): Turn['decisions'][number] => ({
    entry,
    step: (step.step === 'replace' || step.step === 'set-missing') && needsReason(step) ? { ...step, reason } : step,
  });

/** As the app takes it. */
export const againOf = ({ sendsAgain }: Pick<Workbench, 'sendsAgain'>) => ({
  sendChanged: sendsAgain === 'changed',
  sendsAgain: sendsAgain === 'all',
});

/** A later turn about the same line, once the earlier one is gone. */
function withBefore(turn: Turn, { line, before }: HandTurn): Turn {
  return { ...turn, byHand: { line, ...(before !== undefined && { before }) } };
}

/** Kept while the window is open, so that a person who looks elsewhere loses nothing. */
export type Workbenches = (id: Id) => StoreApi<Workbench>;

export function createWorkbenches(ports: Ports): Workbenches {
  const known = new Map<Id, StoreApi<Workbench>>();
  return (id) => {
    const workbench = known.get(id) ?? createWorkbench(ports, id);
    known.set(id, workbench);
    return workbench;
  };
}
