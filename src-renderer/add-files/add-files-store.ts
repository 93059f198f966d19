/** @file Files on their way into the queue: received, recognised, and added with the chosen options. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../src-preload/bridge.ts';
import type { CommandOutput, FileOffer, PickedFiles, Result, SendOptions } from '../../src-shared/contract.ts';
import type { Problem } from '../window-queue.ts';

export interface AddFilesStore {
  /** The files picked so far; undefined when there are none. */
  picked: PickedFiles | undefined;
  /** Progress of streaming files to the app, in a browser. */
  receiving: { sentBytes: number; totalBytes: number } | undefined;
  isAdding: boolean;
  /** Asks the person for files, in the system's dialog. */
  choose(): Promise<void>;
  /** Takes files that were dropped or picked in the page. */
  receive(files: readonly File[]): Promise<void>;
  /** Stops taking files over; nothing of them is kept. */
  stopReceiving(): void;
  /** Takes files that the app offers. */
  take(picked: PickedFiles): void;
  /** Removes one file from the selection. */
  leaveOut(offer: FileOffer['offer']): void;
  /** Adds all files that can be sent; returns how many were added. */
  add(options: SendOptions): Promise<number>;
  /** Adds all files that can be sent only to be checked; returns their ids. */
  check(maxBatchBytes: number): Promise<CommandOutput<'files.check'>['added']>;
  /** Makes one preparation of all files that are to be prepared; returns its id, or undefined when that failed. */
  prepare(which?: (offer: FileOffer) => boolean): Promise<string | undefined>;
  close(): void;
}

/** Only these files can be sent; for others the dialog gives the reason. */
export const isSendable = ({ kind }: FileOffer): boolean => kind === 'json-lines';

/** Exports in another form: the service does not take them as they are, but Tranship makes files of them that it takes. */
export const isPreparable = ({ kind }: FileOffer): boolean => !['json-lines', 'empty', 'blank'].includes(kind);

export function createAddFilesStore(
  bridge: Bridge,
  complain: (problems: readonly Problem[]) => void,
): StoreApi<AddFilesStore> {
  return createStore<AddFilesStore>((set, get) => {
    const receptions = new Set<AbortController>();
    const take = (more: PickedFiles) => {
      const before = get().picked ?? { offers: [], refused: [] };
      const picked = { offers: [...before.offers, ...more.offers], refused: [...before.refused, ...more.refused] };
      // Nothing picked: the person cancelled the system's dialog.
      if (picked.offers.length + picked.refused.length > 0) set({ picked });
    };
    const takeResult = (result: Result<PickedFiles>) => {
      if (result.ok) take(result.value);
      else complain([{ error: result.error }]);
    };
    const addEach = async (add: (offers: string[]) => Promise<Result<CommandOutput<'files.add'>>>) => {
      const offers = (get().picked?.offers ?? []).filter(isSendable).map(({ offer }) => offer);
      set({ isAdding: true });
      const result = await add(offers);
      set({ isAdding: false });
      if (!result.ok) {
        complain([{ error: result.error }]);
        return [];
      }
      complain(result.value.refused);
      set({ picked: undefined });
      return result.value.added;
    };
    return {
      picked: undefined,
      receiving: undefined,
      isAdding: false,
      async choose() {
        takeResult(await bridge.invoke['files.choose']());
      },
      async receive(files) {
        if (files.length === 0) return;
        const onProgress = (sentBytes: number, totalBytes: number) => {
          if (!reception.signal.aborted) set({ receiving: { sentBytes, totalBytes } });
        };
        const reception = new AbortController();
        receptions.add(reception);
        const onBegun = (stop: () => void) => reception.signal.addEventListener('abort', stop);
        const result = await bridge.offerFiles(files, onProgress, onBegun);
        receptions.delete(reception);
        if (reception.signal.aborted) return;
        // Before the progress goes, so that the focus moves from one dialog to the next.
        takeResult(result);
        set({ receiving: undefined });
      },
      stopReceiving() {
        for (const reception of receptions) reception.abort();
        set({ receiving: undefined });
      },
      take,
      leaveOut(offer) {
        const { offers = [], refused = [] } = get().picked ?? {};
        const rest = offers.filter((one) => one.offer !== offer);
        set({ picked: rest.length + refused.length === 0 ? undefined : { offers: rest, refused } });
      },
      async add(options) {
        return (await addEach((offers) => bridge.invoke['files.add']({ offers, options }))).length;
      },
      async check(maxBatchBytes) {
        return await addEach((offers) => bridge.invoke['files.check']({ offers, maxBatchBytes }));
      },
      async prepare(which = isPreparable) {
        const { offers = [], refused = [] } = get().picked ?? {};
        const chosen = offers.filter(which).map(({ offer }) => offer);
        const result = await bridge.invoke['preparations.begin']({ offers: chosen });
        if (!result.ok) {
          complain([{ error: result.error }]);
          return undefined;
        }
        // Those that can be sent as they are stay on offer.
        const rest = offers.filter((offer) => !which(offer));
        set({ picked: rest.length === 0 ? undefined : { offers: rest, refused } });
        return result.value.id;
      },
      close: () => set({ picked: undefined }),
    };
  });
}
