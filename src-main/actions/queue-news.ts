/** @file What of a change of the queue is news, as the contract has it. Pure. */

import { isDeepStrictEqual } from 'node:util';
import type { QueueNews } from '../../src-shared/contract.ts';
import { assertNever } from '../../src-shared/errors.ts';
import { isEndState } from '../../src-shared/states.ts';
import { doubledOf } from '../send/batch-outcome.ts';
import type { QueueChange } from '../send/queue-change.ts';
import type { Submission } from '../send/submission.ts';

type BatchChange = Extract<QueueChange, { kind: 'batch' }>;

/** Nothing where only bytes have moved, or where the change is seen in the rows alone. */
export function newsOf(change: QueueChange): QueueNews[] {
  switch (change.kind) {
    case 'submission':
      return [newsOfSubmission(change.submission)];
    case 'batch':
      return [...movedIdsOf(change), newsOfBatch(change), ...doublingOf(change)];
    case 'hold':
      return [{ kind: 'hold', connection: change.connection, error: change.error }];
    case 'check-slow':
      return [{ kind: 'warning', submission: change.submission, error: change.error.toRecord() }];
    case 'doubted':
    case 'stopped':
      return [{ kind: 'stopped', error: change.error.toRecord() }];
    case 'going-on':
      return [{ kind: 'going-on' }];
    case 'removed':
    case 'action':
    case 'hold-released':
    case 'contact':
    case 'due':
    case 'check-progress':
    case 'upload-progress':
      return [];
    default:
      return assertNever(change);
  }
}

function newsOfSubmission({ id, name, stage, check, error, warning }: Submission): QueueNews {
  return {
    kind: 'submission',
    id,
    name,
    stage,
    ...(check !== undefined && { check: { lines: check.lines, errors: check.errors, warnings: check.warnings } }),
    ...(error !== undefined && { error }),
    ...(warning !== undefined && { warning }),
  };
}

function newsOfBatch({ batch, before }: BatchChange): QueueNews {
  const { submission, number, state, remoteState, delivery, attempts, start, end, error, reportError } = batch;
  const isOldError =
    before !== undefined &&
    !isEndState(state) &&
    batch.failures <= before.failures &&
    isDeepStrictEqual(before.error, error);
  const isNewReportError = reportError !== undefined && !isDeepStrictEqual(before?.reportError, reportError);
  return {
    kind: 'batch',
    submission,
    number,
    bytes: end - start,
    state,
    attempts,
    ...(remoteState !== undefined && { remoteState }),
    ...(delivery !== undefined && { batchId: delivery.batchId }),
    ...(error !== undefined && { error, ...(isOldError && { isOldError: true }) }),
    ...(isNewReportError && { reportError }),
  };
}

/** Abandoned ids that turn out to have arrived. */
function movedIdsOf({ batch: { number, submission, delivery, watched }, before }: BatchChange): QueueNews[] {
  return watched.flatMap(({ batchId, remoteState, movedAt }) => {
    const known = before?.watched.find((one) => one.batchId === batchId);
    const isKnown = known?.movedAt !== undefined && known.remoteState === remoteState;
    if (movedAt === undefined || isKnown) return [];
    return {
      kind: 'abandoned-moved' as const,
      submission,
      number,
      batchId,
      ...(remoteState !== undefined && { remoteState }),
      ...(delivery !== undefined && { replacedBy: delivery.batchId }),
    };
  });
}

function doublingOf({ batch, before }: BatchChange): QueueNews[] {
  const doubled = doubledOf(batch);
  if (doubled === undefined || before === undefined || isDeepStrictEqual(doubledOf(before), doubled)) return [];
  return [{ kind: 'doubled', submission: batch.submission, number: batch.number, ...doubled }];
}
