/** @file What this desk calls its submissions in a team ledger. Pure. */

import type { SubmissionId } from '../send/batch.ts';
import { type Submission, submissionIdSchema } from '../send/submission.ts';

/** Numbers may come again where a queue was lost. */
export function nameInLedger({ id, addedAt }: Pick<Submission, 'id' | 'addedAt'>): string {
  return `${id}/${addedAt}`;
}

/** Undefined for a name that no desk gives: who is signed in can write any with plain SQL. */
export function numberIn(name: string): SubmissionId | undefined {
  return submissionIdSchema.safeParse(Number.parseInt(name, 10)).data;
}
