/**
 * @file The receipt of a submission: the proof for the auditor of a whole file and all of its batches. Its values are those
 * that the history has recorded, as those of the receipt of a batch.
 */

import type { FileAccount } from '../../../src-shared/account.ts';
import { AppError } from '../../../src-shared/errors.ts';
import type { Signature } from '../../audit/signed-document.ts';
import { verifyChain } from '../../audit/verification.ts';
import type { Batch, SubmissionId } from '../batch.ts';
import { rejectedOf } from '../batch-outcome.ts';
import {
  contradictionsOf,
  doubtsOf,
  factsOf,
  firstOfEach,
  type Receipt,
  type ReceiptContext,
  type ReceiptFacts,
  receiptEntry,
} from '../receipt.ts';
import {
  batchAsRecorded,
  fileAsRecorded,
  fileAsStored,
  isUnrecorded,
  rangesDigest,
  recordedFacts,
} from '../recorded-facts.ts';
import type { HistoryEvent, QueueStore } from '../storage/store.ts';
import { currentBatches, type SubmissionState, submissionState } from '../submission.ts';
import { type SourceFacts, sourceContradicts, sourceFacts } from './source-facts.ts';

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
  /** In file order. */
  batches: ReceiptBatch[];
}
export type SignedSubmissionReceipt = SubmissionReceipt & Partial<Signature>;

/**
 * The receipt of the submission with this number, also of one that was removed, before it is signed. Its account is added by who can
 * read its file. @throws AppError queue.unknown-id
 */
export function receiptForSubmission(store: QueueStore, id: number, context: ReceiptContext = {}): SubmissionReceipt {
  const submission = store.submission(id);
  if (submission === undefined) throw new AppError('queue.unknown-id', { id: String(id) });
  const events = store.history(submission.id);
  const facts = recordedFacts(events);
  const batches = store.batches(submission.id);
  const recorded = batches.map((batch) => batchAsRecorded(batch, facts));
  const contradictions = new Set<string>();

  const byBatch = Map.groupBy(events, ({ batch }) => batch);
  const storedRanges = Map.groupBy(batches, ({ start }) => start);
  const [file, storedFile] = [fileAsRecorded(submission, facts), fileAsStored(submission)];
  const told = [...Map.groupBy(recorded, ({ start }) => start).values()].map((rows): ReceiptBatch | undefined => {
    const batch = rows.at(-1);
    if (batch === undefined) return undefined;
    const own = eventsOf(rows, byBatch);
    const tell = (of: typeof file, among: readonly Batch[], latest: Batch) =>
      factsOf(of, among, latest, latest.delivery?.batchId, own);
    const said = tell(file, rows, batch);
    const stored = storedRanges.get(batch.start);
    const latest = stored?.at(-1);
    const storedSaid = stored === undefined || latest === undefined ? {} : tell(storedFile, stored, latest);
    for (const field of contradictionsOf(storedSaid, said)) contradictions.add(field);
    if (rows.some((row) => isUnrecorded(row, facts))) contradictions.add('state');
    return { ...withoutFile(said), numbers: rows.map(({ number }) => number) };
  });
  const known = new Set(batches.map(({ number }) => number));
  if ([...facts.batches.keys()].some((number) => !known.has(number))) contradictions.add('batches');
  // Which lines a report has named is stored beside the batch; how many, the history has.
  const isNamed = (one: Batch) => rejectedOf(one) === 0 || store.lines.named(one.number).size === rejectedOf(one);
  if (!recorded.every(isNamed)) contradictions.add('account');
  if (sourceContradicts(submission, facts)) contradictions.add('source');
  if (facts.ranges !== undefined && facts.ranges !== rangesDigest(firstOfEach(recorded))) contradictions.add('ranges');

  const chain = verifyChain({
    entries: store.entries(),
    key: context.key,
    checkpoints: context.checkpoints ?? [],
    has: (hash) => store.hasHash(hash),
  });
  const doubts = doubtsOf(chain, events);
  const last = events.at(-1);
  return {
    source: sourceFacts(submission, events, (other) => store.submission(other)),
    state: submissionState(submission, currentBatches(recorded)),
    batches: told.filter((one) => one !== undefined).sort((a, b) => a.start - b.start),
    history: events.map(receiptEntry),
    lastEntry: last && { position: last.position, hash: last.hash, recordedBy: last.recorder },
    head: chain.head,
    issued: context.issued,
    contradictions: [...contradictions].sort(),
    doubts,
    historyIntact: doubts.length === 0 && contradictions.size === 0,
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
