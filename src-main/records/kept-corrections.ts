/** @file How much a person has corrected in a file that is held, of which no corrected file was made yet. */

import type { SubmissionId } from '../send/batch.ts';
import type { QueueStore } from '../send/storage/store.ts';

/** Decisions about values, the last one about each, and lines by hand. */
export function keptCorrections(
  store: Pick<QueueStore, 'submission' | 'lineEdits' | 'correctionTurns'>,
  id: SubmissionId,
): number {
  // Of most there are none, and to read a submission takes a hundred times as long as to see that.
  if (!store.correctionTurns.has(id) && !store.lineEdits.has(id)) return 0;
  const check = store.submission(id)?.check;
  if (check === undefined) return 0;
  const content = { id, sha256: check.sha256 };
  const decided = store.correctionTurns.of(content).flatMap(({ decisions }) => decisions.map(({ entry }) => entry));
  return new Set(decided).size + store.lineEdits.count(content);
}
