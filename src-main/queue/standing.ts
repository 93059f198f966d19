/** @file Where a submission stands: what its current batches add up to. Pure. */

import { assertNever, type ErrorRecord } from '../../src-shared/errors.ts';
import { endStates } from '../../src-shared/states.ts';
import { type Batch, type BatchNumber, type BatchState, isFinished } from './batch.ts';
import type { BatchSums } from './storage/batch-sums.ts';
import {
  type CheckResult,
  type Submission,
  type SubmissionState,
  type SubmissionSummary,
  submissionState,
} from './submission.ts';

/** A part of what there is to send. */
export interface Share {
  bytes: number;
  batches: number;
}

export interface Standing {
  submission: SubmissionSummary;
  state: SubmissionState;
  whole: Share;
  /** Left this machine, as far as it is stored; how far an upload has come only its progress tells. */
  sent: Share;
  accepted: Share;
  seen: Share;
  failedBatches: number;
  /** Of which it is not known whether they arrived: a person decides. */
  unknownBatches: number;
  uploading: readonly { number: BatchNumber; bytes: number }[];
  /** The most pressing error of its batches: what needs a person before what heals by itself. */
  error: ErrorRecord | undefined;
  /** The states that its batches are in. */
  batchStates: readonly BatchState[];
  /** Whether anything is still to be done for it: a check, a decision does not count, a batch or a report. */
  isMoving: boolean;
}

/** @param batches the current ones, in the order of their ranges */
export function standingOf(submission: SubmissionSummary, batches: readonly Batch[]): Standing {
  const batchStates = [...new Set(batches.map(({ state }) => state))];
  const errors = batches.flatMap(({ error }) => error ?? []);
  return {
    submission,
    state: stateOf(submission, batchStates),
    whole: shareOf(batches),
    sent: shareOf(batches.filter(hasLeft)),
    accepted: shareOf(batches.filter(isAccepted)),
    seen: shareOf(batches.filter(isSeen)),
    failedBatches: batches.filter(({ state }) => state === 'failed').length,
    unknownBatches: batches.filter(({ state }) => state === 'unknown').length,
    uploading: batches
      .filter(({ state }) => state === 'uploading')
      .map(({ number, start, end }) => ({ number, bytes: end - start })),
    error: errors.find(({ retryable }) => !retryable) ?? errors[0],
    batchStates,
    isMoving: submission.stage === 'checking' || batches.some(isOpen),
  };
}

/** The same of a submission whose batches have all ended. */
export function standingBySums(submission: SubmissionSummary, sums: BatchSums | undefined): Standing {
  if (sums === undefined) return standingOf(submission, []);
  const { whole, accepted, seen, ended, error } = sums;
  const batchStates = endStates.filter((state) => ended[state] > 0);
  return {
    ...{ submission, whole, accepted, seen, error, batchStates },
    state: stateOf(submission, batchStates),
    sent: accepted,
    failedBatches: ended.failed,
    unknownBatches: 0,
    uploading: [],
    isMoving: false,
  };
}

/** The same batches under a submission that has changed. */
export function standingUnder(submission: SubmissionSummary, standing: Standing): Standing {
  const state = stateOf(submission, standing.batchStates);
  return { ...standing, submission, state, isMoving: submission.stage === 'checking' };
}

/** What a list needs of a submission. */
export function summaryOf(submission: Submission): SubmissionSummary {
  const { id, name, content, addedAt, connection, destination, paused, error, warning } = submission;
  const common = {
    ...{ id, name, content, addedAt, connection, destination, paused },
    ...(error !== undefined && { error }),
    ...(warning !== undefined && { warning }),
  };
  switch (submission.stage) {
    case 'checking':
      return { ...common, stage: submission.stage };
    case 'check-failed':
      return { ...common, stage: submission.stage, error: submission.error };
    case 'held':
    case 'approved':
      return { ...common, stage: submission.stage, check: brief(submission.check) };
    case 'cancelled':
      return {
        ...{ ...common, stage: submission.stage },
        ...(submission.check !== undefined && { check: brief(submission.check) }),
      };
    default:
      return assertNever(submission);
  }
}

function brief({ bytes, lines, errors, warnings, durationMs }: CheckResult) {
  return { bytes, lines, errors, warnings, durationMs };
}

/** Whether a batch still has a next step. */
export function isOpen(batch: Batch): boolean {
  return !isFinished(batch);
}

/** What may have left this machine whole counts as sent until the opposite is known. */
export function hasLeft(batch: Batch): boolean {
  const isDoubtful = batch.state === 'verifying' || batch.state === 'unknown';
  return isAccepted(batch) || (isDoubtful && batch.delivery?.mayHaveArrived === true);
}

/** Only what is proven to have arrived. */
export function isAccepted(batch: Batch): boolean {
  return batch.acceptedAt !== undefined;
}

function isSeen(batch: Batch): boolean {
  return batch.seenAt !== undefined;
}

function stateOf(submission: SubmissionSummary, batchStates: readonly BatchState[]): SubmissionState {
  return submissionState(
    submission,
    batchStates.map((state) => ({ state })),
  );
}

function shareOf(batches: readonly Batch[]): Share {
  return { bytes: batches.reduce((sum, { start, end }) => sum + end - start, 0), batches: batches.length };
}
