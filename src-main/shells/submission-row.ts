/** @file One submission as a window shows it: from what the queue stores to the row of the contract. Pure. */

import { posix, win32 } from 'node:path';
import type { BatchRow, Stage, SubmissionRow } from '../../src-preload/contract.ts';
import type { ErrorRecord } from '../../src-preload/errors.ts';
import type { CheckProgress } from '../checking/check.ts';
import type { Batch, BatchNumber } from '../queue/batch.ts';
import type { SubmissionView } from '../queue/queue.ts';

/** What the queue tells but does not store. */
export interface Live {
  check?: CheckProgress | undefined;
  sentBytes: ReadonlyMap<BatchNumber, number>;
  /** Why nothing is sent over the submission's connection, if so. */
  hold?: ErrorRecord | undefined;
}

/** The row of one submission. */
export function submissionRow({ submission, state, batches }: SubmissionView, live: Live): SubmissionRow {
  const { check = live.check } = submission;
  const bytes = submission.check?.bytes ?? live.check?.totalBytes;
  const rows = batches.map((batch) => batchRow(batch, live.sentBytes.get(batch.number) ?? 0));
  const error = submission.error ?? (isUnfinished(state) ? live.hold : undefined) ?? mostPressing(rows);
  return {
    id: submission.id,
    ...placeOf(submission.path),
    connection: submission.connection,
    state,
    paused: submission.paused,
    ...(bytes !== undefined && { bytes }),
    lines: check?.lines ?? 0,
    errors: check?.errors ?? 0,
    warnings: check?.warnings ?? 0,
    checkedBytes: check?.bytes ?? 0,
    sent: {
      bytes: sum(rows.map((row) => row.sentBytes)),
      batches: rows.filter((row) => row.sentBytes === row.bytes).length,
    },
    accepted: stageOf(batches.filter(isAccepted)),
    seen: stageOf(batches.filter(isSeen)),
    batches: rows,
    ...(submission.warning !== undefined && { warning: submission.warning }),
    ...(error !== undefined && { error }),
  };
}

function batchRow(batch: Batch, progress: number): BatchRow {
  const { delivery, remoteState, error } = batch;
  return {
    number: batch.number,
    state: batch.state,
    ...(delivery !== undefined && { batchId: delivery.batchId }),
    ...(remoteState !== undefined && { remoteState }),
    bytes: batch.end - batch.start,
    sentBytes: sentBytesOf(batch, progress),
    ...(error !== undefined && { error }),
  };
}

/** An attempt counts from zero; what may have left this machine whole counts as sent until the opposite is known. */
function sentBytesOf(batch: Batch, progress: number): number {
  const bytes = batch.end - batch.start;
  if (isAccepted(batch)) return bytes;
  if (batch.state === 'uploading') return Math.min(progress, bytes);
  return batch.state === 'verifying' && batch.delivery?.mayHaveArrived === true ? bytes : 0;
}

/** What the service has seen, the storage must have accepted, even if its reply was lost. */
function isAccepted(batch: Batch): boolean {
  return batch.acceptedAt !== undefined || isSeen(batch);
}

function isSeen(batch: Batch): boolean {
  return batch.seenAt !== undefined;
}

function stageOf(batches: readonly Batch[]): Stage {
  return { bytes: sum(batches.map((batch) => batch.end - batch.start)), batches: batches.length };
}

/** A failure that needs a person comes before one that heals by itself. */
function mostPressing(rows: readonly BatchRow[]): ErrorRecord | undefined {
  const errors = rows.flatMap(({ error }) => error ?? []);
  return errors.find((error) => !error.retryable) ?? errors[0];
}

function isUnfinished(state: SubmissionView['state']): boolean {
  return ['waiting', 'reserving', 'uploading', 'verifying', 'processing', 'paused'].includes(state);
}

/** The stored path is absolute, in the manner of the system it was added on. */
function placeOf(path: string): { fileName: string; folder: string } {
  const { basename, dirname } = path.startsWith('/') ? posix : win32;
  return { fileName: basename(path), folder: dirname(path) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
