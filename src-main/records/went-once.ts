/**
 * @file Whether nothing of some files went twice from this data folder. It is said only where all of it is known: each file was compared
 * by the ids of its lines with each that had gone to the same place, whose ids are there still; nothing was put back, sent one by one, or
 * sent again after an id had been given up.
 */

import type { IdIndexes } from '../send/sent-before/id-indexes.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { correctionsOf, type Submission } from '../send/submission.ts';
import { viewOf } from '../send/submission-view.ts';
import { hasGoneBefore } from './went-before.ts';

/** The ids as they are kept now. */
export interface IdsThere {
  keepsIds: boolean;
  idIndexes: Pick<IdIndexes, 'open'>;
}

type Store = Pick<QueueStore, 'addedBetween' | 'batches' | 'everySubmission' | 'history' | 'historyOfQueue'>;

/** With more submissions, to look after the ids of each would take longer than the statement. */
const MOST_LOOKED_AFTER = 2000;

/** Of these, nothing says what it had in common with others. */
const untold: ReadonlySet<string> = new Set(['folder-confirmed', 'posting-begun', 'posting-ended']);

/** @throws the reason of the signal */
export async function wentOnce(
  store: Store,
  files: readonly Submission[],
  { ids, signal }: { ids: IdsThere | undefined; signal: AbortSignal },
): Promise<boolean> {
  if (ids?.keepsIds !== true || store.historyOfQueue().some(({ kind }) => untold.has(kind))) return false;
  if (store.everySubmission().length > MOST_LOOKED_AFTER) return false;
  const gone = files.filter(({ stage }) => stage === 'approved');
  const known = new Set(files.map(({ id }) => id));
  // What corrects a file on another day is counted with it, and is none of these.
  if (files.some((file) => correctionsOf(file).some((by) => !known.has(by)))) return false;
  if (gone.length === 0 || !gone.every((file) => isPlain(store, file))) return false;
  const places = new Set(gone.map(({ destination }) => destination));
  const all = store.addedBetween(0, Number.MAX_SAFE_INTEGER);
  for (const { id, stage, destination, check } of all) {
    if (stage !== 'approved' || !places.has(destination)) continue;
    signal.throwIfAborted();
    const opened = await ids.idIndexes.open(id, check.sha256);
    if (typeof opened === 'string') return false;
    opened.close();
  }
  return true;
}

/** No warning that it may be like another, no line with the id of another line, no id that was given up, and no line that may be there. */
function isPlain(store: Store, file: Submission): boolean {
  const { id, warning, check } = file;
  if (warning !== undefined || (check?.byRule['modification.duplicate'] ?? 0) > 0 || hasGoneBefore(store, id))
    return false;
  const batches = store.batches(id);
  const { account, doubled } = viewOf(file, batches);
  return (
    account?.unknown === 0 &&
    doubled.lines === 0 &&
    batches.every(({ abandoned, watched }) => abandoned.length === 0 && watched.length === 0)
  );
}
