/**
 * @file The queue beside its history: the fields that another program has changed. The whole of it for the verification, one
 * submission for its receipt, and what is about to be sent for the sender, which asks before the first byte and before the last
 * block and must not read more than a few entries.
 */

import { AppError } from '../../../src-shared/errors.ts';
import { canonicalDigest } from '../../audit/canonical-json.ts';
import type { Flaw } from '../../audit/verification.ts';
import type { Batch, SubmissionId } from '../batch.ts';
import type { HistoryEvent, QueueStore } from '../storage/store.ts';
import type { ByteRange, Submission } from '../submission.ts';
import { flawsOfControl } from './control-figures.ts';
import { type Difference, differencesOf, differencesOfBatch, differencesOfSubmission } from './differences.ts';
import { firstOfEach } from './fields.ts';
import { RecordedFields } from './recorded-fields.ts';

type ReadableStore = Pick<
  QueueStore,
  'submission' | 'batches' | 'history' | 'historyOfQueue' | 'everySubmission' | 'misplacedBatches' | 'lines' | 'control'
>;

/** What another program has changed in the queue, submission by submission: reads all of it. */
export function* flawsOfQueue(store: ReadableStore): Generator<Flaw> {
  const misplaced = Map.groupBy(store.misplacedBatches(), ({ submission }) => submission);
  for (const id of store.everySubmission()) {
    const numbers = misplaced.get(id)?.map(({ number }) => number) ?? [];
    const found = [
      ...differencesIn(store, id),
      ...numbers.map((batch) => ({ field: 'number', batch, stored: null, sealed: undefined })),
    ];
    const apart = Map.groupBy(found, ({ batch, sealed }) => `${batch} ${sealed?.by.position}`);
    for (const own of apart.values()) yield flawOf(id, own);
  }
  yield* flawsOfControl(store);
}

/** What another program has changed of one submission. @param events its entries, where they are read already */
export function differencesIn(
  store: Pick<ReadableStore, 'submission' | 'batches' | 'history' | 'lines'>,
  id: SubmissionId,
  events: readonly HistoryEvent[] = store.history(id),
): Difference[] {
  const submission = store.submission(id);
  const by = events.at(-1);
  if (submission === undefined)
    return [{ field: 'id', batch: undefined, stored: null, sealed: by && { value: id, by } }];
  const batches = store.batches(id);
  const recorded = new RecordedFields(events);
  return [...differencesOf(recorded, submission, batches), ...misnamedIn(store, batches, recorded)];
}

/** Batches whose named lines are others than its report has named: they are stored beside the batch. */
function misnamedIn(
  { lines }: Pick<ReadableStore, 'lines'>,
  batches: readonly Batch[],
  { namedLines }: RecordedFields,
): Difference[] {
  return batches.flatMap(({ number: batch, named = 0, report }) => {
    if (report === 'wanted' || named === 0) return [];
    const stored = lines.named(batch);
    const sealed = namedLines.get(batch);
    const isAsNamed = stored.size === named && (sealed === undefined || sealed.value === stored.digest());
    return isAsNamed ? [] : [{ field: 'named', batch, stored: named, sealed }];
  });
}

function flawOf(submission: SubmissionId, differences: readonly Difference[]): Flaw {
  const [{ batch, sealed } = { batch: undefined, sealed: undefined }] = differences;
  const { position = 0, at, kind } = sealed?.by ?? {};
  return {
    why: 'differs',
    from: position,
    to: position,
    at,
    kind,
    queue: { submission, batch, fields: differences.map(({ field }) => field) },
    fingerprint: `differs ${canonicalDigest([submission, differences])}`,
  };
}

interface SealedSubmission {
  /** Its own entries. */
  events: readonly HistoryEvent[];
  fields: string[];
  /** The batches that were made when it was approved, by their start. */
  firsts: ReadonlyMap<number, Batch>;
}

export class SealedQueue {
  readonly #store: Pick<QueueStore, 'batches' | 'historyOfSubmission' | 'endsOfHistory'>;
  /** As long as a submission stays as it is, it is compared once, whatever the number of its batches. */
  readonly #known = new WeakMap<Submission, SealedSubmission>();

  constructor(store: Pick<QueueStore, 'batches' | 'historyOfSubmission' | 'endsOfHistory'>) {
    this.#store = store;
  }

  /** @throws AppError queue.altered where another program has changed the submission */
  requireSubmission(submission: Submission): void {
    const { fields } = this.#compared(submission);
    if (fields.length > 0) throw alteration(submission, fields);
  }

  /** @throws AppError queue.altered where another program has changed the batch, or its submission: nothing of it may leave */
  requireBatch(submission: Submission, batch: Batch): void {
    const known = this.#known.get(submission) ?? this.#compared(submission);
    this.#known.set(submission, known);
    const fields = new Set([...known.fields, ...this.#fieldsOf(known, batch)]);
    if (fields.size > 0) throw alteration(submission, [...fields]);
  }

  #compared(submission: Submission): SealedSubmission {
    const { events, intact } = this.#store.historyOfSubmission(submission.id);
    const batches = this.#store.batches(submission.id);
    const different = differencesOfSubmission(new RecordedFields(events), submission, batches);
    return {
      events,
      fields: fieldNames(different, intact),
      firsts: new Map(firstOfEach(batches).map((batch) => [batch.start, batch])),
    };
  }

  /** Its last entry says how it stands; its first, which range a part of a team has. */
  #fieldsOf({ events, firsts }: SealedSubmission, batch: Batch): string[] {
    const own = this.#store.endsOfHistory(batch.number);
    const recorded = new RecordedFields([...events, ...own.events].sort((a, b) => a.position - b.position));
    const first = firsts.get(batch.start);
    const isFirst = first?.number === batch.number;
    const different = differencesOfBatch(recorded, batch, { isFirst, isReplaced: false });
    const isApproved = !recorded.submission.has('ranges') || (first !== undefined && isSameRange(first, batch));
    return [...fieldNames(different, own.intact), ...(isApproved ? [] : ['ranges'])];
  }
}

function isSameRange(one: ByteRange, other: ByteRange): boolean {
  const { start, end, lines, sha256 } = one;
  return start === other.start && end === other.end && lines === other.lines && sha256 === other.sha256;
}

function fieldNames(differences: readonly Difference[], intact: boolean): string[] {
  return [...(intact ? [] : ['history']), ...differences.map(({ field }) => field)];
}

function alteration({ id, name }: Submission, fields: readonly string[]): AppError<'queue.altered'> {
  return new AppError('queue.altered', { id, file: name, fields: fields.join(', ') });
}
