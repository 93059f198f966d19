/**
 * @file Which file is checked next. The check of a large file uses all cores, so there is one at a time; but a small file does not
 * wait for its end: it is checked beside it. Files that a thread checks by itself are checked side by side. Pure.
 */

import { SMALL_BYTES } from '../check/run-check.ts';
import { firstPlace } from '../ground/binary-search.ts';
import type { SubmissionId } from './batch.ts';

export interface DueCheck {
  id: SubmissionId;
  /** The size of the file; 0 where it cannot be read, because then its check is over at once. */
  bytes: number;
  /** Since when it is due, in ms since the epoch. */
  since: number;
  /** Of one under way, whether it only waits for its decision with others. */
  isChecked?: boolean;
}

/** The check of such a file takes a second or two, even beside another one. */
export const MOST_SMALL_BYTES = 64_000_000;

/**
 * What a check gets through on a slow computer. It says how long a large file may be overtaken: a file goes before another if
 * it would have been done first, had both been begun when they were due.
 */
const BYTES_PER_MS = 50_000;

/** So many files wait for their decisions: each is held in memory until then. */
const MOST_CHECKED = 64;

/**
 * The check to begin beside those under way; undefined while none is to begin.
 * @param due in their order
 */
export function nextCheck<Due extends DueCheck>(
  due: readonly Due[],
  underWay: readonly DueCheck[],
  cores: number,
): Due | undefined {
  // Ended on request, and asked for again before it had let go.
  const isOver = ({ id }: DueCheck) => !underWay.some((other) => other.id === id);
  const atWork = underWay.filter(({ isChecked = false }) => !isChecked);
  if (underWay.length - atWork.length >= MOST_CHECKED) return undefined;
  const usingAll = atWork.find(usesAllCores);
  if (usingAll !== undefined)
    return atWork.length > 1 || isSmall(usingAll) ? undefined : due.find((check) => isSmall(check) && isOver(check));
  const next = due.find(isOver);
  if (atWork.length === 0) return next;
  // One that needs all cores waits until they are free, and others wait with it, so that it has its turn.
  return next === undefined || usesAllCores(next) || atWork.length >= cores ? undefined : next;
}

/**
 * Whether one of two files under way is decided first. Of files that say the same, the one that was added first is to go; that the
 * other may is known for one of another size only once both are read, and a large file is not waited for that long.
 */
export const isDecidedFirst = (one: DueCheck, other: DueCheck): boolean =>
  one.id < other.id && (one.bytes === other.bytes || !usesAllCores(one));

const isSmall = ({ bytes }: DueCheck): boolean => bytes <= MOST_SMALL_BYTES;

const usesAllCores = ({ bytes }: DueCheck): boolean => bytes > SMALL_BYTES;

const doneAt = ({ since, bytes }: DueCheck): number => since + bytes / BYTES_PER_MS;

/** Puts it in its place among those that are due. */
export function addInOrder<Due extends DueCheck>(due: Due[], check: Due): void {
  const isBehind = (other: Due | undefined) =>
    other !== undefined && (doneAt(check) - doneAt(other) || check.id - other.id) > 0;
  due.splice(
    firstPlace(0, due.length, (place) => isBehind(due[place])),
    0,
    check,
  );
}
