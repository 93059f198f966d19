/**
 * @file The preparation that is open in the wizard: what the app knows of it, and what the person has decided, which the app
 * keeps as it changes.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../src-preload/bridge.ts';
import type {
  FileOfSource,
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

export interface PreparationStore {
  preparation: Preparation | undefined;
  /** As the person has it now; the app may have an earlier one for a moment. */
  draft: PreparationDraft | undefined;
  work: PreparationWork | undefined;
  /** Why the last call failed. */
  error: ErrorRecord | undefined;
  /** What a person has decided since the plan was made; the plan no longer says what would come of it. */
  isPlanOutdated: boolean;
  /** The template as it was before the person changed the first field: guesses are shown for fields that still are as guessed. */
  guessed: Template | undefined;
  /** Opens a preparation and follows it; returns a function that ends this. */
  open(id: Preparation['id']): () => void;
  change(draft: Partial<PreparationDraft>): void;
  read(reading: Reading | undefined): Promise<void>;
  /** Leaves out these files, and takes all others. */
  choose(leftOut: FileOfSource[]): Promise<void>;
  useTemplate(template: string): Promise<void>;
  /** @param connection with which it is compared, and over which it would be sent; by default the one that is remembered */
  plan(connection?: string): Promise<void>;
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

/** Typing is kept after a moment, not at every key. */
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

    const refresh = async (id: Preparation['id']) => {
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
        error: undefined,
        ...(known.guessed === undefined && draft !== undefined && { guessed: draft.template }),
      });
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
    const storing = async (act: () => Promise<Result<unknown>>) => {
      const withAll = changes;
      const isStored = tellFailure(await act());
      if (isStored) stored = Math.max(stored, withAll);
    };
    const tellFailure = (result: Result<unknown>): boolean => {
      set({ error: result.ok ? undefined : result.error });
      return result.ok;
    };
    const withDraft = async (
      act: (given: { id: Preparation['id']; draft: PreparationDraft }) => Promise<Result<unknown>>,
    ) => {
      clearTimeout(timer);
      timer = undefined;
      const { preparation, draft } = get();
      if (preparation === undefined || draft === undefined) return;
      set({ error: undefined });
      await storing(() => act({ id: preparation.id, draft }));
      await refresh(preparation.id);
    };
    return {
      preparation: undefined,
      draft: undefined,
      work: undefined,
      error: undefined,
      isPlanOutdated: false,
      guessed: undefined,
      open(id) {
        if (get().preparation?.id !== id) {
          void keep();
          set({ preparation: undefined, draft: undefined, work: undefined, error: undefined, guessed: undefined });
          set({ isPlanOutdated: false });
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
        void refresh(id);
        return () => {
          unfollow();
          unwatch();
          void keep();
        };
      },
      change(part) {
        const { draft } = get();
        if (draft === undefined) return;
        const changesPlan = decisive({ ...draft, ...part }) !== decisive(draft);
        set({ draft: { ...draft, ...part }, ...(changesPlan && { isPlanOutdated: true }) });
        changes += 1;
        clearTimeout(timer);
        timer = setTimeout(() => void keep(), KEPT_AFTER_MS);
      },
      async read(reading) {
        await keep();
        const { preparation } = get();
        if (preparation === undefined) return;
        set({ guessed: undefined });
        const { id } = preparation;
        await storing(() => bridge.invoke['preparations.read']({ id, ...(reading !== undefined && { reading }) }));
        await refresh(id);
      },
      async choose(leftOut) {
        await keep();
        const { preparation } = get();
        if (preparation === undefined) return;
        const { id } = preparation;
        await storing(() => bridge.invoke['preparations.choose']({ id, leftOut }));
        await refresh(id);
      },
      async useTemplate(template) {
        await keep();
        const { preparation } = get();
        if (preparation === undefined) return;
        await storing(() => bridge.invoke['preparations.useTemplate']({ id: preparation.id, template }));
        await refresh(preparation.id);
      },
      async plan(connection) {
        set({ isPlanOutdated: false });
        const over = connection === undefined ? {} : { connection };
        await withDraft((given) => bridge.invoke['preparations.plan']({ ...given, ...over }));
      },
      prepare: async ({ forTeam: _, ...options }) =>
        await withDraft((given) => bridge.invoke['preparations.prepare']({ ...given, options })),
      save: async (continues) =>
        await withDraft((given) => bridge.invoke['preparations.save']({ ...given, continues })),
      async cancel() {
        const { preparation } = get();
        if (preparation === undefined) return;
        tellFailure(await bridge.invoke['preparations.cancel']({ id: preparation.id }));
        await refresh(preparation.id);
      },
      settle: keep,
    };
  });
}
