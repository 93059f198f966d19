/** @file The receipt of a batch: the proof for the auditor, made from what is stored. */

import { AppError } from '../../src-shared/errors.ts';
import type { BatchId } from '../service/wire.ts';
import type { Batch } from './batch.ts';
import { type HistoryEvent, hashOfEvent, type QueueStore } from './storage/store.ts';
import type { Submission } from './submission.ts';

export interface Receipt {
  file: string;
  connection: string;
  /** Of the whole file, as checked. */
  fileSha256: string | undefined;
  batchId: string | undefined;
  /** The id under which the same bytes went in place of this one, if it was given up. */
  replacedBy: string | undefined;
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
  /** abandoned: this id was given up; `remoteState` is what the service last said of it, if it was asked. */
  state: Batch['state'] | 'abandoned';
  remoteState: string | undefined;
  /** Where the bytes of this id went: scheme, host and port. */
  host: string | undefined;
  /** Uploads begun under this id. */
  attempts: number;
  /** When arrival was proven, by the storage or by a state that the service cannot say without the file. */
  acceptedAt: string | undefined;
  history: { at: string; kind: string; batchId: unknown; state: unknown; remoteState: unknown; hash: string }[];
  /** Whether every line of the stored history is as it was written. */
  historyIntact: boolean;
}

/** The receipt of the batch that the service knows by this id. @throws AppError queue.unknown-id */
export function receiptFor(store: QueueStore, batchId: string): Receipt {
  const batch = store.findBatch(batchId);
  const wanted = batchId.trim().toLowerCase();
  const id = batch && idsOf(batch).find((known) => known.toLowerCase() === wanted);
  return receiptOf(store, batch, id, batchId);
}

/** The receipt of the batch with this number. @throws AppError queue.unknown-id */
export function receiptForNumber(store: QueueStore, number: number): Receipt {
  const batch = store.batch(number);
  return receiptOf(store, batch, batch?.delivery?.batchId, String(number));
}

function receiptOf(store: QueueStore, batch: Batch | undefined, id: BatchId | undefined, asked: string): Receipt {
  const submission = batch && store.submission(batch.submission);
  if (batch === undefined || submission === undefined) throw new AppError('queue.unknown-id', { id: asked });
  // A retry carries the same bytes, perhaps under the same id, in a row of its own.
  const rows = store.batches(submission.id).filter(({ start }) => start === batch.start);
  return makeReceipt(submission, rows.length === 0 ? [batch] : rows, id, store.history());
}

/** @param rows the batches that ever carried the range, in the order they were made */
function makeReceipt(
  submission: Submission,
  rows: readonly Batch[],
  id: BatchId | undefined,
  history: readonly HistoryEvent[],
): Receipt {
  const [batch] = rows.slice(-1);
  if (batch === undefined) throw new AppError('queue.unknown-id', { id: String(id) });
  const { start, end, lines, sha256, delivery } = batch;
  const numbers = new Set(rows.map(({ number }) => number));
  const own = history.filter(
    (event) => event.submission === submission.id && (event.batch === undefined || numbers.has(event.batch)),
  );
  const isCurrent = id === undefined || id === delivery?.batchId;
  // A batch that ended under this id, and was then tried again under another one, tells how it ended.
  const ended = isCurrent ? batch : rows.findLast((row) => row.delivery?.batchId === id);
  const watched = batch.watched.find(({ batchId }) => batchId === id);
  const provenAt = ended?.acceptedAt ?? watched?.movedAt;
  return {
    file: submission.name,
    connection: submission.connection,
    fileSha256: submission.check?.sha256,
    batchId: id,
    replacedBy: isCurrent ? undefined : delivery?.batchId,
    abandoned: idsOf(batch).filter((known) => known !== id && known !== delivery?.batchId),
    reason: own.map(({ detail }) => detail.reason).findLast((text) => typeof text === 'string'),
    start,
    end,
    bytes: end - start,
    lines,
    sha256,
    state: ended?.state ?? 'abandoned',
    remoteState: ended?.remoteState ?? watched?.remoteState,
    host: hostOf(id, own),
    attempts: uploadsUnder(id, own),
    acceptedAt: provenAt === undefined ? undefined : new Date(provenAt).toISOString(),
    history: own.map(({ at, kind, detail, hash }) => ({
      at: new Date(at).toISOString(),
      kind,
      batchId: detail.batchId,
      state: detail.state,
      remoteState: detail.remoteState,
      hash,
    })),
    historyIntact: isIntact(history),
  };
}

function idsOf({ delivery, abandoned }: Batch): BatchId[] {
  return delivery === undefined ? abandoned : [delivery.batchId, ...abandoned];
}

/** As the history tells; undefined for a batch of an earlier version. */
function hostOf(id: BatchId | undefined, own: readonly HistoryEvent[]): string | undefined {
  const hosts = own.filter(({ detail }) => detail.batchId === id).map(({ detail }) => detail.host);
  return hosts.findLast((host) => typeof host === 'string');
}

/** Each upload is the first line of the history with its number of attempts. */
function uploadsUnder(id: BatchId | undefined, own: readonly HistoryEvent[]): number {
  const begun = own.filter(({ detail }) => detail.state === 'uploading' && detail.batchId === id);
  return new Set(begun.map(({ batch, detail }) => `${batch} ${detail.attempts}`)).size;
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
