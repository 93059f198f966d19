/**
 * @file Which file is checked next. A check uses all the processor that it gets, so there is one at a time; but a small file
 * does not wait for the end of a large one: it is checked beside it. Pure.
 */

import type { SubmissionId } from './batch.ts';

export interface DueCheck {
  id: SubmissionId;
  /** The size of the file; 0 where it cannot be read, because then its check is over at once. */
  bytes: number;
  /** Since when it is due, in ms since the epoch. */
  since: number;
}

/** The check of such a file takes a second or two, even beside another one. */
export const MOST_SMALL_BYTES = 64_000_000;

/**
 * What a check gets through on a slow computer. It says how long a large file may be overtaken: a file goes before another if
 * it would have been done first, had both been begun when they were due.
 */
const BYTES_PER_MS = 50_000;

/** The check to begin beside those under way; undefined while none is to begin. */
export function nextCheck<Due extends DueCheck>(due: readonly Due[], underWay: readonly DueCheck[]): Due | undefined {
  if (underWay.some(isSmall) || underWay.length > 1) return undefined;
  let next: Due | undefined;
  for (const check of due) {
    if (underWay.length > 0 && !isSmall(check)) continue;
    // Ended on request, and asked for again before it had let go.
    if (underWay.some(({ id }) => id === check.id)) continue;
    if (next === undefined || isBefore(check, next)) next = check;
  }
  return next;
}

const isSmall = ({ bytes }: DueCheck): boolean => bytes <= MOST_SMALL_BYTES;

const doneAt = ({ since, bytes }: DueCheck): number => since + bytes / BYTES_PER_MS;

function isBefore(one: DueCheck, other: DueCheck): boolean {
  return (doneAt(one) - doneAt(other) || one.id - other.id) < 0;
}
