/**
 * @file The receipt of one payment: the proof for the auditor of what became of one modification id, in all places where it went. Its
 * values are those that the history has recorded, as those of the receipt of a batch.
 */

import { createHash } from 'node:crypto';
import type { PaymentPlace } from '../../../src-shared/payment-shapes.ts';
import { decisivePlace } from '../../../src-shared/payment-words.ts';
import type { Signature } from '../../audit/signed-document.ts';
import { steps } from '../../check/line-ends.ts';
import { fetchLine } from '../../check/line-index.ts';
import { SourceFile } from '../../check/source-file.ts';
import type { Batch } from '../batch.ts';
import { doubledOf } from '../batch-outcome.ts';
import { linesOfBatches } from '../line-range.ts';
import { contradictionsOf, provenHistory, type Receipt, type ReceiptContext } from '../receipt.ts';
import { submissionAsRecorded } from '../sealed/as-recorded.ts';
import { differencesIn } from '../sealed/sealed-queue.ts';
import { type Place, placesOf } from '../sent-before/places.ts';
import type { HistoryEvent, QueueStore } from '../storage/store.ts';
import type { Submission } from '../submission.ts';
import { type SourceFacts, sourceFacts } from './source-facts.ts';
import { batchesAsRecorded } from './submission-receipt.ts';

/** A place, as people know it; its batch, state and outcome are those that the history has recorded. */
type KnownPlace = Place & Pick<PaymentPlace, 'row' | 'leftOut' | 'goesOnAs'>;

/** A payment that was found. */
export interface FoundPayment extends Pick<PaymentReceipt, 'modificationId' | 'unsearched'> {
  /** At least one. */
  lines: readonly Pick<Place, 'submission' | 'line'>[];
  /** Adds what people know a place by. */
  asKnown: (places: readonly Place[]) => readonly KnownPlace[];
}

export interface PaymentReceipt
  extends Pick<Receipt, 'history' | 'lastEntry' | 'head' | 'issued' | 'contradictions' | 'doubts' | 'historyIntact'> {
  modificationId: string;
  /** The line that says what became of it, as it was sent; absent where it cannot be read any more, or is too long. */
  payment?: string;
  /** In the order of time. */
  places: PaymentPlace[];
  /** Files that could not be searched for the id. */
  unsearched: number;
  /** Of the place that says what became of it; and of the others. */
  source: SourceFacts;
  further: { source: SourceFacts }[];
}
export type SignedPaymentReceipt = PaymentReceipt & Partial<Signature>;

/** The store with the batches that the history has recorded: by these it is told where an id went. */
export const asRecorded = (store: QueueStore) => ({
  checkedContents: () => store.checkedContents(),
  submission: (id: Submission['id']) => store.submission(id),
  batches: (id: Submission['id']) => batchesAsRecorded(store, id),
  findings: store.findings,
  lines: store.lines,
});

/** Before it is signed. */
export function receiptForPayment(
  store: QueueStore,
  { modificationId, lines, unsearched, asKnown }: FoundPayment,
  context: ReceiptContext = {},
): PaymentReceipt {
  return store.atOneTime(() => {
    const places = lines.flatMap(({ submission: id, line }) => {
      const submission = store.submission(id);
      const hits = [{ wanted: 0, line }];
      return submission === undefined ? [] : placesOf(submission, hits, [modificationId], asRecorded(store));
    });
    const told = asKnown(places.map(({ place }) => place))
      .flatMap((place) => toldPlace(store, place) ?? [])
      .sort((one, other) => one.since - other.since);
    const decisive = decisivePlace(told.map(({ place, line }) => ({ ...place, text: line?.text })));
    const sources = new Map(told.map(({ place, source }) => [place.submission, source]));
    const source = decisive && sources.get(decisive.submission);
    if (decisive === undefined || source === undefined) throw new Error('a payment has a place');
    sources.delete(decisive.submission);
    const events = [...new Map(told.flatMap(({ events }) => events).map((event) => [event.position, event])).values()];
    const own = new Set(told.flatMap(({ numbers }) => numbers));
    const differences = [...new Set(told.map(({ place }) => place.submission))]
      .flatMap((id) => differencesIn(store, id))
      .filter(({ batch }) => batch === undefined || own.has(batch));
    return {
      modificationId,
      ...(decisive.text !== undefined && { payment: decisive.text }),
      places: told.map(({ place }) => place),
      unsearched,
      source,
      further: [...sources.values()].map((other) => ({ source: other })),
      ...provenHistory(
        store,
        events.sort((one, other) => one.position - other.position),
        contradictionsOf(differences),
        context,
      ),
    };
  });
}

function toldPlace(store: QueueStore, known: KnownPlace) {
  const submission = store.submission(known.submission);
  if (submission === undefined) return undefined;
  const all = store.history(submission.id);
  const source = sourceFacts(submissionAsRecorded(submission, all), all, (id) => store.submission(id));
  const batches = batchesAsRecorded(store, submission.id);
  const own = linesOfBatches(batches).find(({ batch }) => batch.number === known.batch);
  // A retry carries the same bytes in a row of its own.
  const numbers = batches.filter(({ start }) => start === own?.batch.start).map(({ number }) => number);
  const events = all.filter(({ batch }) => batch === undefined || numbers.includes(batch));
  const line = lineIn(store, submission, known.line);
  const saidAt = own && sinceWhen(all, own.batch);
  const { fileName, fileSha256, serviceHost, tenant, isPractice, connection } = source;
  const place: PaymentPlace = {
    ...{ submission: submission.id, fileName, fileSha256, line: known.line },
    ...(known.row !== undefined && { row: known.row }),
    ...{ connection, serviceHost, tenant, isPractice, state: known.state, outcome: known.outcome },
    ...(known.leftOut !== undefined && { leftOut: known.leftOut }),
    ...(known.goesOnAs !== undefined && { goesOnAs: known.goesOnAs }),
    arrivedAt: iso(known.arrivedAt),
    saidAt: iso(saidAt),
    ...(line !== undefined && { bytes: line.bytes }),
    ...(own !== undefined && { batch: batchOf(own.batch, known.line - own.first + 1) }),
    isConfirmed: known.isConfirmed,
    isRemoved: known.isRemoved,
  };
  return { place, source, numbers, events, line, since: known.arrivedAt ?? saidAt ?? submission.addedAt };
}

function batchOf(batch: Batch, line: number): NonNullable<PaymentPlace['batch']> {
  const { number, delivery, sha256, start, end, lines } = batch;
  const doubled = doubledOf(batch)?.batchIds;
  return { number, batchId: delivery?.batchId, sha256, start, end, lines, line, ...(doubled && { doubled }) };
}

/** When the batch came to be in the state that it has, as its entries say. */
function sinceWhen(all: readonly HistoryEvent[], { number, state }: Batch): number | undefined {
  const own = all.filter(({ batch, detail }) => batch === number && typeof detail.state === 'string');
  const before = own.findLastIndex(({ detail }) => detail.state !== state);
  return own[before + 1]?.at;
}

const iso = (at: number | undefined): string | undefined => (at === undefined ? undefined : new Date(at).toISOString());

/** Undefined where the file is gone or has changed. */
function lineIn(store: QueueStore, { id, content }: Submission, line: number) {
  const index = store.lines.index(id);
  if (index === undefined) return undefined;
  try {
    const fetched = fetchLine(content, index, line);
    if (fetched === undefined) return undefined;
    const { offset: start, bytes, isShortened, text } = fetched;
    const sha256 = digestOf(content, start, start + bytes);
    return { bytes: { start, end: start + bytes, sha256 }, text: isShortened ? undefined : text };
  } catch {
    return undefined;
  }
}

function digestOf(path: string, start: number, end: number): string {
  const source = new SourceFile(path);
  try {
    const hash = createHash('sha256');
    for (const { bytes } of steps(source, start, end)) hash.update(bytes);
    return hash.digest('hex');
  } finally {
    source.close();
  }
}
