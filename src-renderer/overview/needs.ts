/**
 * @file What needs a person, the most pressing first: doubled before unknown before rejected before
 * held before refused by a preparation, and the older ones before the newer. Pure.
 */

import { type Account, linesOf } from '../../src-shared/account.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { asksForRefused, groupOf } from '../../src-shared/queue-group.ts';
import { countOfRefused } from '../../src-shared/refused-rows.ts';

/** refused: the rows of its export that its preparation refused; all lines of the file itself are settled. */
export type Outcome = 'doubled' | 'unknown' | 'rejected' | 'refused';

export interface Need {
  row: SubmissionRow;
  /** What became of the lines that it is about; undefined where nothing did. */
  outcome: Outcome | undefined;
  /** Of rows that a preparation refused, how many these are. */
  lines: number;
}

const MOST = 3;

/** All of them, and those that come first. */
export function needsIn(rows: Iterable<SubmissionRow>): { count: number; first: Need[] } {
  const needs = [...rows].filter((row) => groupOf(row) === 'needs').map(needOf);
  needs.sort((one, other) => rankOf(one) - rankOf(other) || one.row.id - other.row.id);
  return { count: needs.length, first: needs.slice(0, MOST) };
}

function needOf(row: SubmissionRow): Need {
  const { account, doubled, refusedRows } = row;
  if (doubled !== undefined) return { row, outcome: 'doubled', lines: doubled.lines };
  if (refusedRows !== undefined && asksForRefused(row) && groupOf({ ...row, refusedRows: undefined }) === 'done')
    return { row, outcome: 'refused', lines: countOfRefused(refusedRows) };
  const outcome = account === undefined ? undefined : pressing(account);
  const lines = account === undefined ? 0 : outcome === undefined ? linesOf(account) : account[outcome];
  return { row, outcome, lines };
}

function pressing({ unknown, rejected }: Account): 'unknown' | 'rejected' | undefined {
  if (unknown > 0) return 'unknown';
  return rejected > 0 ? 'rejected' : undefined;
}

const ranked: readonly Need['outcome'][] = ['doubled', 'unknown', 'rejected', undefined, 'refused'];
const rankOf = ({ outcome }: Need): number => ranked.indexOf(outcome);
