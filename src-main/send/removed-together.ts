/** @file A file that comes back without its correction would look as if it were still to be corrected. Pure. */

import type { SubmissionId } from './batch.ts';
import { correctionsOf, type Submission } from './submission.ts';

type Removed = Pick<Submission, 'id' | 'corrects' | 'corrected' | 'removedAt'>;

/** These, and after them what was removed in one step with one of them that corrects it or that it corrects, directly or over others. */
export function removedTogether(
  ids: readonly SubmissionId[],
  find: (id: SubmissionId) => Removed | undefined,
): SubmissionId[] {
  const all = new Set(ids);
  // A set also goes through what is added on the way.
  for (const id of all) {
    const one = find(id);
    if (one?.removedAt === undefined) continue;
    for (const other of [one.corrects, ...correctionsOf(one)])
      if (other !== undefined && find(other)?.removedAt === one.removedAt) all.add(other);
  }
  return [...all];
}
