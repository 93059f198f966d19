/** @file One submission as a window shows it: from where it stands to the row of the contract. Pure. */

import { posix, win32 } from 'node:path';
import type { BatchRow, SubmissionForPrograms, SubmissionRow } from '../../src-shared/contract.ts';
import { AppError, type ErrorRecord } from '../../src-shared/errors.ts';
import type { RefusedRows } from '../../src-shared/refused-rows.ts';
import { batchStateNames, factsOf } from '../../src-shared/states.ts';
import { type Batch, isFinished } from '../send/batch.ts';
import { doubledOf } from '../send/batch-outcome.ts';
import type { LineRange } from '../send/line-range.ts';
import { isSilence } from '../send/reachability.ts';
import { type Present, reasonOfBatch } from '../send/reason.ts';
import type { Submission } from '../send/submission.ts';
import type { SubmissionView } from '../send/submission-view.ts';
import { type LiveStanding, waitsForCheck } from '../send/view/queue-view.ts';
import { hasLeft, openIn } from '../send/view/standing.ts';
import type { Sums } from '../send/view/tally.ts';

/**
 * The row of one submission.
 * @param story of which it is a part
 * @param refusedRows of its preparation, while they are open
 * @param keptCorrections that were not sent yet
 */
export function submissionRow(
  standing: LiveStanding,
  story?: SubmissionRow['story'],
  refusedRows?: RefusedRows,
  keptCorrections = 0,
): SubmissionRow {
  const { submission, state, whole, sent, accepted, seen, processed } = standing;
  const { error, speed, nextTryAt, brokenOff } = standing;
  const { check = standing.check?.progress } = submission;
  const warning = warningOf(submission, standing);
  const { totals: { sums = [] } = {}, unsummed } = submission.check ?? {};
  const bytes = submission.check?.bytes ?? standing.check?.progress.totalBytes;
  return {
    id: submission.id,
    ...shownAs(submission.name),
    connection: submission.connection,
    addedAt: submission.addedAt,
    ...(submission.addition !== undefined && { addition: submission.addition }),
    state,
    paused: submission.paused,
    ...(standing.isMoving && { isMoving: true }),
    ...(bytes !== undefined && { bytes }),
    lines: check?.lines ?? 0,
    ...(sums.length > 0 && { sums }),
    ...(unsummed !== undefined && { unsummed }),
    errors: check?.errors ?? 0,
    warnings: check?.warnings ?? 0,
    checkedBytes: check?.bytes ?? 0,
    ...(submission.team !== undefined && { isForTeam: true }),
    ...(waitsForCheck(standing) && { waitsForCheck: true }),
    whole,
    sent,
    accepted,
    seen,
    processed,
    ...(standing.account !== undefined && { account: standing.account }),
    ...(story !== undefined && { story }),
    failedBatches: failedOf(standing),
    unknownBatches: openIn(standing, 'deciding'),
    ...(standing.doubled.batches > 0 && { doubled: standing.doubled }),
    ...(warning !== undefined && { warning }),
    ...(refusedRows !== undefined && { refusedRows }),
    ...(keptCorrections > 0 && { keptCorrections }),
    // What was wrong with one that is corrected is settled.
    ...(error !== undefined && state !== 'corrected' && { error }),
    ...(speed !== undefined && { speed }),
    // What stops the whole connection is not tried again by itself.
    ...(standing.isTriedAgain === true && { isTriedAgain: true as const }),
    ...(nextTryAt !== undefined && error?.retryable === true && !submission.paused && { nextTryAt }),
    ...(brokenOff > 0 && { sentAgainBytes: brokenOff }),
  };
}

/** What a person should know although it goes on: that lines are at the service twice says more than that a batch did arrive. */
function warningOf({ warning }: Pick<Submission, 'warning'>, { doubled }: Pick<Sums, 'doubled'>) {
  return doubled.batches > 0 ? new AppError('batch.doubled', { ...doubled }).toRecord() : warning;
}

function failedOf({ counts, state }: LiveStanding): number {
  if (state === 'corrected') return 0;
  const failed = batchStateNames.filter((state) => factsOf(state).end === 'failed');
  return failed.reduce((sum, state) => sum + counts[state], 0);
}

/**
 * The row of one batch in the details of its submission. `progress`: bytes handed to the network in its present upload.
 * `range`: its lines in the file, where they are known. `present`: how its connection is now.
 */
export function batchRow(
  batch: Batch,
  { progress, range, present }: { progress: number; range: LineRange | undefined; present: Present },
): BatchRow {
  const { delivery, remoteState, verifyUntil, notBefore } = batch;
  // Of what has ended, also why its report cannot be had.
  const error = isFinished(batch) ? (batch.error ?? batch.reportError) : reasonOfBatch(batch, present);
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
    ...(range !== undefined && { firstLine: range.first, lastLine: range.last }),
    sha256: batch.sha256,
    sentBytes: sentBytesOf(batch, progress),
    attempts: batch.attempts,
    report: batch.report,
    ...(batch.named !== undefined && { named: batch.named }),
    ...(error?.retryable === true && !isFinished(batch) && notBefore > present.now && { nextTryAt: notBefore }),
    ...(verifyUntil !== undefined && { askedUntil: verifyUntil }),
    watched: batch.watched.map(({ batchId, remoteState, movedAt }) => ({
      batchId,
      ...(remoteState !== undefined && { remoteState }),
      ...(movedAt !== undefined && { movedAt }),
    })),
    ...doubledAs(batch),
    ...(error !== undefined && { error }),
  };
}

function doubledAs(batch: Batch): { doubled?: string[] } {
  const doubled = doubledOf(batch);
  return doubled === undefined ? {} : { doubled: doubled.batchIds };
}

/** A submission as `--json` shows it. `present`: how its connection is now, where the queue is at work. */
export function submissionForPrograms(
  view: SubmissionView,
  { present, refusedRows }: { present?: Present | undefined; refusedRows?: RefusedRows | undefined } = {},
): SubmissionForPrograms {
  const { submission, state, account, doubled, batches } = view;
  const { id, name, connection, check, error } = submission;
  const warning = warningOf(submission, view);
  return {
    id,
    file: name,
    connection,
    state,
    ...(check !== undefined && { bytes: check.bytes, errors: check.errors, warnings: check.warnings }),
    ...(error !== undefined && { error: error.code }),
    ...(warning !== undefined && { warning: warning.code }),
    ...(account !== undefined && { account }),
    ...(submission.corrected !== undefined && { correctedBy: submission.corrected.by }),
    ...(doubled.batches > 0 && { doubled }),
    ...(refusedRows !== undefined && { refusedRows }),
    batches: batches.map((batch) => {
      const { number, start, end, lines, sha256, state, remoteState, remoteMessage, attempts } = batch;
      const { delivery, abandoned, report, named } = batch;
      const error = present === undefined ? lastError(batch) : reasonOfBatch(batch, present);
      return {
        number,
        ...(delivery !== undefined && { batchId: delivery.batchId }),
        start,
        end,
        bytes: end - start,
        lines,
        sha256,
        state,
        ...(remoteState !== undefined && { remoteState }),
        remoteMessage,
        attempts,
        abandoned,
        report,
        ...refusedOf(batch),
        ...(named !== undefined && { named }),
        ...doubledAs(batch),
        ...(error !== undefined && { error: error.code }),
      };
    }),
  };
}

/** While nothing is tried, nothing is known of hosts; what a person has to see to, stays. */
function lastError(batch: Batch): ErrorRecord | undefined {
  const { state, error } = batch;
  const isOver = factsOf(state).isActive || (error !== undefined && !isFinished(batch) && isSilence(error));
  return isOver ? undefined : error;
}

function refusedOf({ delivery }: Pick<Batch, 'delivery'>) {
  if (delivery?.lastRefusal === undefined) return {};
  const { refusals = 0, lastRefusal } = delivery;
  return { refused: { times: refusals, answer: lastRefusal.answer, at: new Date(lastRefusal.at).toISOString() } };
}

/** Whether it is held, and nothing in it can be sent. */
export function hasNothingToSend({ submission }: Pick<SubmissionView, 'submission'>): boolean {
  return submission.stage === 'held' && submission.ranges.length === 0;
}

/** An attempt counts from zero. */
function sentBytesOf(batch: Batch, progress: number): number {
  const bytes = batch.end - batch.start;
  if (hasLeft(batch)) return bytes;
  return batch.state === 'uploading' ? Math.min(progress, bytes) : 0;
}

/** The name of a submission in two parts. One that is a path is absolute, in the manner of the system it was added on. */
export function shownAs(name: string): { fileName: string; folder: string } {
  const { basename, dirname, isAbsolute } = name.startsWith('/') ? posix : win32;
  return isAbsolute(name) ? { fileName: basename(name), folder: dirname(name) } : { fileName: name, folder: '' };
}

/** The whole name again. */
export function nameOf({ fileName, folder }: Pick<SubmissionRow, 'fileName' | 'folder'>): string {
  if (folder === '') return fileName;
  return (folder.startsWith('/') ? posix : win32).join(folder, fileName);
}
