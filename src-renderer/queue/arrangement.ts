/** @file Selects and sorts the submissions that the queue shows. Pure. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { factsOf } from '../../src-shared/states.ts';
import type { State } from '../texts/states.ts';

export const groups = ['all', 'needs', 'moving', 'done'] as const;
export type Group = (typeof groups)[number];

export const orders = ['newest', 'name', 'state', 'size'] as const;
export type Order = (typeof orders)[number];

/** The filter and order that the person chose. */
export interface Wish {
  group: Group;
  search: string;
  order: Order;
}

/** The order of the states in a list sorted by them: those that need a person come first. */
const rank: Record<State, number> = {
  held: 0,
  unknown: 1,
  rejected: 2,
  failed: 3,
  'check-failed': 4,
  uploading: 5,
  reserving: 6,
  verifying: 7,
  checking: 8,
  processing: 9,
  waiting: 10,
  paused: 11,
  processed: 12,
  corrected: 13,
  cancelled: 14,
};

/** The group of a submission; one whose connection fails permanently needs a person, too. */
export function groupOf({ state, error, failedBatches, unknownBatches }: SubmissionRow): Exclude<Group, 'all'> {
  const { phase, needsPerson } = factsOf(state);
  if (phase === 'ended' && !needsPerson) return 'done';
  if (needsPerson || failedBatches > 0 || unknownBatches > 0) return 'needs';
  return error !== undefined && !error.retryable ? 'needs' : 'moving';
}

/** Whether two versions of a row have the same position in every order, and the same group. */
export function isArrangedAlike(one: SubmissionRow, other: SubmissionRow): boolean {
  return one.state === other.state && one.bytes === other.bytes && groupOf(one) === groupOf(other);
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const comparers: Record<Order, (one: SubmissionRow, other: SubmissionRow) => number> = {
  newest: (one, other) => other.id - one.id,
  name: (one, other) => collator.compare(one.fileName, other.fileName) || other.id - one.id,
  state: (one, other) => rank[one.state] - rank[other.state] || other.id - one.id,
  size: (one, other) => (other.bytes ?? 0) - (one.bytes ?? 0) || other.id - one.id,
};

export interface Arrangement {
  ids: readonly SubmissionRow['id'][];
  /** The number in each group, independent of the filter. */
  counts: Readonly<Record<Group, number>>;
  /** How many came after `since` that a person misses: those that are done need no look. */
  hidden: number;
}

/**
 * The submissions to show, in order, and the number in each group. `since`: the newest submission when the person chose the
 * filter.
 */
export function arrange(
  rows: Iterable<SubmissionRow>,
  { group, search, order }: Wish,
  since: number = Number.POSITIVE_INFINITY,
): Arrangement {
  const counts: Record<Group, number> = { all: 0, needs: 0, moving: 0, done: 0 };
  const wanted = search.trim().toLocaleLowerCase();
  const shown: SubmissionRow[] = [];
  let hidden = 0;
  for (const row of rows) {
    const own = groupOf(row);
    counts.all += 1;
    counts[own] += 1;
    const isInGroup = group === 'all' || group === own;
    const isFound = wanted === '' || row.fileName.toLocaleLowerCase().includes(wanted);
    if (isInGroup && isFound) shown.push(row);
    else if (row.id > since && (!isFound || own !== 'done')) hidden += 1;
  }
  return { ids: shown.sort(comparers[order]).map(({ id }) => id), counts, hidden };
}
