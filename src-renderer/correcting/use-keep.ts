/** @file Of lines that share an id, one is kept, and the others are left out in favour of it. */

import type { FaultEntry, FaultKind, LineEdit, SubmissionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useStores } from '../stores.ts';
import { useLeftOut } from './use-left-out.ts';

interface Keep {
  /** Leaves a line out. Returns why that failed. */
  leaveOut: (line: number, reason: string) => Promise<ErrorRecord | undefined>;
  /** A line is as in the file again. */
  putBack: (line: number) => Promise<void>;
  /** Leaves out all named lines of an entry but this one; a failure becomes a problem of the queue. */
  keep: (entry: FaultEntry, kept: number) => Promise<void>;
}

export function useKeep(id: SubmissionRow['id'], { name }: Pick<FaultKind, 'name'>): Keep {
  const { queue, workbenches } = useStores();
  const leftOut = useLeftOut(id);
  const { correctByHand } = workbenches(id).getState();
  const correct = async (line: number, edit: LineEdit | undefined): Promise<boolean> => {
    const error = await correctByHand(line, name, edit);
    if (error !== undefined) queue.getState().complain([{ error }]);
    return error === undefined;
  };
  return {
    leaveOut: async (line, reason) => await correctByHand(line, name, { kind: 'left-out', reason }),
    putBack: async (line) => void (await correct(line, undefined)),
    keep: async (entry, kept) => {
      const { byHand } = leftOut(entry);
      const others = (entry.alike ?? []).flat().filter((line) => line !== kept && !byHand.includes(line));
      for (const line of others) if (!(await correct(line, { kind: 'left-out', copyOf: kept }))) return;
    },
  };
}
