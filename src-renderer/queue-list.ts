/** @file The page's knowledge of the queue, built from a snapshot and numbered changes. Pure. */

import type { QueueState, SubmissionRow } from '../src-shared/contract.ts';
import type { ErrorRecord } from '../src-shared/errors.ts';
import { isArrangedAlike } from './queue/arrangement.ts';
import { standingInWords } from './texts/states.ts';
import { counted } from './wording.ts';

export interface QueueList {
  /** The sequence number of the last change it includes. */
  sequence: number;
  rows: ReadonlyMap<SubmissionRow['id'], SubmissionRow>;
  /**
   * Increases when rows are added, removed, or change in a way that affects filter or order; most changes are only
   * progress.
   */
  version: number;
  /** Why the whole queue has stopped; absent while it works. */
  stopped?: ErrorRecord | undefined;
}

/** Above this number, single names would not help. */
const MOST_NAMED = 3;

/** The list from a snapshot; `version` continues from the list before. */
export function fromSnapshot({ sequence, submissions, stopped }: QueueState, before?: QueueList): QueueList {
  const rows = new Map(submissions.map((row) => [row.id, row]));
  return { sequence, rows, version: (before?.version ?? 0) + 1, stopped };
}

/** The list after a change; the same list when it already includes the change; `gap` when an earlier one is missing. */
export function afterChange(list: QueueList, change: QueueState): QueueList | 'gap' {
  const { sequence, submissions, removed, stopped } = change;
  if (sequence <= list.sequence) return list;
  if (sequence > list.sequence + 1) return 'gap';
  const rows = new Map(list.rows);
  let isRearranged = removed.length > 0;
  for (const row of submissions) {
    const before = rows.get(row.id);
    if (before === undefined || !isArrangedAlike(before, row)) isRearranged = true;
    rows.set(row.id, row);
  }
  for (const id of removed) rows.delete(id);
  return { sequence, rows, version: list.version + (isRearranged ? 1 : 0), stopped };
}

/** The announcement for changed rows: each submission that is new, or in another state than before. */
export function announcement(before: QueueList, submissions: Iterable<SubmissionRow>): string {
  const changed = [...submissions].filter((row) => before.rows.get(row.id)?.state !== row.state);
  if (changed.length <= MOST_NAMED) {
    return changed.map((row) => `${row.fileName}: ${standingInWords(row)}.`).join(' ');
  }
  const counts = new Map<string, number>();
  for (const words of changed.map(standingInWords)) counts.set(words, (counts.get(words) ?? 0) + 1);
  return [...counts].map(([words, count]) => `${counted(count, 'submission')}: ${words}.`).join(' ');
}
