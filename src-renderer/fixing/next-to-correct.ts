/** @file Which file a person corrects after another one: one that came with it before any other, the oldest first. Pure. */

import type { SubmissionRow } from '../../src-shared/contract.ts';

type Row = Pick<SubmissionRow, 'id' | 'state' | 'errors' | 'addition' | 'story'>;

/** Not a rest: a person has left that for later. Undefined where none waits. */
export function nextToCorrect<Of extends Row>(rows: Iterable<Of>, { id, addition }: Row): Of | undefined {
  let next: Of | undefined;
  const isTogether = (row: Row) => addition !== undefined && row.addition?.id === addition.id;
  for (const row of rows) {
    if (row.id === id || row.state !== 'held' || row.errors === 0 || row.story?.corrects !== undefined) continue;
    const isBefore = next === undefined || (isTogether(row) === isTogether(next) ? row.id < next.id : isTogether(row));
    if (isBefore) next = row;
  }
  return next;
}
