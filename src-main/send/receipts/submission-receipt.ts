/**
 * @file The receipt of a submission: the proof for the auditor of a whole file and all of its batches. Its values are those
 * that the history has recorded, as those of the receipt of a batch.
 */

import type { FileAccount } from '../../../src-shared/account.ts';
import type { CorrectionTold } from '../../../src-shared/correction-told.ts';
import { AppError } from '../../../src-shared/errors.ts';
import type { Signature } from '../../audit/signed-document.ts';
import type { Batch, SubmissionId } from '../batch.ts';
import {
  contradictionsOf,
  factsOf,
  provenHistory,
  type Receipt,
  type ReceiptContext,
  type ReceiptFacts,
} from '../receipt.ts';
import { batchAsRecorded, fileAsRecorded, recordedFacts } from '../recorded-facts.ts';
import { submissionAsRecorded } from '../sealed/as-recorded.ts';
import { differencesIn } from '../sealed/sealed-queue.ts';
import type { HistoryEvent, QueueStore } from '../storage/store.ts';
import { currentBatches, type SubmissionState, submissionState } from '../submission.ts';
import { type SourceFacts, sourceFacts } from './source-facts.ts';

/** What became of one byte range of the file, whichever batch carried it in the end. */
export interface ReceiptBatch
  extends Omit<ReceiptFacts, 'file' | 'connection' | 'serviceHost' | 'fileSha256' | 'replacedBy' | 'reason'> {
  /** Of the batches that carried it, by which the entries of the history name them. */
  numbers: number[];
}

export interface SubmissionReceipt
  extends Partial<FileAccount>,
    Pick<Receipt, 'history' | 'lastEntry' | 'head' | 'issued' | 'contradictions' | 'doubts' | 'historyIntact'> {
  source: SourceFacts;
  state: SubmissionState;
  /** Of the files among which this one is, also those before it; where there are any. */
  corrections?: CorrectionTold[];
  /** When the service has accepted lines, here and in what corrects this, for the first and the last time. */
  accepted?: { first: string; last: string };
  /** In file order. */
  batches: ReceiptBatch[];
}
export type SignedSubmissionReceipt = SubmissionReceipt & Partial<Signature>;

/**
 * The receipt of the submission with this number, also of one that was removed, before it is signed. Its account is added by who can
 * read its file. @throws AppError queue.unknown-id
 */
export function receiptForSubmission(store: QueueStore, id: number, context: ReceiptContext = {}): SubmissionReceipt {
  return store.atOneTime(() => issued(store, id, context));
}

function issued(store: QueueStore, id: number, context: ReceiptContext): SubmissionReceipt {
  const submission = store.submission(id);
  if (submission === undefined) throw new AppError('queue.unknown-id', { id: String(id) });
  const events = store.history(submission.id);
  const facts = recordedFacts(events);
  const recorded = store.batches(submission.id).map((batch) => batchAsRecorded(batch, facts));
  const told = submissionAsRecorded(submission, events);
  const contradictions = contradictionsOf(differencesIn(store, submission.id, events));

  const byBatch = Map.groupBy(events, ({ batch }) => batch);
  const file = fileAsRecorded(submission, facts);
  const batches = [...Map.groupBy(recorded, ({ start }) => start).values()].map((rows): ReceiptBatch | undefined => {
    const batch = rows.at(-1);
    if (batch === undefined) return undefined;
    const own = eventsOf(rows, byBatch);
    const said = factsOf(file, rows, batch, batch.delivery?.batchId, own);
    return { ...withoutFile(said), numbers: rows.map(({ number }) => number) };
  });
  return {
    source: sourceFacts(told, events, (other) => store.submission(other)),
    state: submissionState(told, currentBatches(recorded)),
    batches: batches.filter((one) => one !== undefined).sort((a, b) => a.start - b.start),
    ...provenHistory(store, events, contradictions, context),
  };
}

/** The batches of a submission as its history has them. */
export function batchesAsRecorded(store: Pick<QueueStore, 'history' | 'batches'>, id: SubmissionId): Batch[] {
  const facts = recordedFacts(store.history(id));
  return store.batches(id).map((batch) => batchAsRecorded(batch, facts));
}

function eventsOf(
  rows: readonly Batch[],
  byBatch: ReadonlyMap<Batch['number'] | undefined, HistoryEvent[]>,
): HistoryEvent[] {
  return rows.flatMap(({ number }) => byBatch.get(number) ?? []).sort((a, b) => a.position - b.position);
}

function withoutFile(facts: ReceiptFacts): Omit<ReceiptBatch, 'numbers'> {
  const {
    file: _,
    connection: __,
    serviceHost: ___,
    fileSha256: ____,
    replacedBy: _____,
    reason: ______,
    ...batch
  } = facts;
  return batch;
}
