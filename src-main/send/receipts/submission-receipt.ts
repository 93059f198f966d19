/**
 * @file The receipt of a file: the proof for the auditor of all of it, with the submissions that correct it and all of their
 * batches. Its values are those that the history has recorded, as those of the receipt of a batch.
 */

import type { FileAccount, NotSentKind } from '../../../src-shared/account.ts';
import type { CorrectionTold } from '../../../src-shared/correction-told.ts';
import { AppError } from '../../../src-shared/errors.ts';
import type { LeftOut } from '../../../src-shared/left-out.ts';
import type { SentAgain } from '../../../src-shared/sent-again.ts';
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

/** Errors of one kind that the check found, and how many. */
export interface FoundKind {
  rule: string;
  /** Absent of the line as a whole. */
  field?: string | undefined;
  findings: number;
}

/** One submission: its file, and what went of it. */
export interface SubmissionPart {
  source: SourceFacts;
  state: SubmissionState;
  /** The most frequent errors, as far as what the check found is kept. */
  found?: FoundKind[];
  /** Lines that went again, although they had gone before with another submission. */
  again?: SentAgain;
  /** In file order. */
  batches: ReceiptBatch[];
}

/** A submission that corrects the file; its account is of its own lines, also where those are in the account of the file. */
export type CorrectionPart = SubmissionPart & Partial<Omit<FileAccount, 'corrected'>>;

export interface SubmissionReceipt
  extends Partial<FileAccount>,
    SubmissionPart,
    Pick<Receipt, 'history' | 'lastEntry' | 'head' | 'issued' | 'contradictions' | 'doubts' | 'historyIntact'> {
  /** What corrects it, the first one first; where there is anything. The history is that of all of them. */
  further?: CorrectionPart[];
  /** Of the files among which this one is, also those before it; where there are any. */
  corrections?: CorrectionTold[];
  /** Why lines of the file were left out, as far as that is known. */
  leftOut?: Pick<LeftOut, 'lines' | 'reasons'>;
  /** Why lines of the file were not sent, also in what corrects it. */
  notSent?: NotSentKind[];
  /** When the service has accepted lines, here and in what corrects this, for the first and the last time. */
  accepted?: { first: string; last: string };
}
export type SignedSubmissionReceipt = SubmissionReceipt & Partial<Signature>;

/**
 * The receipt of the submission with this number, also of one that was removed, before it is signed. Its account is added by who can
 * read its file. @param further what corrects it, the first one first @throws AppError queue.unknown-id
 */
export function receiptForSubmission(
  store: QueueStore,
  id: number,
  context: ReceiptContext = {},
  further: readonly SubmissionId[] = [],
): SubmissionReceipt {
  return store.atOneTime(() => {
    const [first, ...others] = [id, ...further].map((one) => partOf(store, one));
    if (first === undefined) throw new AppError('queue.unknown-id', { id: String(id) });
    const all = [first, ...others].map(({ source }) => source.submission);
    const events = all.flatMap((one) => store.history(one)).sort((one, other) => one.position - other.position);
    const contradictions = contradictionsOf(all.flatMap((one) => differencesIn(store, one)));
    return {
      ...first,
      ...(others.length > 0 && { further: others }),
      ...provenHistory(store, events, contradictions, context),
    };
  });
}

function partOf(store: QueueStore, id: number): SubmissionPart {
  const submission = store.submission(id);
  if (submission === undefined) throw new AppError('queue.unknown-id', { id: String(id) });
  const events = store.history(submission.id);
  const facts = recordedFacts(events);
  const recorded = store.batches(submission.id).map((batch) => batchAsRecorded(batch, facts));
  const told = submissionAsRecorded(submission, events);
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
