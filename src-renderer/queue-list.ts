/** @file The page's knowledge of the queue, built from a snapshot and numbered changes. Pure. */

import type { ConnectionWait, QueueSnapshot, QueueState, SubmissionRow } from '../src-shared/contract.ts';
import type { ErrorRecord } from '../src-shared/errors.ts';
import { isArrangedAlike } from './queue/arrangement.ts';

export interface QueueList {
  /** The sequence number of the last change it includes. */
  sequence: number;
  rows: ReadonlyMap<SubmissionRow['id'], SubmissionRow>;
  /** How many more submissions are still to come, all of which have ended well and are older than the latest. */
  older: number;
  /**
   * Increases when rows are added, removed, or change in a way that affects filter or order; most changes are only
   * progress.
   */
  version: number;
  /** Why the whole queue has stopped; absent while it works. */
  stopped?: ErrorRecord | undefined;
  /** What connections wait for now. */
  waits?: readonly ConnectionWait[] | undefined;
}

/** The list from a snapshot; `version` continues from the list before. */
export function fromSnapshot(snapshot: QueueSnapshot, before?: QueueList): QueueList {
  const { sequence, submissions, stopped, waits, older } = snapshot;
  const rows = new Map(submissions.map((row) => [row.id, row]));
  return { sequence, rows, older: older?.count ?? 0, version: (before?.version ?? 0) + 1, stopped, waits };
}

/** The list after a change; the same list when it already includes the change; `gap` when an earlier one is missing. */
export function afterChange(list: QueueList, change: QueueState): QueueList | 'gap' {
  const { sequence, submissions, removed, stopped, waits } = change;
  if (sequence <= list.sequence) return list;
  if (sequence > list.sequence + 1) return 'gap';
  const rows = new Map(list.rows);
  let isRearranged = removed.length > 0;
  let { older } = list;
  const latest = older > 0 ? newestOf(list) : 0;
  for (const row of submissions) {
    const before = rows.get(row.id);
    if (before === undefined && row.id < latest) older -= 1;
    if (before === undefined || !isArrangedAlike(before, row)) isRearranged = true;
    rows.set(row.id, row);
  }
  for (const id of removed) if (!rows.delete(id)) older -= 1;
  // One that was brought back was not among those to come.
  const version = list.version + (isRearranged ? 1 : 0);
  return { sequence, rows, older: Math.max(0, older), version, stopped, waits };
}

function newestOf({ rows }: QueueList): number {
  let newest = 0;
  for (const id of rows.keys()) newest = Math.max(newest, id);
  return newest;
}
