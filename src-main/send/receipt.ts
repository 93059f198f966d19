/**
 * @file The receipt of a batch: the proof for the auditor. Its values are those that the history has recorded; where the
 * stored documents say something else, the receipt says so.
 */

import { type Account, noLines } from '../../src-shared/account.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { ReadKind } from '../../src-shared/history.ts';
import { type Head, hashOfEntry, type Recorder } from '../audit/chain.ts';
import type { HistoryKey } from '../audit/history-key.ts';
import { type Signature, signed } from '../audit/signed-document.ts';
import { type ChainReport, type Checkpoint, type Flaw, verifyChain } from '../audit/verification.ts';
import type { BatchId } from '../wire/service/wire.ts';
import type { Batch } from './batch.ts';
import { countBatch, doubledOf } from './batch-outcome.ts';
import { type SourceFacts, sourceFacts } from './receipts/source-facts.ts';
import { batchAsRecorded, type FileFacts, fileAsRecorded, recordedFacts } from './recorded-facts.ts';
import { submissionAsRecorded } from './sealed/as-recorded.ts';
import type { Difference } from './sealed/differences.ts';
import { differencesIn } from './sealed/sealed-queue.ts';
import type { HistoryEvent, QueueStore } from './storage/store.ts';

/** What the receipt says of the file, the batch, and what became of them. */
export interface ReceiptFacts {
  file: string;
  connection: string;
  /** Of the service's base address. */
  serviceHost: string;
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
  storageHost: string | undefined;
  /** Uploads begun under this id. */
  attempts: number;
  /** When arrival was proven, by the storage or by a state that the service cannot say without the file. */
  acceptedAt: string | undefined;
  /** Of the service, on a rejected batch: none · wanted: not fetched yet · kept · unavailable: the service has none */
  report: Batch['report'];
  /** The ids under which the service has processed these bytes, where that is more than one. */
  doubled: string[] | undefined;
  /** What became of its lines; undefined for an id that was given up. */
  account: Account | undefined;
}

/** An entry of the history, and who recorded it; an older Tranship has not said who. */
export interface ReceiptEntry {
  position: number;
  at: string;
  kind: ReadKind;
  /** Absent in a receipt of an earlier Tranship, which was of one submission. */
  submission?: number;
  /** The number of the batch that it happened to; absent for the submission as a whole. */
  batch: number | undefined;
  batchId: unknown;
  state: unknown;
  remoteState: unknown;
  /** What a person gave as the reason, and what went wrong. */
  reason: unknown;
  error: unknown;
  user: string | undefined;
  machine: string | undefined;
  hash: string;
}

export interface Receipt extends ReceiptFacts {
  /** The whole file, and the decisions of people on it. */
  source: SourceFacts;
  history: ReceiptEntry[];
  /** The last of these entries, and who recorded it. */
  lastEntry: { position: number; hash: string; recordedBy: Recorder | undefined } | undefined;
  /** The end of the whole history when the receipt was made. */
  head: Head | undefined;
  issued: (Recorder & { at: string }) | undefined;
  /** Fields in which the stored documents contradict the history. The receipt has what the history says. */
  contradictions: string[];
  /** What of the history does not hold, or cannot be checked with the key that was there: `why`, `from`, `to`. */
  doubts: Pick<Flaw, 'why' | 'from' | 'to'>[];
  /** Whether every entry is as it was written, as far as it can be known here, and the documents agree with them. */
  historyIntact: boolean;
}
export type SignedReceipt = Receipt & Partial<Signature>;

/** What the receipt is made with. */
export interface ReceiptContext {
  /** Checks the seals, and signs the receipt. */
  key?: HistoryKey | undefined;
  /** What was noted of the history elsewhere. */
  checkpoints?: readonly Checkpoint[];
  issued?: (Recorder & { at: string }) | undefined;
}

/** The receipt of the batch that the service knows by this id. @throws AppError queue.unknown-id */
export function receiptFor(store: QueueStore, batchId: string, context: ReceiptContext = {}): SignedReceipt {
  return receiptOf(store, store.findBatch(batchId), batchId.trim().toLowerCase(), batchId, context);
}

/** The receipt of the batch with this number. @throws AppError queue.unknown-id */
export function receiptForNumber(store: QueueStore, number: number, context: ReceiptContext = {}): SignedReceipt {
  return receiptOf(store, store.batch(number), undefined, String(number), context);
}

/** @param wanted the batch id, in lower case; by default the one that the batch has now */
function receiptOf(
  store: QueueStore,
  found: Batch | undefined,
  wanted: string | undefined,
  asked: string,
  context: ReceiptContext,
): SignedReceipt {
  return store.atOneTime(() => issued(store, found, wanted, asked, context));
}

function issued(
  store: QueueStore,
  found: Batch | undefined,
  wanted: string | undefined,
  asked: string,
  context: ReceiptContext,
): SignedReceipt {
  const submission = found && store.submission(found.submission);
  if (found === undefined || submission === undefined) throw new AppError('queue.unknown-id', { id: asked });
  const { number } = found;
  const events = store.history(submission.id);
  const facts = recordedFacts(events);
  const recorded = store.batches(submission.id).map((batch) => batchAsRecorded(batch, facts));
  const told = toldOf(fileAsRecorded(submission, facts), recorded, number, wanted, events);
  if (told === undefined) throw new AppError('queue.unknown-id', { id: asked });
  const others = new Set(recorded.map((batch) => batch.number));
  for (const row of told.rows) others.delete(row.number);
  const contradictions = contradictionsOf(differencesIn(store, submission.id, events), others);
  const receipt: Receipt = {
    ...told.facts,
    source: sourceFacts(submissionAsRecorded(submission, events), events, (other) => store.submission(other)),
    ...provenHistory(store, told.own, contradictions, context),
  };
  return context.key === undefined ? receipt : signed(receipt, context.key);
}

/** The history of a receipt, and what shows that it is whole. @param own the entries about what the receipt is for */
export function provenHistory<Contradiction>(
  store: Pick<QueueStore, 'entries' | 'hasHash' | 'highestPosition'>,
  own: readonly HistoryEvent[],
  contradictions: Contradiction[],
  { key, checkpoints = [], issued: issuedBy }: ReceiptContext,
) {
  const chain = verifyChain({
    entries: store.entries(),
    key,
    checkpoints,
    has: (hash) => store.hasHash(hash),
    highest: store.highestPosition(),
  });
  const doubts = doubtsOf(chain, own);
  const last = own.at(-1);
  return {
    history: own.map(receiptEntry),
    lastEntry: last && { position: last.position, hash: last.hash, recordedBy: last.recorder },
    head: chain.head,
    issued: issuedBy,
    contradictions,
    doubts,
    historyIntact: doubts.length === 0 && contradictions.length === 0,
  };
}

/** What the documents, or the entries, say of the batch with this number. */
function toldOf(
  file: FileFacts,
  batches: readonly Batch[],
  number: number,
  wanted: string | undefined,
  events: readonly HistoryEvent[],
) {
  const batch = batches.find((one) => one.number === number);
  if (batch === undefined) return undefined;
  const id = wanted === undefined ? batch.delivery?.batchId : idsOf(batch).find((one) => one.toLowerCase() === wanted);
  // A retry carries the same bytes, perhaps under the same id, in a row of its own.
  const rows = batches.filter(({ start }) => start === batch.start);
  const numbers = new Set(rows.map((row) => row.number));
  const own = events.filter((event) => event.batch === undefined || numbers.has(event.batch));
  return { facts: factsOf(file, rows, rows.at(-1) ?? batch, id, own), rows, own };
}

/** @param rows the batches that ever carried the range, in the order they were made; `own`: their events */
export function factsOf(
  file: FileFacts,
  rows: readonly Batch[],
  batch: Batch,
  id: BatchId | undefined,
  own: readonly HistoryEvent[],
): ReceiptFacts {
  const { start, end, lines, sha256, delivery } = batch;
  const isCurrent = id === undefined || id === delivery?.batchId;
  // A batch that ended under this id, and was then tried again under another one, tells how it ended.
  const ended = isCurrent ? batch : rows.findLast((row) => row.delivery?.batchId === id);
  const watched = batch.watched.find(({ batchId }) => batchId === id);
  const provenAt = ended?.acceptedAt ?? watched?.movedAt;
  return {
    file: file.name,
    connection: file.connection,
    serviceHost: file.host,
    fileSha256: file.sha256,
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
    storageHost: hostOf(id, own),
    attempts: uploadsUnder(id, own),
    acceptedAt: provenAt === undefined ? undefined : new Date(provenAt).toISOString(),
    report: ended?.report ?? 'none',
    doubled: doubledOf(batch)?.batchIds,
    account: ended && accountOfBatch(ended),
  };
}

function accountOfBatch(batch: Batch): Account {
  const account = noLines();
  countBatch(account, batch, 1);
  return account;
}

/** The fields of the queue that differ from the history, except in batches that the receipt is not about. */
export function contradictionsOf(
  differences: readonly Difference[],
  others: ReadonlySet<number> = new Set(),
): string[] {
  const own = differences.filter(({ batch }) => batch === undefined || !others.has(batch));
  return [...new Set(own.map(({ field }) => field))].sort();
}

/** Flaws of the chain as such, and entries of this batch that nothing proves although there is a key. */
function doubtsOf({ flaws }: ChainReport, own: readonly HistoryEvent[]): Receipt['doubts'] {
  return flaws
    .filter(({ reviewed }) => reviewed === undefined)
    .filter(({ why, from, to }) => {
      if (why !== 'unsealed' && why !== 'another-key') return true;
      return own.some(({ position }) => position >= from && position <= to);
    })
    .map(({ why, from, to }) => ({ why, from, to }));
}

function receiptEntry({ position, at, kind, submission, batch, detail, recorder, hash }: HistoryEvent): ReceiptEntry {
  const { batchId, state, remoteState, reason, error } = detail;
  const { user, machine } = recorder ?? {};
  const said = { batchId, state, remoteState, reason, error };
  return { position, at: new Date(at).toISOString(), kind, submission, batch, ...said, user, machine, hash };
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

/** Whether the links fit: each hash covers the entry and the one before it. Without a key, this is all that is known. */
export function isIntact(history: readonly HistoryEvent[]): boolean {
  let previous = '';
  for (const event of history) {
    const expected = hashOfEntry(previous, { ...event, detail: JSON.stringify(event.detail) });
    if (event.previousHash !== previous || event.hash !== expected) return false;
    previous = event.hash;
  }
  return true;
}
