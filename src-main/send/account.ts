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

/** What becomes of the valid lines of a submission that has no batches; undefined where it has, or they are not counted yet. */
function outcomeUnsent(stage: Submission['stage']): 'unsent' | 'leftOut' | undefined {
  switch (stage) {
    case 'held':
    case 'checked':
      return 'unsent';
    case 'cancelled':
      return 'leftOut';
    case 'checking':
    case 'check-failed':
    case 'approved':
      return undefined;
    default:
      return assertNever(stage);
  }
}

/**
 * The account of a submission by itself, whatever corrects it; undefined until its lines are counted.
 * @param batches the account of its current batches
 */
export function accountOf({ stage, check }: Checked, batches: Account): Account | undefined {
  if (check === undefined) return undefined;
  const { lines, valid } = check;
  const unsent = outcomeUnsent(stage);
  if (unsent !== undefined) return { ...noLines(), invalid: lines - valid, [unsent]: valid };
  if (stage !== 'approved') return undefined;
  const carried = Object.values(batches).reduce((sum, some) => sum + some, 0);
  return { ...batches, unknown: batches.unknown + lines - carried };
}

/** The lines of a batch that its report has rejected, and the outcome of the others. @param named the lines that it names */
function partedBy(batch: Batch, named: () => LineSet): { rejected: LineSet; others: LineOutcome } {
  const count = rejectedOf(batch);
  const rejected = count === 0 ? LineSet.none : named();
  // Without its report, this computer does not know which: another desk of the team has read it, or it was lost.
  return { rejected, others: rejected.size === count ? outcomeOf(batch) : 'unknown' };
}

/**
 * The outcome of one line.
 * @param isFaulty whether the check has found an error in it
 * @param place the batch that carries it, its line there counted from 1, and the lines of the batch that its report names
 */
export function outcomeOfLine(
  stage: Submission['stage'],
  isFaulty: () => boolean,
  place: { batch: Batch; line: number; named: () => LineSet } | undefined,
): LineOutcome | undefined {
  const unsent = outcomeUnsent(stage);
  if (unsent !== undefined) return isFaulty() ? 'invalid' : unsent;
  if (stage !== 'approved') return undefined;
  if (place === undefined) return 'unknown';
  const { rejected, others } = partedBy(place.batch, place.named);
  return rejected.has(place.line) ? 'rejected' : others;
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
  if (check === undefined) return undefined;
  const all = LineSet.ofRuns([{ first: 1, last: check.lines }]);
  const none = perOutcome(() => LineSet.none);
  const unsent = outcomeUnsent(stage);
  if (unsent !== undefined) return { ...none, invalid, [unsent]: all.difference(invalid) };
  if (stage !== 'approved') return undefined;
  const ranges = lineRanges(batches);
  const lines = { ...none };
  let carried = LineSet.none;
  for (const batch of current) {
    const range = ranges.get(batch.number);
    if (range === undefined) continue;
    const whole = LineSet.ofRuns([range]);
    const { rejected: ofBatch, others } = partedBy(batch, () => named(batch.number));
    const rejected = ofBatch.movedBy(range.first - 1);
    lines[others] = lines[others].union(whole.difference(rejected));
    lines.rejected = lines.rejected.union(rejected);
    carried = carried.union(whole);
  }
  return { ...lines, unknown: lines.unknown.union(all.difference(carried)) };
}
