/**
 * @file Compares the queue with the history, field by field: what of a submission or of its batches is something else now than was
 * sealed when it happened. Pure.
 */

import { isProcessed } from '../../../src-shared/states.ts';
import { canonicalJson } from '../../audit/canonical-json.ts';
import { type Batch, type BatchNumber, batchSchema } from '../batch.ts';
import { currentBatches, type Submission } from '../submission.ts';
import { type Fields, fieldsOfBatch, fieldsOfSubmission, firstOfEach } from './fields.ts';
import { isUntouched, type RecordedFields, type Sealed } from './recorded-fields.ts';

/** A field in which the queue differs from the history. */
export interface Difference {
  field: string;
  /** Absent for the submission as a whole. */
  batch: BatchNumber | undefined;
  /** As it is stored. */
  stored: unknown;
  /** What the history has; undefined where it has nothing, although it must. */
  sealed: Sealed | undefined;
}

/** @param batches all of the submission, in the order they were made */
export function differencesOf(
  recorded: RecordedFields,
  submission: Submission,
  batches: readonly Batch[],
): Difference[] {
  const firsts = new Set(firstOfEach(batches));
  const current = new Set(currentBatches(batches));
  const stored = new Set(batches.map(({ number }) => number));
  const gone = [...recorded.batches].filter(([number]) => !stored.has(number) && !recorded.lost.has(number));
  return [
    ...differencesOfSubmission(recorded, submission, batches),
    ...gone.map(([batch, fields]) => ({ field: 'batches', batch, stored: null, sealed: [...fields.values()].at(-1) })),
    ...batches.flatMap((batch) =>
      differencesOfBatch(recorded, batch, { isFirst: firsts.has(batch), isReplaced: !current.has(batch) }),
    ),
  ];
}

/** Of the submission itself, and of the ranges that were approved. */
export function differencesOfSubmission(
  recorded: RecordedFields,
  submission: Submission,
  batches: readonly Batch[],
): Difference[] {
  // No row is without the entry of the moment in which it was added.
  if (recorded.last === undefined) return [{ field: 'id', batch: undefined, stored: submission.id, sealed: undefined }];
  const isRemoved = typeof recorded.submission.get('removedAt')?.value === 'number';
  const fields = fieldsOfSubmission(submission, batches);
  return different(fields, recorded.submission, undefined).filter(
    ({ field }) => !(isRemoved && isPurged(field, submission)),
  );
}

export function differencesOfBatch(
  recorded: RecordedFields,
  batch: Batch,
  { isFirst, isReplaced }: { isFirst: boolean; isReplaced: boolean },
): Difference[] {
  const { number } = batch;
  const own = recorded.batches.get(number);
  const approved = recorded.submission.get('options.ingestValid');
  const sealed = new Map([...(approved === undefined ? [] : ([['ingestValid', approved]] as const)), ...(own ?? [])]);
  const found = different(fieldsOfBatch(batch), sealed, number).filter(
    ({ field, stored, sealed: before }) =>
      !isAskedAgain(batch, field, before?.value) &&
      // A purge forgets the words of the service.
      !(field === 'error' && stored === null && typeof recorded.submission.get('removedAt')?.value === 'number') &&
      // Its ids are watched by the batch that replaced it.
      !(isReplaced && (field === 'watched' || field === 'doubled')),
  );
  const mayBeUntold = recorded.former.has(number) || (isFirst && isUntouched(batch));
  const isTold = own?.has('state') === true || recorded.recoveredAt > 0 || mayBeUntold;
  return isTold ? found : [...found, { field: 'state', batch: number, stored: batch.state, sealed: undefined }];
}

function different(stored: Fields, sealed: ReadonlyMap<string, Sealed>, batch: BatchNumber | undefined): Difference[] {
  return [...sealed].flatMap(([field, one]) => {
    const now = stored[field] ?? null;
    return canonicalJson(now) === canonicalJson(one.value ?? null) ? [] : [{ field, batch, stored: now, sealed: one }];
  });
}

/** What goes with the customer data, once a submission was taken out of the queue. */
function isPurged(field: string, { check, prepared, stage }: Submission): boolean {
  if (field === 'check.totals') return check?.totals === undefined && check?.totalsSha256 === undefined;
  if (field === 'prepared.control') return prepared?.control === undefined && prepared?.flow === undefined;
  return field === 'ranges' && stage !== 'approved';
}

/** A report that is to be read once more, after an update or a recovery: it says nothing else of what arrived. */
function isAskedAgain({ state, report }: Batch, field: string, before: unknown): boolean {
  if (report !== 'wanted') return false;
  const former = batchSchema.shape.state.safeParse(before).data;
  if (field === 'state') return state === 'processing' && former !== undefined && isProcessed(former);
  return field === 'report' || field === 'named';
}
