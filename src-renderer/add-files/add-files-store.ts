/** @file Files on their way into the queue: received, recognised, and added with the chosen options. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../src-preload/bridge.ts';
import type {
  CommandInput,
  CommandOutput,
  FileContents,
  FileOffer,
  FilesReading,
  PickedFiles,
  Result,
  SendOptions,
} from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { type FolderReading, MOST_PREPARED } from '../../src-shared/folder-contents.ts';
import type { Problem } from '../window-queue.ts';
import type { DroppedFiles } from './dropped-files.ts';

/** What the list of problems can take in; more stay in the dialog. */
const MOST_PROBLEMS = 3;
/** So many are added with one call: more would hold up other calls, and could not be stopped between. */
const ADDED_AT_ONCE = 100;
/** More files are not read by people one by one. */
const MOST_LOOKED_INTO = 100;
/** Reading that takes less, in ms, is not worth a word. */
const WORDLESS = 250;

type FilesToAdd = Pick<CommandInput<'files.add'>, 'offers' | 'addedWith'>;

export interface SeenContents {
  connection: string | undefined;
  contents: FileContents;
}

/** Why files are sent of which something went before, and which these are. */
export interface SentAgain {
  reason: string;
  offers: readonly FileOffer['offer'][];
}

export interface AddFilesStore {
  /** The files picked so far; undefined when there are none. */
  picked: PickedFiles | undefined;
  /** Progress of streaming files to the app, in a browser. */
  receiving: { sentBytes: number; totalBytes: number } | undefined;
  /** How far the reading of folders is, once it takes a while. */
  reading: FilesReading | undefined;
  /** How many of the files are in the queue already, while they are added. */
  adding: { added: number; total: number } | undefined;
  /** Why nothing could be added, with the files still on offer. */
  problem: ErrorRecord | undefined;
  /** What was found in the files on offer so far, by their offers, and over which connection it was compared. */
  seen: ReadonlyMap<FileOffer['offer'], SeenContents>;
  /** The person's decision about files that the queue has already; undefined while they have made none. */
  addsKnown: boolean | undefined;
  /** Asks the person for files, in the system's dialog. */
  choose(): Promise<void>;
  /** Takes files that were dropped or picked in the page. */
  receive(files: readonly File[]): Promise<void>;
  /** Takes what was dropped, whose folders are read first; `read` is called at once. */
  drop(read: (reading: Pick<FolderReading, 'onFound' | 'signal'>) => Promise<DroppedFiles>): Promise<void>;
  /** Stops reading folders; nothing of them is offered. */
  stopReading(): void;
  /** Stops adding; what was added stays added, and the rest stays on offer. */
  stopAdding(): void;
  /** Decides about the files that the queue has already. */
  decideKnown(addsKnown: boolean): void;
  /** Stops taking files over; nothing of them is kept. */
  stopReceiving(): void;
  /** Takes files that the app offers. */
  take(picked: PickedFiles): void;
  /** Looks into the files on offer, one after the other, and compares them with what went over the connection before. */
  look(connection: string | undefined, signal: AbortSignal): Promise<void>;
  /** Removes files from the selection. */
  leaveOut(...offers: readonly FileOffer['offer'][]): void;
  /** Adds all files that can be sent; returns the ids of those that were added. */
  add(options: SendOptions, again?: SentAgain): Promise<CommandOutput<'files.add'>['added']>;
  /** Adds all files that can be sent only to be checked; returns their ids. */
  check(maxBatchBytes: number): Promise<CommandOutput<'files.check'>['added']>;
  /** Makes one preparation of all files that are to be prepared; returns its id, or undefined when that failed. */
  prepare(which?: (offer: FileOffer) => boolean): Promise<string | undefined>;
  close(): void;
}

/** Only these files can be sent; for others the dialog gives the reason. */
export const isSendable = ({ kind }: FileOffer): boolean => kind === 'json-lines' || kind === 'prepared';

/** Exports in another form: the service does not take them as they are, but Tranship makes files of them that it takes. */
export const isPreparable = ({ kind }: FileOffer): boolean =>
  !['json-lines', 'prepared', 'empty', 'blank', 'image', 'pdf', 'program'].includes(kind);

/** Whether there are lines in it that can be counted. */
export const isLookedInto = ({ kind }: Pick<FileOffer, 'kind'>): boolean =>
  ['json-lines', 'near-json-lines', 'csv'].includes(kind);

/** The files of a pick by what can be done with them. */
export interface OfferGroups {
  /** Can be checked and sent. */
  fresh: FileOffer[];
  /** So can these, but the queue has files of their names and sizes. */
  known: FileOffer[];
  /** Whether the known ones are added. On their own they were meant, unless they went. */
  addsKnown: boolean;
  preparable: FileOffer[];
  /** Nothing can be done with them. */
  others: FileOffer[];
}

export function groupsOf({ picked, addsKnown }: Pick<AddFilesStore, 'picked' | 'addsKnown'>): OfferGroups {
  const offers = picked?.offers ?? [];
  const sendable = offers.filter(isSendable);
  const fresh = sendable.filter(({ known }) => known === undefined);
  const known = sendable.filter((offer) => offer.known !== undefined);
  return {
    fresh,
    known,
    addsKnown: addsKnown ?? (fresh.length === 0 && !known.some((offer) => offer.known?.goneAs !== undefined)),
    preparable: offers.filter(isPreparable),
    others: offers.filter((offer) => !isSendable(offer) && !isPreparable(offer)),
  };
}

/** Those that are added, in their order. */
export function offersToAdd({ fresh, known, addsKnown }: OfferGroups): FileOffer[] {
  return addsKnown ? [...fresh, ...known] : fresh;
}

/** Whether a person is asked: what was prepared is added only once it is accepted that figures differ. */
export function isDiffering({ error }: { error: ErrorRecord | undefined }): boolean {
  return error?.code === 'control.differ';
}

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
    const nothing = { picked: undefined, problem: undefined, addsKnown: undefined, seen: new Map() };
    const readings = new Set<AbortController>();
    let isAddingStopped = false;
    const addEach = async (add: (files: FilesToAdd) => Promise<Result<CommandOutput<'files.add'>>>) => {
      const offers = offersToAdd(groupsOf(get())).map(({ offer }) => offer);
      const all: CommandOutput<'files.add'> = { added: [], refused: [] };
      let done = 0;
      isAddingStopped = false;
      set({ problem: undefined });
      while (done < offers.length && !isAddingStopped) {
        set({ adding: { added: done, total: offers.length } });
        const some = offers.slice(done, done + ADDED_AT_ONCE);
        const result = await add({ offers: some, ...(offers.length > 1 && { addedWith: offers[0] }) });
        if (!result.ok) {
          set({ problem: result.error });
          break;
        }
        done += some.length;
        all.added.push(...result.value.added);
        all.refused.push(...result.value.refused);
      }
      set({ adding: undefined });
      const asked = all.refused.filter(isDiffering);
      const others = all.refused.filter((one) => !isDiffering(one));
      const isShort = others.length <= MOST_PROBLEMS;
      if (isShort) complain(others);
      const told = isShort ? [] : others;
      if (asked.length > 0) {
        const [names, left] = [new Set(asked.map(({ fileName }) => fileName)), new Set(offers.slice(done))];
        const isOpen = ({ fileName, offer }: FileOffer) => names.has(fileName) || left.has(offer);
        set({
          picked: { offers: get().picked?.offers.filter(isOpen) ?? [], refused: told },
          problem: asked[0]?.error,
        });
        return [];
      }
      if (done === offers.length) {
        set({ ...nothing, ...(told.length > 0 && { picked: { offers: [], refused: told } }) });
        return all.added;
      }
      const gone = new Set(offers.slice(0, done));
      const { offers: before = [], refused = [] } = get().picked ?? {};
      set({ picked: { offers: before.filter(({ offer }) => !gone.has(offer)), refused: [...refused, ...told] } });
      return [];
    };
    return {
      receiving: undefined,
      reading: undefined,
      adding: undefined,
      ...nothing,
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
      async drop(read) {
        const reading = new AbortController();
        const { signal } = reading;
        readings.add(reading);
        const begun = performance.now();
        let found = 0;
        const onFound = (more: number) => {
          found += more;
          if (performance.now() - begun >= WORDLESS) set({ reading: { found } });
        };
        try {
          const dropped = await read({ onFound, signal });
          if (signal.aborted) return;
          await get().receive(dropped.files);
          take({ offers: [], refused: dropped.refused });
        } catch (thrown) {
          // What a person has stopped needs no word.
          if (!signal.aborted) throw thrown;
        } finally {
          readings.delete(reading);
          if (readings.size === 0) set({ reading: undefined });
        }
      },
      stopReading() {
        for (const reading of readings) reading.abort();
        void bridge.invoke['files.stopReading']();
        set({ reading: undefined });
      },
      stopAdding() {
        isAddingStopped = true;
      },
      decideKnown: (addsKnown) => set({ addsKnown }),
      stopReceiving() {
        for (const reception of receptions) reception.abort();
        set({ receiving: undefined });
      },
      take,
      async look(connection, signal) {
        const offers = (get().picked?.offers ?? []).filter(isLookedInto).slice(0, MOST_LOOKED_INTO);
        for (const { offer } of offers) {
          if (signal.aborted) return;
          const before = get().seen.get(offer);
          if (before !== undefined && before.connection === connection) continue;
          const result = await bridge.invoke['files.look']({ offer, ...(connection !== undefined && { connection }) });
          // What cannot be read is found out, and told, when it is added.
          if (result.ok && get().picked?.offers.some((one) => one.offer === offer) === true)
            set({ seen: new Map(get().seen).set(offer, { connection, contents: result.value }) });
        }
      },
      leaveOut(...left) {
        const { offers = [], refused = [] } = get().picked ?? {};
        const isLeft = new Set(left);
        const rest = offers.filter(({ offer }) => !isLeft.has(offer));
        if (rest.length + refused.length === 0) set(nothing);
        else set({ picked: { offers: rest, refused } });
      },
      async add(options, again) {
        const acceptsDifferences = isDiffering({ error: get().problem });
        const given = { ...options, ...(acceptsDifferences && { acceptsDifferences }) };
        const add = async (files: FilesToAdd) => {
          const sendAgainOf = files.offers.filter((offer) => again?.offers.includes(offer));
          const hasReason = again !== undefined && sendAgainOf.length > 0;
          const reason = hasReason ? { sendAgain: again.reason, sendAgainOf } : {};
          return await bridge.invoke['files.add']({ ...files, options: { ...given, ...reason } });
        };
        return await addEach(add);
      },
      async check(maxBatchBytes) {
        return await addEach((files) => bridge.invoke['files.check']({ ...files, maxBatchBytes }));
      },
      async prepare(which = isPreparable) {
        const { offers = [], refused = [] } = get().picked ?? {};
        const chosen = new Set(
          offers
            .filter(which)
            .slice(0, MOST_PREPARED)
            .map(({ offer }) => offer),
        );
        const result = await bridge.invoke['preparations.begin']({ offers: [...chosen] });
        if (!result.ok) {
          complain([{ error: result.error }]);
          return undefined;
        }
        // Those that can be sent as they are stay on offer.
        const rest = offers.filter(({ offer }) => !chosen.has(offer));
        if (rest.length === 0) set(nothing);
        else set({ picked: { offers: rest, refused } });
        return result.value.id;
      },
      close: () => set(nothing),
    };
  });
}
