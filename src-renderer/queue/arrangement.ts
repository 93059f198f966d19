/** @file Selects and sorts the submissions that the queue shows. Pure. */

import { momentsOf, type NamedDays, namedDays } from '../../src-shared/calendar-days.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import {
  comparable,
  filterBits,
  isWithin,
  judgeOf,
  noFilter,
  type QueueFilter,
} from '../../src-shared/queue-filter.ts';
import { groupOf, queueGroups } from '../../src-shared/queue-group.ts';
import type { State } from '../texts/states.ts';

export const groups = ['all', ...queueGroups] as const;
export type Group = (typeof groups)[number];

/** By what the list can be sorted; `added` is the order in which the files came. */
export const orderColumns = ['added', 'name', 'connection', 'state', 'size'] as const;
export type OrderColumn = (typeof orderColumns)[number];
export type Direction = 'ascending' | 'descending';

export interface Order {
  column: OrderColumn;
  direction: Direction;
}

/** Newest first. */
export const usualOrder: Order = { column: 'added', direction: 'descending' };

/** The direction that a column has first: what a person looks for stands on top. */
export const firstDirection: Readonly<Record<OrderColumn, Direction>> = {
  added: 'descending',
  name: 'ascending',
  connection: 'ascending',
  state: 'ascending',
  size: 'descending',
};

/** The order after a click on the head of a column: the other direction, or this column in its first one. */
export function orderBy(column: OrderColumn, { column: now, direction }: Order): Order {
  if (column !== now) return { column, direction: firstDirection[column] };
  return { column, direction: direction === 'ascending' ? 'descending' : 'ascending' };
}

/** The filter and order that the person chose. */
export interface Wish extends QueueFilter {
  group: Group;
  order: Order;
}

/** All submissions, the newest first. */
export const usualWish: Wish = { ...noFilter, group: 'all', order: usualOrder };

/** The order of the states in a list sorted by them: those that need a person come first. */
const rank: Record<State, number> = {
  held: 0,
  unknown: 1,
  rejected: 2,
  'partially-accepted': 3,
  unreported: 4,
  failed: 5,
  'check-failed': 6,
  uploading: 7,
  reserving: 8,
  verifying: 9,
  checking: 10,
  processing: 11,
  waiting: 12,
  paused: 13,
  checked: 14,
  processed: 15,
  corrected: 16,
  cancelled: 17,
};

export const byRank = (one: State, other: State): number => rank[one] - rank[other];

/** Whether two versions of a row have the same position in every order and beside what corrects them, and the same group. */
export function isArrangedAlike(one: SubmissionRow, other: SubmissionRow): boolean {
  return (
    one.state === other.state &&
    one.bytes === other.bytes &&
    one.story?.correctedBy === other.story?.correctedBy &&
    groupOf(one) === groupOf(other)
  );
}

/** What a row is sorted by, ascending. */
const sortedBy: Record<OrderColumn, (row: SubmissionRow) => string | number> = {
  added: ({ id }) => id,
  name: (row) => keysOf(row).name,
  connection: (row) => keysOf(row).connection,
  state: ({ state }) => rank[state],
  size: ({ bytes = 0 }) => bytes,
};

interface SortKeys {
  name: string;
  connection: string;
}

/** Rows are never changed, only replaced. A collator would take many times as long to sort ten thousand of them. */
const keys = new WeakMap<SubmissionRow, SortKeys>();

function keysOf(row: SubmissionRow): SortKeys {
  const known = keys.get(row);
  if (known !== undefined) return known;
  const made = { name: sortKey(row.fileName), connection: sortKey(row.connection) };
  keys.set(row, made);
  return made;
}

/** Sorts as people do: letter case and accents do not count, and 9 comes before 10. */
function sortKey(text: string): string {
  return comparable(text).replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, '');
    // Of two numbers the longer one is the larger. What tells the length comes after punctuation, and before letters.
    return String.fromCharCode(0x30 + Math.min(number.length, 0x30)) + number;
  });
}

/** All submissions in order. Of those that are alike in the column the newest comes first, whichever the direction. */
export function inOrder(rows: Iterable<SubmissionRow>, { column, direction }: Order): SubmissionRow[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const keyOf = sortedBy[column];
  const keyed = Array.from(rows, (row) => ({ row, id: row.id, key: keyOf(row) }));
  keyed.sort((one, other) => {
    if (one.key === other.key) return other.id - one.id;
    return one.key < other.key ? -sign : sign;
  });
  return keyed.map(({ row }) => row);
}

/** How many submissions would be shown with this choice, and all other parts of the filter as they are. */
export interface ChoiceCounts {
  states: ReadonlyMap<State, number>;
  /** Of each connection that a submission in the queue is bound to. */
  connections: ReadonlyMap<string, number>;
  added: Readonly<Record<NamedDays, number>>;
}

/** The parts of a wish that can hide submissions, each a bit. */
const bits = { group: 16, ...filterBits } as const;
export type FilterPart = keyof typeof bits;
export const filterParts = ['group', 'search', 'states', 'connections', 'added'] as const satisfies FilterPart[];

export interface Arrangement {
  ids: readonly SubmissionRow['id'][];
  /** The number in each group, independent of the filter. */
  counts: Readonly<Record<Group, number>>;
  choices: ChoiceCounts;
  /** How many meet each part of the filter by itself: why nothing is shown. */
  alone: Readonly<Record<FilterPart, number>>;
  /** How many came after `since` that a person misses: those that are done need no look. */
  hidden: number;
}

export interface Surroundings {
  /** For “today”. */
  now: number;
  /** The newest submission when the person chose the filter. */
  since?: number | undefined;
  /** Submissions that the search finds by something else than their names: by an id in them. */
  found?: ReadonlySet<SubmissionRow['id']> | undefined;
}

/**
 * The submissions to show, and how many there are of each choice.
 * @param rows in their order, see inOrder
 */
export function arrange(rows: Iterable<SubmissionRow>, wish: Wish, surroundings: Surroundings): Arrangement {
  const { now, since = Number.POSITIVE_INFINITY, found } = surroundings;
  const counts: Record<Group, number> = { all: 0, needs: 0, moving: 0, done: 0 };
  const alone: Record<FilterPart, number> = { group: 0, search: 0, states: 0, connections: 0, added: 0 };
  const states = new Map<State, number>();
  const connections = new Map<string, number>();
  const added: Record<NamedDays, number> = { today: 0, yesterday: 0, week: 0 };
  const days = namedDays.map((name) => ({ name, moments: momentsOf(name, now) }));
  const judge = judgeOf(wish, now);
  const ids: SubmissionRow['id'][] = [];
  let hidden = 0;
  for (const row of rows) {
    const own = groupOf(row);
    counts.all += 1;
    counts[own] += 1;
    let unmet = judge(row);
    if (found?.has(row.id) === true) unmet &= ~bits.search;
    if (wish.group !== 'all' && wish.group !== own) unmet |= bits.group;
    if (unmet === 0) ids.push(row.id);
    else if (row.id > since && ((unmet & bits.search) !== 0 || own !== 'done')) hidden += 1;
    for (const part of filterParts) if ((unmet & bits[part]) === 0) alone[part] += 1;
    if ((unmet & ~bits.states) === 0) states.set(row.state, (states.get(row.state) ?? 0) + 1);
    const isOfConnection = (unmet & ~bits.connections) === 0;
    connections.set(row.connection, (connections.get(row.connection) ?? 0) + (isOfConnection ? 1 : 0));
    if ((unmet & ~bits.added) === 0)
      for (const { name, moments } of days) if (isWithin(row.addedAt, moments)) added[name] += 1;
  }
  return { ids, counts, choices: { states, connections, added }, alone, hidden };
}
