/** @file Where a submission stands: what its current batches add up to. Pure. */

import type { Account } from '../../../src-shared/account.ts';
import { assertNever } from '../../../src-shared/errors.ts';
import { batchStateNames, factsOf, isEndState, type StateFacts, wordOnLines } from '../../../src-shared/states.ts';
import { accountOf } from '../account.ts';
import type { Batch, BatchState } from '../batch.ts';
import {
  type CheckResult,
  type Submission,
  type SubmissionState,
  type SubmissionSummary,
  submissionState,
} from '../submission.ts';
import { type Sums, Tally } from './tally.ts';

export { hasLeft, isOpen, type Share } from './tally.ts';

export interface Standing extends Omit<Sums, 'account'> {
  submission: SubmissionSummary;
  state: SubmissionState;
  /** What became of each of its lines, whatever corrects it; undefined until they are counted. */
  account: Account | undefined;
  /** Whether anything is still to be done for it: a check, a decision does not count, a batch or a report. */
  isMoving: boolean;
}

export function standingOf(submission: SubmissionSummary, batches: Iterable<Batch>): Standing {
  return standingBy(submission, new Tally(batches).sums);
}

/** @param sums of its current batches */
export function standingBy(submission: SubmissionSummary, sums: Sums): Standing {
  const { counts } = sums;
  // How many are in a state matters only where some of them are corrected by another submission.
  const timesOf = (state: BatchState) =>
    Math.min(counts[state], submission.corrected === undefined ? 1 : counts[state]);
  const states: { state: BatchState }[] = [];
  for (const state of batchStateNames) for (let left = timesOf(state); left > 0; left--) states.push({ state });
  return {
    ...sums,
    account: accountOf(submission, sums.account),
    submission,
    state: submissionState(submission, states),
    isMoving: submission.stage === 'checking' || sums.open > 0,
  };
}

/** How many of its batches are in a phase that is not their end. */
export function openIn({ counts }: Pick<Sums, 'counts'>, phase: Exclude<StateFacts['phase'], 'ended'>): number {
  const states = batchStateNames.filter((state) => factsOf(state).phase === phase);
  return states.reduce((sum, state) => sum + counts[state], 0);
}

/** Whether all its batches have ended, and the service has rejected some of them. */
export function hasEndedRejected({ counts }: Pick<Sums, 'counts'>): boolean {
  const present = batchStateNames.filter((state) => counts[state] > 0);
  return present.every(isEndState) && present.some((state) => wordOnLines(state).rejected);
}

/** What a list needs of a submission. */
export function summaryOf(submission: Submission): SubmissionSummary {
  const { id, name, content, addedAt, connection, destination, paused, error, warning } = submission;
  const { addition, corrects, corrected, team } = submission;
  const common = {
    id,
    name,
    content,
    addedAt,
    connection,
    destination,
    paused,
    ...(error !== undefined && { error }),
    ...(warning !== undefined && { warning }),
    ...(addition !== undefined && { addition }),
    ...(corrects !== undefined && { corrects }),
    ...(corrected !== undefined && { corrected }),
    ...(team !== undefined && { team }),
  };
  switch (submission.stage) {
    case 'checking':
      return { ...common, stage: submission.stage };
    case 'check-failed':
      return { ...common, stage: submission.stage, error: submission.error };
    case 'held':
    case 'checked':
    case 'approved':
      return { ...common, stage: submission.stage, check: brief(submission.check) };
    case 'cancelled':
      return {
        ...common,
        stage: submission.stage,
        ...(submission.check !== undefined && { check: brief(submission.check) }),
      };
    default:
      return assertNever(submission);
  }
}

function brief({ bytes, lines, valid, errors, warnings, durationMs, unsummed, totals }: CheckResult) {
  const sums = totals === undefined ? {} : { totals: { sums: totals.sums } };
  return { bytes, lines, valid, errors, warnings, durationMs, ...(unsummed !== undefined && { unsummed }), ...sums };
}
