/** @file Of which files lines were left out, as the rows of the queue tell it. Pure. */

import type { SubmissionRow } from '../src-shared/contract.ts';
import { factsOf } from '../src-shared/states.ts';

type Row = Pick<SubmissionRow, 'state' | 'account' | 'story'>;

/** Of the file with what corrects it; of one that was given up, all that had not gone. */
export function leftOutOf({ state, account, story }: Row): number {
  if (factsOf(state).phase !== 'ended') return 0;
  return (story?.account ?? account)?.leftOut ?? 0;
}

/** Each file once, by its first submission; of one whose first is not in the list, its correction stands for it. */
export function filesWithLeftOut(rows: ReadonlyMap<SubmissionRow['id'], SubmissionRow>): SubmissionRow[] {
  return [...rows.values()].filter((row) => {
    const corrects = row.story?.corrects;
    return leftOutOf(row) > 0 && (corrects === undefined || !rows.has(corrects));
  });
}
