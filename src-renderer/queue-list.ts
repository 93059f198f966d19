/** @file What the page knows of the queue, and how a snapshot and numbered changes lead to it. Pure. */

import type { QueueState, SubmissionRow } from '../src-preload/contract.ts';
import type { ErrorRecord } from '../src-preload/errors.ts';
import { stateInWords } from './wording.ts';

export interface QueueList {
  /** The number of the last change that is in it. */
  sequence: number;
  /** Newest first. */
  rows: readonly SubmissionRow[];
  /** What stopped the whole queue, if something did. */
  stopped?: ErrorRecord | undefined;
}

export function fromSnapshot({ sequence, submissions, stopped }: QueueState): QueueList {
  return { sequence, rows: newestFirst(submissions), stopped };
}

/** The list after a change; the same list for a change that is in it already; `gap` when one before it was missed. */
export function afterChange(list: QueueList, { sequence, submissions, stopped }: QueueState): QueueList | 'gap' {
  if (sequence <= list.sequence) return list;
  if (sequence > list.sequence + 1) return 'gap';
  const changed = new Map(submissions.map((row) => [row.id, row]));
  const kept = list.rows.filter((row) => !changed.has(row.id));
  return { sequence, rows: newestFirst([...kept, ...submissions]), stopped };
}

/** What to say aloud of a change: each submission that is new, or in another state than before. */
export function announcement(before: QueueList, after: QueueList): string {
  const states = new Map(before.rows.map((row) => [row.id, row.state]));
  return after.rows
    .filter((row) => states.get(row.id) !== row.state)
    .map((row) => `${row.fileName}: ${stateInWords(row.state)}.`)
    .join(' ');
}

function newestFirst(rows: readonly SubmissionRow[]): readonly SubmissionRow[] {
  return rows.toSorted((a, b) => b.id - a.id);
}
