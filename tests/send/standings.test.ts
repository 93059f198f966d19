import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Batch } from '../../src-main/send/batch.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { currentBatches } from '../../src-main/send/submission.ts';
import { hasEndedRejected, standingOf, summaryOf } from '../../src-main/send/view/standing.ts';
import { Standings } from '../../src-main/send/view/standings.ts';
import { AppError } from '../../src-shared/errors.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addedSubmission, approved, at, occasion } from './samples.ts';

let folder: string;
let store: QueueStore;
beforeEach(() => {
  folder = temporaryFolder();
  store = new QueueStore(folder);
});
afterEach(() => {
  store.close();
});

const refused = new AppError('batch.refused', { reason: 'line 7' }).toRecord();
const offline = new AppError('network.unreachable', { host: 'bank', reason: 'gone' }).toRecord();

/** The possible outcomes of a batch. */
const fate = fc.constantFrom<Partial<Batch>>(
  {},
  { state: 'uploading' },
  { state: 'processing', acceptedAt: at },
  { state: 'processing', seenAt: at, error: offline },
  { state: 'processed', acceptedAt: at, seenAt: at },
  { state: 'processed', seenAt: at, report: 'wanted' },
  { state: 'rejected', acceptedAt: at, seenAt: at, report: 'kept', error: refused },
  { state: 'failed', error: offline },
  { state: 'failed', acceptedAt: at, error: refused },
  { state: 'cancelled' },
);

it('standings are the same whether each batch is read or SQLite adds them up', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fate, fate, fc.option(fate, { nil: undefined })), { maxLength: 8 }), (fates) => {
      for (const [first, second, again] of fates) {
        const [one, two] = approved(store).batches;
        if (one === undefined || two === undefined) throw new Error('two batches expected');
        store.saveBatch({ ...one, ...first }, undefined);
        store.saveBatch({ ...two, ...second }, undefined);
        if (again !== undefined) store.replaceBatch({ ...one, ...first }, again, occasion);
      }
      const standings = new Standings(store);
      for (const submission of store.submissions()) {
        const all = standingOf(summaryOf(submission), currentBatches(store.batches(submission.id)));
        expect(standings.of(submission.id)).toEqual(all);
      }
    }),
    { numRuns: 25 },
  );
});

it('a submission is followed from its start to its end, and its batches are then released', () => {
  const standings = new Standings(store);
  const added = store.addSubmission(addedSubmission(), occasion);
  standings.noteSubmission(added);
  expect(standings.of(added.id)).toMatchObject({ state: 'checking', isMoving: true });
  const { submission, batches } = approved(store);
  standings.noteSubmission(submission);
  for (const batch of batches) standings.noteBatch(batch);
  expect(standings.of(submission.id)).toMatchObject({ state: 'waiting', whole: { bytes: 150, batches: 2 } });
  for (const batch of batches) {
    const ended: Batch = { ...batch, state: 'processed', acceptedAt: at, seenAt: at };
    store.saveBatch(ended, undefined);
    standings.noteBatch(ended);
  }
  expect(standings.of(submission.id)).toMatchObject({
    state: 'processed',
    isMoving: false,
    seen: { bytes: 150 },
    processed: { bytes: 150 },
  });
  expect(standings.openBatches()).toEqual([]);
});

it('the batches are read again when one that had ended is retried', () => {
  const { submission, batches } = approved(store);
  for (const batch of batches) store.saveBatch({ ...batch, state: 'failed', error: refused }, undefined);
  const standings = new Standings(store);
  const [first] = store.batches(submission.id);
  if (first === undefined) throw new Error('a batch expected');
  standings.noteBatch(store.replaceBatch(first, { state: 'waiting' }, occasion));
  expect(standings.of(submission.id)).toMatchObject({ state: 'waiting', counts: { failed: 1 }, isMoving: true });
  expect(standings.openBatches()).toHaveLength(1);
});

it('removed submissions are left out, also after a start', () => {
  const standings = new Standings(store);
  const { submission } = approved(store);
  standings.noteSubmission(submission);
  const removed = { ...submission, removedAt: at };
  store.saveSubmission(removed, occasion);
  standings.noteSubmission(removed);
  expect([standings.all(), new Standings(store).all(), store.submissions()]).toEqual([[], [], []]);
  expect(store.submission(submission.id)).toEqual(removed);
});

it.each<[Batch['state'][], boolean]>([
  [['rejected', 'processed'], true],
  [['rejected', 'failed', 'cancelled'], true],
  [['rejected', 'processing'], false],
  [['rejected', 'unknown'], false],
  [['processed', 'failed'], false],
])('whether the service has refused something of what has ended: %j', (states, expected) => {
  const { submission, batches } = approved(store);
  const [batch] = batches;
  if (batch === undefined) throw new Error('The sample has batches.');
  const ended = states.map((state, at) => ({ ...batch, start: at, state }));
  expect(hasEndedRejected(standingOf(summaryOf(submission), ended))).toBe(expected);
});
