/** @file The receipt of a batch: the proof for the auditor, made from what is stored. */

import { AppError } from '../../src-preload/errors.ts';
import type { Batch } from './batch.ts';
import { type HistoryEvent, hashOfEvent, type QueueStore } from './storage/store.ts';
import type { Submission } from './submission.ts';

export interface Receipt {
  file: string;
  connection: string;
  /** Of the whole file, as checked. */
  fileSha256: string | undefined;
  batchId: string | undefined;
  /** Batch ids that were issued for the same bytes and given up. */
  abandoned: string[];
  /** Why a file was sent again, or although the check had found errors, as the person said it. */
  reason: string | undefined;
  /** The byte range `[start, end)` and what it holds. */
  start: number;
  end: number;
  bytes: number;
  lines: number;
  sha256: string;
  state: Batch['state'];
  remoteState: string | undefined;
  attempts: number;
  history: { at: string; kind: string; state: unknown; remoteState: unknown; hash: string }[];
  /** Whether every line of the stored history is as it was written. */
  historyIntact: boolean;
}

/** The receipt of the batch that the service knows by this id. @throws AppError queue.unknown-id */
export function receiptFor(store: QueueStore, batchId: string): Receipt {
  return receiptOf(store, store.findBatch(batchId), batchId);
}

/** The receipt of the batch with this number. @throws AppError queue.unknown-id */
export function receiptForNumber(store: QueueStore, number: number): Receipt {
  return receiptOf(store, store.batch(number), String(number));
}

function receiptOf(store: QueueStore, batch: Batch | undefined, id: string): Receipt {
  const submission = batch && store.submission(batch.submission);
  if (batch === undefined || submission === undefined) throw new AppError('queue.unknown-id', { id });
  return makeReceipt(submission, batch, store.history());
}

function makeReceipt(submission: Submission, batch: Batch, history: readonly HistoryEvent[]): Receipt {
  const { start, end, lines, sha256, state, remoteState, attempts, abandoned, delivery } = batch;
  const own = history.filter(
    (event) => event.submission === submission.id && (event.batch ?? batch.number) === batch.number,
  );
  return {
    file: submission.path,
    connection: submission.connection,
    fileSha256: submission.check?.sha256,
    batchId: delivery?.batchId,
    abandoned,
    reason: own.map(({ detail }) => detail.reason).findLast((text) => typeof text === 'string'),
    start,
    end,
    bytes: end - start,
    lines,
    sha256,
    state,
    remoteState,
    attempts,
    history: own.map(({ at, kind, detail, hash }) => ({
      at: new Date(at).toISOString(),
      kind,
      state: detail.state,
      remoteState: detail.remoteState,
      hash,
    })),
    historyIntact: isIntact(history),
  };
}

/** Whether each line's hash covers the line and the one before it. */
export function isIntact(history: readonly HistoryEvent[]): boolean {
  let previous = '';
  for (const event of history) {
    const expected = hashOfEvent(previous, { ...event, detail: JSON.stringify(event.detail) });
    if (event.previousHash !== previous || event.hash !== expected) return false;
    previous = event.hash;
  }
  return true;
}
