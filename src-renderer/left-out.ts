/** @file How many lines of a file were left out, as its row of the queue tells it. Pure. */

import type { SubmissionRow } from '../src-shared/contract.ts';
import { factsOf } from '../src-shared/states.ts';

type Row = Pick<SubmissionRow, 'state' | 'account' | 'story'>;

/** Of the file with what corrects it; of one that was given up, all that had not gone. */
export function leftOutOf({ state, account, story }: Row): number {
  if (factsOf(state).phase !== 'ended') return 0;
  return (story?.account ?? account)?.leftOut ?? 0;
}
