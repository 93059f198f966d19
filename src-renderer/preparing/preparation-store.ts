/**
 * @file The preparation that is open: what the app knows of it, and what the person has decided, which the app keeps as it
 * changes, and of which it says at once what would come of it.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../src-preload/bridge.ts';
import type {
  FileOfSource,
  FindingKind,
  Plan,
  Preparation,
  PreparationDraft,
  PreparationWork,
  Reading,
  Result,
  SendOptions,
  Template,
} from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { hasMissedChanges } from '../browser-connection.ts';
import { type KeptTemplate, keepTemplate } from './kept-template.ts';
import { isBeingTyped } from './mapping.ts';
import { isSame, whatChanged } from './what-changed.ts';

export interface PreparationStore {
  preparation: Preparation | undefined;
  /** As the person has it now; the app may have an earlier one for a moment. */
  draft: PreparationDraft | undefined;
  work: PreparationWork | undefined;
  /** Why the last call failed. */
  error: ErrorRecord | undefined;
  /** Whether something was decided since the plan was asked for: it does not say what would come of that. */
  isPlanOutdated: boolean;
  /** A person has ended the plan: it is made once they change something, or ask for it. */
  isHalted: boolean;
  /** When the plan was ready, and how long it took. */
  checked: { at: number; ms: number } | undefined;
  /** What the last plan found: what stands where on the page stays there until the next one is ready. */
  lastKinds: readonly FindingKind[];
  /** What was decided before each step, the first first. */
  past: readonly PreparationDraft[];
  /** The template as it was before the person changed the first field: guesses are shown for fields that still are as guessed. */
  guessed: Template | undefined;
  /** What became of the template, where it was kept. */
  kept: Result<KeptTemplate | undefined> | undefined;
  /** Opens a preparation and follows it; returns a function that ends this. */
  open(id: Preparation['id']): () => void;
  change(draft: Partial<PreparationDraft>): void;
  /** Takes the last step back; before the first one, what was read otherwise last. */
  undo(): Promise<void>;
  read(reading: Reading | undefined): Promise<void>;
  /** Leaves out these files, and takes all others. */
  choose(leftOut: FileOfSource[]): Promise<void>;
  /** A kept one; without one, the fields are guessed. */
  useTemplate(template: string | undefined): Promise<void>;
  /**
   * Asks what would come of it. Happens by itself when a preparation is opened and after each change that decides.
   * @param connection with which it is compared, and over which it would be sent; by default the one that was named last
   */
  plan(connection?: string): Promise<void>;
  /** Keeps the template for the next export like this. */
  keepTemplate(): Promise<void>;
  /** This computer sends what is prepared, whatever was chosen for the last file. */
  prepare(options: SendOptions): Promise<void>;
  /** Saves the files in a folder; `continues`: where it was broken off. */
  save(continues: boolean): Promise<void>;
  cancel(): Promise<void>;
  /** Resolves once what the person has decided is kept. */
  settle(): Promise<void>;
}

/** What a plan depends on: not what the template is called. */
const decisive = ({ template: { name: _, ...template }, split, leaveOutProcessed = false }: PreparationDraft): string =>
  JSON.stringify([template, split, leaveOutProcessed]);

/** What would come of it as it is now; undefined while that is not known. */
export function presentPlan({
  preparation,
  work,
  isPlanOutdated,
}: Pick<PreparationStore, 'preparation' | 'work' | 'isPlanOutdated'>): Plan | undefined {
  return isPlanOutdated || work !== undefined ? undefined : preparation?.plan;
}

/** Whether files were begun to be written: it goes on there. */
export const isBegun = ({ isInterrupted, saving }: Preparation): boolean => isInterrupted || saving !== undefined;

/** Examined, with nothing under way, and neither written nor refused. */
function isToBePlanned({ preparation, work, error, isPlanOutdated, isHalted }: PreparationStore): boolean {
  if (preparation?.draft === undefined || work !== undefined || error !== undefined || isHalted) return false;
  const { source, plan, added, error: failure } = preparation;
  const isOpen = added.length === 0 && !isBegun(preparation) && failure === undefined;
  return isOpen && plan === undefined && !isPlanOutdated && source?.tables.some(({ rows }) => rows.length > 0) === true;
}

/** A kept template may be older than some columns of the export: what a person lets a field come from, it must know. */
function withColumnsOf(source: Preparation['source'], draft: PreparationDraft): PreparationDraft {
  const { template } = draft;
  const known = new Set(template.columns);
  const columns = new Set(source?.tables.flatMap((table) => table.columns));
  const added = [...columns].filter((column) => !known.has(column));
  return added.length === 0 ? draft : { ...draft, template: { ...template, columns: [...template.columns, ...added] } };
}

const MOST_STEPS = 200;

/** Typing is kept after a moment, not at every key, and what would come of it is asked for then. */
const KEPT_AFTER_MS = 400;

export function createPreparationStore(bridge: Bridge): StoreApi<PreparationStore> {
  return createStore<PreparationStore>((set, get) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Counts what was asked: an answer to an earlier question is of no interest. */
    let asked = 0;
    /** Counts the changes of the draft. */
    let changes = 0;
    /** How many of them the app has: a draft of the app's without the latest one must not take its place. */
    let stored = 0;
    /** The connection that was named last. */
    let over: string | undefined;
    /** How many calls are under way that end what the app does: until they have ended, no plan is asked for by itself. */
    let acting = 0;
    /** Since when a plan is made. */
    let begun: number | undefined;

    /** @param failure why what was done before could not be done */
    const refresh = async (id: Preparation['id'], failure?: ErrorRecord) => {
      const mine = ++asked;
      const answered = stored;
      const result = await bridge.invoke['preparations.get']({ id });
      if (mine !== asked) return;
      if (!result.ok) {
        set({ error: result.error });
        return;
      }
      const { work, draft } = result.value;
      const known = get();
      const isAhead = known.preparation?.id === id && changes > answered;
      set({
        preparation: result.value,
        work,
        draft: isAhead ? known.draft : draft,
        error: failure,
        ...(known.guessed === undefined && draft !== undefined && { guessed: draft.template }),
      });
      notePlan();
      if (acting === 0 && isToBePlanned(get())) await get().plan();
    };
    const notePlan = () => {
      const plan = presentPlan(get());
      if (plan === undefined) return;
      const at = Date.now();
      set({ lastKinds: plan.kinds, ...(begun !== undefined && { checked: { at, ms: at - begun } }) });
      begun = undefined;
    };
    const keep = async () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      const { preparation, draft } = get();
      if (preparation === undefined || draft === undefined) return;
      await storing(() => bridge.invoke['preparations.keep']({ id: preparation.id, draft }));
    };
    /** Does what leaves the app with a draft that has all changes so far, or replaces them. */
    const storing = async (act: () => Promise<Result<unknown>>): Promise<ErrorRecord | undefined> => {
      const withAll = changes;
      acting += 1;
      const result = await act();
      acting -= 1;
      if (tellFailure(result)) stored = Math.max(stored, withAll);
      return result.ok ? undefined : result.error;
    };
    const tellFailure = (result: Result<unknown>): boolean => {
      if (!result.ok) set({ error: result.error });
      return result.ok;
    };
    /** Once typing pauses. */
    const isTyping = () => {
      const { draft } = get();
      return draft !== undefined && isBeingTyped(draft.template);
    };
    const settled = () => (get().isPlanOutdated && !isTyping() ? get().plan() : keep());
    const decide = (draft: PreparationDraft, past: readonly PreparationDraft[]) => {
      const before = get().draft;
      const changesPlan = before !== undefined && decisive(draft) !== decisive(before);
      set({ draft, past, ...(changesPlan && { isPlanOutdated: true, isHalted: false, error: undefined }) });
      changes += 1;
      clearTimeout(timer);
      timer = setTimeout(() => void settled(), KEPT_AFTER_MS);
    };
    /** What was decided for another reading cannot be taken back step by step. */
    const beginAgain = () =>
      set({
        guessed: undefined,
        past: [],
        lastKinds: [],
        checked: undefined,
        isHalted: false,
        isPlanOutdated: false,
      });
    /** What makes the app examine the export again. */
    const examinedAgain = async (act: (id: Preparation['id']) => Promise<Result<unknown>>): Promise<void> => {
      await keep();
      const { preparation } = get();
      if (preparation === undefined) return;
      beginAgain();
      const { id } = preparation;
      await refresh(id, await storing(() => act(id)));
    };
    const withDraft = async (
      act: (given: { id: Preparation['id']; draft: PreparationDraft }) => Promise<Result<unknown>>,
    ): Promise<ErrorRecord | undefined> => {
      clearTimeout(timer);
      timer = undefined;
      const { preparation, draft } = get();
      if (preparation === undefined || draft === undefined) return undefined;
      set({ error: undefined });
      const failure = await storing(() => act({ id: preparation.id, draft }));
      await refresh(preparation.id, failure);
      return failure;
    };
    return {
      preparation: undefined,
      draft: undefined,
      work: undefined,
      error: undefined,
      isPlanOutdated: false,
      isHalted: false,
      checked: undefined,
      lastKinds: [],
      past: [],
      guessed: undefined,
      kept: undefined,
      open(id) {
        if (get().preparation?.id !== id) {
          void keep();
          set({ preparation: undefined, draft: undefined, work: undefined, error: undefined, kept: undefined });
          beginAgain();
          over = undefined;
          begun = undefined;
          stored = changes;
        }
        const unfollow = bridge.on['preparation.changed'](({ id: changed, work }) => {
          if (changed !== id) return;
          if (work === undefined) void refresh(id);
          else set({ work });
        });
        const unwatch = bridge.on['queue.changed']((change) => {
          if (hasMissedChanges(change)) void refresh(id);
        });
        // What was decided last was kept when the page was left, and not planned.
        void (get().isPlanOutdated && !isTyping() ? get().plan() : refresh(id));
        return () => {
          unfollow();
          unwatch();
          void keep();
        };
      },
      change(part) {
        const { draft, past, preparation } = get();
        if (draft === undefined) return;
        const next = withColumnsOf(preparation?.source, { ...draft, ...part });
        const change = whatChanged(draft, next);
        if (change === undefined) return;
        const [before] = past.slice(-1);
        // What is typed at once is one step.
        const goesOn = timer !== undefined && before !== undefined && isSame(whatChanged(before, draft), change);
        decide(next, goesOn ? past : [...past, draft].slice(-MOST_STEPS));
      },
      async undo() {
        const { past, preparation } = get();
        const before = past.at(-1);
        if (before !== undefined) decide(before, past.slice(0, -1));
        else if (preparation?.former !== undefined)
          await examinedAgain((id) => bridge.invoke['preparations.goBack']({ id }));
      },
      read: (reading) =>
        examinedAgain((id) => bridge.invoke['preparations.read']({ id, ...(reading !== undefined && { reading }) })),
      choose: (leftOut) => examinedAgain((id) => bridge.invoke['preparations.choose']({ id, leftOut })),
      useTemplate: (template) =>
        examinedAgain((id) =>
          bridge.invoke['preparations.useTemplate']({ id, ...(template !== undefined && { template }) }),
        ),
      async plan(connection) {
        over = connection ?? over;
        set({ isPlanOutdated: false, isHalted: false, checked: undefined });
        begun = Date.now();
        const named = over === undefined ? {} : { connection: over };
        const failure = await withDraft((given) => bridge.invoke['preparations.plan']({ ...given, ...named }));
        if (failure === undefined) return;
        // The app still has the plan of what was decided before.
        set({ isPlanOutdated: true });
        const { preparation, draft } = get();
        if (preparation === undefined || draft === undefined) return;
        await storing(() => bridge.invoke['preparations.keep']({ id: preparation.id, draft }));
      },
      async keepTemplate() {
        const { draft } = get();
        if (draft !== undefined) set({ kept: await keepTemplate(bridge, draft.template) });
      },
      async prepare({ forTeam: _, ...options }) {
        // The page has asked about figures that differ before it comes here.
        await withDraft((given) =>
          bridge.invoke['preparations.prepare']({ ...given, options, acceptsDifferences: true }),
        );
      },
      async save(continues) {
        await withDraft((given) => bridge.invoke['preparations.save']({ ...given, continues }));
      },
      async cancel() {
        const { preparation } = get();
        if (preparation === undefined) return;
        set({ isHalted: true });
        tellFailure(await bridge.invoke['preparations.cancel']({ id: preparation.id }));
        await refresh(preparation.id);
      },
      settle: keep,
    };
  });
}
