/** @file One submission as a window shows it: from where it stands to the row of the contract. Pure. */

import { posix, win32 } from 'node:path';
import type { BatchRow, SubmissionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { factsOf } from '../../src-shared/states.ts';
import type { CheckProgress } from '../checking/check.ts';
import type { Batch, BatchNumber } from '../queue/batch.ts';
import { hasLeft, type Share, type Standing } from '../queue/standing.ts';

/** What the queue tells but does not store. */
export interface Live {
  check?: CheckProgress | undefined;
  /** Of each upload under way. */
  sentBytes: ReadonlyMap<BatchNumber, number>;
  /** Why nothing is sent over the submission's connection, if so. */
  hold?: ErrorRecord | undefined;
}

/** The row of one submission, but for its speed. */
export function submissionRow(standing: Standing, live: Live): SubmissionRow {
  const { submission, state, whole, accepted, seen, failedBatches, unknownBatches } = standing;
  const { check = live.check } = submission;
  const bytes = submission.check?.bytes ?? live.check?.totalBytes;
  const error = submission.error ?? (isUnfinished(state) ? live.hold : undefined) ?? standing.error;
  return {
    id: submission.id,
    ...shownAs(submission.name),
    connection: submission.connection,
    addedAt: submission.addedAt,
    state,
    paused: submission.paused,
    ...(bytes !== undefined && { bytes }),
    lines: check?.lines ?? 0,
    errors: check?.errors ?? 0,
    warnings: check?.warnings ?? 0,
    checkedBytes: check?.bytes ?? 0,
    ...{ whole, accepted, seen, failedBatches, unknownBatches },
    sent: sentOf(standing, live.sentBytes),
    ...(submission.warning !== undefined && { warning: submission.warning }),
    ...(error !== undefined && { error }),
  };
}

/** The row of one batch in the details of its submission. `progress`: bytes handed to the network in its present upload. */
export function batchRow(batch: Batch, progress: number): BatchRow {
  const { delivery, remoteState, verifyUntil, error = batch.reportError } = batch;
  return {
    number: batch.number,
    state: batch.state,
    ...(delivery !== undefined && { batchId: delivery.batchId }),
    abandoned: batch.abandoned,
    ...(remoteState !== undefined && { remoteState }),
    remoteMessage: batch.remoteMessage,
    start: batch.start,
    bytes: batch.end - batch.start,
    lines: batch.lines,
    sha256: batch.sha256,
    sentBytes: sentBytesOf(batch, progress),
    attempts: batch.attempts,
    report: batch.report,
    ...(batch.error?.retryable === true && { nextTryAt: batch.notBefore }),
    ...(verifyUntil !== undefined && { askedUntil: verifyUntil }),
    watched: batch.watched.map(({ batchId, remoteState, movedAt }) => ({
      batchId,
      ...(remoteState !== undefined && { remoteState }),
      ...(movedAt !== undefined && { movedAt }),
    })),
    ...(error !== undefined && { error }),
  };
}

/** An attempt counts from zero. */
function sentBytesOf(batch: Batch, progress: number): number {
  const bytes = batch.end - batch.start;
  if (hasLeft(batch)) return bytes;
  return batch.state === 'uploading' ? Math.min(progress, bytes) : 0;
}

function sentOf({ sent, uploading }: Standing, sentBytes: Live['sentBytes']): Share {
  const total = { ...sent };
  for (const { number, bytes } of uploading) {
    const left = Math.min(sentBytes.get(number) ?? 0, bytes);
    total.bytes += left;
    if (left === bytes) total.batches += 1;
  }
  return total;
}

function isUnfinished(state: Standing['state']): boolean {
  return ['sending', 'at-service', 'paused'].includes(factsOf(state).phase);
}

/** The name of a submission in two parts. One that is a path is absolute, in the manner of the system it was added on. */
export function shownAs(name: string): { fileName: string; folder: string } {
  const { basename, dirname, isAbsolute } = name.startsWith('/') ? posix : win32;
  return isAbsolute(name) ? { fileName: basename(name), folder: dirname(name) } : { fileName: name, folder: '' };
}
