/** @file The list of the queue as text, read a few submissions at a time: uploads and other calls continue in between. */

import { setImmediate } from 'node:timers/promises';
import type { SubmissionId } from '../send/batch.ts';
import { type ListedSubmission, listedSubmission, listHead, listLine, listRow } from '../send/list-export.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { viewOf } from '../send/submission-view.ts';
import { shownAs } from './submission-row.ts';

/** Takes some ten milliseconds. */
const READ_AT_ONCE = 20;

export type ListFormat = 'csv' | 'jsonl';

/** The submissions in this order. What was removed meanwhile is left out. Rejects with the signal's reason. */
export async function* queueListPieces(
  store: Pick<QueueStore, 'submission' | 'batches' | 'endOf'>,
  ids: readonly SubmissionId[],
  format: ListFormat,
  signal: AbortSignal,
): AsyncGenerator<string> {
  if (format === 'csv') yield listHead();
  const written = format === 'csv' ? listRow : listLine;
  for (let first = 0; first < ids.length; first += READ_AT_ONCE) {
    signal.throwIfAborted();
    const listed = ids.slice(first, first + READ_AT_ONCE).map((id) => listedIn(store, id));
    const piece = listed.map((row) => (row === undefined ? '' : written(row))).join('');
    if (piece !== '') yield piece;
    await setImmediate();
  }
}

function listedIn(
  store: Pick<QueueStore, 'submission' | 'batches' | 'endOf'>,
  id: SubmissionId,
): ListedSubmission | undefined {
  const submission = store.submission(id);
  if (submission === undefined || submission.removedAt !== undefined) return undefined;
  const view = viewOf(submission, store.batches(id));
  return listedSubmission(view, shownAs, store.endOf(id, view.state));
}
