/** @file Of lines that share an id, one is kept, and the others are left out in favour of it. */

import type { FaultEntry, FaultKind, LineEdit, SubmissionRow } from '../../src-shared/contract.ts';
import { useStores } from '../stores.ts';
import { useLeftOut } from './use-left-out.ts';

interface Keep {
  /** Corrects a line by hand, or puts it back. A failure becomes a problem of the queue; returns whether it worked. */
  correct: (line: number, edit: LineEdit | undefined) => Promise<boolean>;
  /** Leaves out all named lines of an entry but this one. Returns whether that worked. */
  keep: (entry: FaultEntry, kept: number) => Promise<boolean>;
}

export function useKeep(id: SubmissionRow['id'], { name }: Pick<FaultKind, 'name'>): Keep {
  const { queue, workbenches } = useStores();
  const leftOut = useLeftOut(id);
  const correct: Keep['correct'] = async (line, edit) => {
    const error = await workbenches(id).getState().correctByHand(line, name, edit);
    if (error !== undefined) queue.getState().complain([{ error }]);
    return error === undefined;
  };
  const keep: Keep['keep'] = async (entry, kept) => {
    const { byHand } = leftOut(entry);
    const others = (entry.alike ?? []).flat().filter((line) => line !== kept && !byHand.includes(line));
    for (const line of others) if (!(await correct(line, { kind: 'left-out', copyOf: kept }))) return false;
    return true;
  };
  return { correct, keep };
}
