/** @file Which lines of each submission a person has corrected by hand, as the app keeps them. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../src-preload/bridge.ts';
import type { EditedLine, LineEdit, Result, SubmissionRow } from '../src-shared/contract.ts';
import type { ErrorRecord } from '../src-shared/errors.ts';

type Id = SubmissionRow['id'];

export interface LineEditsStore {
  /** By submission; missing until they are loaded. */
  edits: ReadonlyMap<Id, readonly EditedLine[]>;
  refresh(id: Id): Promise<void>;
  /** The commands return what went wrong; then nothing was changed. */
  save(id: Id, line: number, edit: LineEdit): Promise<ErrorRecord | undefined>;
  undo(id: Id, line: number): Promise<ErrorRecord | undefined>;
  undoAll(id: Id): Promise<ErrorRecord | undefined>;
}

export function createLineEditsStore(bridge: Bridge): StoreApi<LineEditsStore> {
  return createStore<LineEditsStore>((set, get) => {
    const take = (id: Id, result: Result<EditedLine[]>): ErrorRecord | undefined => {
      if (!result.ok) return result.error;
      set({ edits: new Map([...get().edits, [id, result.value]]) });
      return undefined;
    };
    return {
      edits: new Map(),
      // A file that was not checked yet has none.
      refresh: async (id) => void take(id, await bridge.invoke['edits.list']({ id })),
      save: async (id, line, edit) => take(id, await bridge.invoke['edits.save']({ id, line, edit })),
      undo: async (id, line) => take(id, await bridge.invoke['edits.undo']({ id, line })),
      undoAll: async (id) => take(id, await bridge.invoke['edits.undoAll']({ id })),
    };
  });
}
