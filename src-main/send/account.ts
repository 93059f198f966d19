/**
 * @file What became of each line of a submission. The counts, and the lines themselves, follow from one decision about a batch: its
 * lines have one outcome, but for those that its report names. Pure.
 *
 * [Note: One outcome for each line] Every line of the file is in exactly one of the seven. Nothing is counted as accepted but what
 * the service has processed and its report does not name. What no batch carries, of a file that was approved, is unknown: that comes
 * only of damage.
 */

import { type Account, type LineOutcome, noLines, perOutcome } from '../../src-shared/account.ts';
import { assertNever } from '../../src-shared/errors.ts';
import { LineSet } from '../ground/line-set.ts';
import type { Batch, BatchNumber } from './batch.ts';
import { outcomeOf, rejectedOf } from './batch-outcome.ts';
import { lineRanges } from './line-range.ts';
import type { Submission } from './submission.ts';

type Checked = Pick<Submission, 'stage'> & { check?: { lines: number; valid: number } | undefined };

/**
 * The account of a submission by itself, whatever corrects it; undefined until its lines are counted.
 * @param batches the account of its current batches
 */
export function accountOf({ stage, check }: Checked, batches: Account): Account | undefined {
  if (check === undefined) return undefined;
  const { lines, valid } = check;
  switch (stage) {
    case 'checking':
    case 'check-failed':
      return undefined;
    case 'held':
    case 'checked':
      return { ...noLines(), invalid: lines - valid, unsent: valid };
    case 'cancelled':
      return { ...noLines(), invalid: lines - valid, leftOut: valid };
    case 'approved': {
      const carried = Object.values(batches).reduce((sum, some) => sum + some, 0);
      return { ...batches, unknown: batches.unknown + lines - carried };
    }
    default:
      return assertNever(stage);
  }
}

/** The outcome of one line of a batch, counted from 1. @param named the lines that its report names */
export function outcomeInBatch(batch: Batch, line: number, named: LineSet): LineOutcome {
  const count = rejectedOf(batch);
  if (count === 0) return outcomeOf(batch);
  // Without its report, this computer does not know which: another desk of the team has read it, or it was lost.
  if (named.size !== count) return 'unknown';
  return named.has(line) ? 'rejected' : outcomeOf(batch);
}

/** The lines of each outcome. */
export type AccountLines = Record<LineOutcome, LineSet>;

/** What the lines of a submission are known by, besides its batches. */
export interface AccountFacts {
  /** The lines in which the check found errors. */
  invalid: LineSet;
  /** The lines of a batch, from 1, that its report names. */
  named: (batch: BatchNumber) => LineSet;
}

/** The lines behind `accountOf`. @param batches all that were ever made of it, in the order they were made */
export function accountLines(
  submission: Checked,
  batches: readonly Batch[],
  current: readonly Batch[],
  { invalid, named }: AccountFacts,
): AccountLines | undefined {
  const { stage, check } = submission;
  if (check === undefined || stage === 'checking' || stage === 'check-failed') return undefined;
  const all = LineSet.ofRuns([{ first: 1, last: check.lines }]);
  const none = perOutcome(() => LineSet.none);
  const valid = all.difference(invalid);
  if (stage === 'held' || stage === 'checked') return { ...none, invalid, unsent: valid };
  if (stage === 'cancelled') return { ...none, invalid, leftOut: valid };
  const ranges = lineRanges(batches);
  const lines = { ...none };
  let carried = LineSet.none;
  for (const batch of current) {
    const range = ranges.get(batch.number);
    if (range === undefined) continue;
    const whole = LineSet.ofRuns([range]);
    const count = rejectedOf(batch);
    const rejected = count === 0 ? LineSet.none : named(batch.number).movedBy(range.first - 1);
    // Without its report, this computer does not know which: another desk of the team has read it, or it was lost.
    const outcome = rejected.size === count ? outcomeOf(batch) : 'unknown';
    lines[outcome] = lines[outcome].union(whole.difference(rejected));
    lines.rejected = lines.rejected.union(rejected);
    carried = carried.union(whole);
  }
  return { ...lines, unknown: lines.unknown.union(all.difference(carried)) };
}
