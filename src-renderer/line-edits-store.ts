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
  /** Whether a person looks at lines as JSON, in place of a form. */
  isAsJson: boolean;
  look(isAsJson: boolean): void;
  /** They return what went wrong; then nothing was changed. Without an edit, the line is as in the file again. */
  keep(id: Id, line: number, edit: LineEdit | undefined): Promise<ErrorRecord | undefined>;
  /** Says why lines are left out, of each of which that was not said. */
  explain(id: Id, reasons: readonly { lines: number[]; reason: string }[]): Promise<ErrorRecord | undefined>;
  undoAll(id: Id): Promise<ErrorRecord | undefined>;
}

/** @param onKept told of a line of which something is kept now */
export function createLineEditsStore(
  bridge: Pick<Bridge, 'invoke'>,
  onKept: (line: number) => void = () => {},
): StoreApi<LineEditsStore> {
  return createStore<LineEditsStore>((set, get) => {
    const take = (id: Id, result: Result<EditedLine[]>): ErrorRecord | undefined => {
      if (!result.ok) return result.error;
      set({ edits: new Map([...get().edits, [id, result.value]]) });
      return undefined;
    };
    return {
      edits: new Map(),
      isAsJson: false,
      look: (isAsJson) => set({ isAsJson }),
      // A file that was not checked yet has none.
      refresh: async (id) => void take(id, await bridge.invoke['edits.list']({ id })),
      keep: async (id, line, edit) => {
        const { invoke } = bridge;
        const kept = edit === undefined ? invoke['edits.undo']({ id, line }) : invoke['edits.save']({ id, line, edit });
        const error = take(id, await kept);
        if (error === undefined) onKept(line);
        return error;
      },
      explain: async (id, reasons) => take(id, await bridge.invoke['edits.explain']({ id, reasons: [...reasons] })),
      undoAll: async (id) => take(id, await bridge.invoke['edits.undoAll']({ id })),
    };
  });
}
