import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Batch, SubmissionId } from '../../src-main/send/batch.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { currentBatches } from '../../src-main/send/submission.ts';
import { standingOf, summaryOf } from '../../src-main/send/view/standing.ts';
import { Standings } from '../../src-main/send/view/standings.ts';
import { AppError } from '../../src-shared/errors.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addedSubmission, approved, at, occasion } from './samples.ts';

const refused = new AppError('batch.refused', { reason: 'line 7' }).toRecord();
const processed: Partial<Batch> = { state: 'processed', acceptedAt: at, seenAt: at };

/** The outcomes of a batch; most have ended, since only those are kept. */
const fate = fc.constantFrom<Partial<Batch>>(
  processed,
  { state: 'rejected', acceptedAt: at, seenAt: at, report: 'kept', error: refused },
  { state: 'failed', error: refused },
  { state: 'cancelled' },
  { state: 'uploading' },
  { state: 'processed', seenAt: at, report: 'wanted' },
);

/** `which` chooses among the submissions or batches that there are. */
const which = fc.nat(20);
const change = fc.oneof(
  fc.record({ kind: fc.constant('add' as const) }),
  fc.record({ kind: fc.constant('approve' as const), first: fate, second: fate }),
  fc.record({ kind: fc.constant('batch' as const), which, fate }),
  fc.record({ kind: fc.constant('retry' as const), which, fate }),
  fc.record({
    kind: fc.constantFrom('pause', 'remove', 'restore', 'reduce', 'undone', 'sql', 'killed', 'restart'),
    which,
  }),
);
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

function chosen<One>(all: readonly One[], number: number): One | undefined {
  return all.length === 0 ? undefined : all[number % all.length];
}

/** Every submission with a row, whether it is in the queue or not. */
function everyId(folder: string): SubmissionId[] {
  const database = new DatabaseSync(join(folder, 'queue.db'), { readOnly: true });
  const rows = database.prepare('SELECT id FROM submissions ORDER BY id').all();
  database.close();
  return rows.map(({ id }) => Number(id) as SubmissionId);
}

class World {
  folder = temporaryFolder();
  store = new QueueStore(this.folder);

  do(change: Change): void {
    const { store } = this;
    switch (change.kind) {
      case 'add':
        store.addSubmission(addedSubmission(), occasion);
        return;
      case 'approve': {
        const [one, two] = approved(store).batches;
        if (one !== undefined) store.saveBatch({ ...one, ...change.first }, undefined);
        if (two !== undefined) store.saveBatch({ ...two, ...change.second }, occasion);
        return;
      }
      case 'batch':
      case 'retry': {
        const batch = chosen(store.batches(), change.which);
        if (batch === undefined) return;
        if (change.kind === 'batch') store.saveBatch({ ...batch, ...change.fate }, undefined);
        else store.replaceBatch(batch, change.fate, occasion);
        return;
      }
      case 'restart':
        this.store.close();
        this.store = new QueueStore(this.folder);
        return;
      case 'killed':
        this.#continueIn(temporaryFolder());
        return;
      default: {
        const id = chosen(everyId(this.folder), change.which);
        const submission = id && store.submission(id);
        if (submission !== undefined) this.#changeSubmission(change.kind, submission);
      }
    }
  }

  #changeSubmission(kind: string, submission: NonNullable<ReturnType<QueueStore['submission']>>): void {
    const { store } = this;
    const { removedAt, ...restored } = submission;
    if (kind === 'pause') store.saveSubmission({ ...submission, paused: !submission.paused }, occasion);
    if (kind === 'remove') store.saveSubmission({ ...submission, removedAt: removedAt ?? at }, occasion);
    if (kind === 'restore') store.saveSubmission(restored, occasion);
    if (kind === 'reduce') {
      store.customerData.reduceSubmission(submission.id);
      store.customerData.reduceBatches(submission.id, 0);
    }
    if (kind === 'undone') {
      const failing = () =>
        store.together(() => {
          store.saveSubmission({ ...submission, paused: !submission.paused }, occasion);
          throw new Error('the disk is full');
        });
      expect(failing).toThrow('the disk is full');
    }
    // A migration changes rows without any of our code.
    if (kind === 'sql') {
      const other = new DatabaseSync(join(this.folder, 'queue.db'));
      other.exec(`
        UPDATE batches SET document = json_set(document, '$.state', 'failed') WHERE submission = ${submission.id};
        INSERT INTO batches (submission, document)
          SELECT submission, json_set(document, '$.number', (SELECT seq + 1 FROM sqlite_sequence WHERE name = 'batches'))
          FROM batches WHERE submission = ${submission.id} ORDER BY number LIMIT 1`);
      other.close();
    }
  }

  /** What the disk holds when the process is killed now. */
  #continueIn(folder: string): void {
    cpSync(this.folder, folder, { recursive: true });
    rmSync(join(folder, 'queue.db-shm'), { force: true });
    this.store.close();
    this.folder = folder;
    this.store = new QueueStore(folder);
  }

  /** Each standing as a start finds it, and as it is added up from what is stored. */
  standings() {
    const found = new Standings(this.store).all();
    const addedUp = this.store
      .submissions()
      .map((submission) => standingOf(summaryOf(submission), currentBatches(this.store.batches(submission.id))));
    return { found, addedUp };
  }
}

function keptIn(folder: string): number {
  const database = new DatabaseSync(join(folder, 'queue.db'), { readOnly: true });
  const count = Number(database.prepare('SELECT count(*) AS count FROM standings').get()?.count);
  database.close();
  return count;
}

it('kept standings are those that are added up, after changes of every kind, undone ones, restarts and kills', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 25 }), (changes) => {
      const world = new World();
      for (const one of changes) {
        world.do(one);
        world.store.standings(1);
        const { found, addedUp } = world.standings();
        expect(found).toEqual(addedUp);
      }
      world.store.close();
    }),
    { numRuns: 30 },
  );
});

it('only those that have ended are kept', () => {
  const { store, folder } = new World();
  for (const state of ['processed', 'uploading'] as const) {
    for (const batch of approved(store).batches) store.saveBatch({ ...batch, state }, undefined);
  }
  store.standings(1);
  expect(keptIn(folder)).toBe(1);
  store.close();
});

it('a few are added up again at each start, which takes less time than to store them', () => {
  const { store, folder } = new World();
  store.addSubmission(addedSubmission(), occasion);
  void new Standings(store);
  expect(keptIn(folder)).toBe(0);
  store.close();
});

function addHundred(store: QueueStore): void {
  store.together(() => {
    for (let count = 0; count < 100; count++) store.addSubmission(addedSubmission(), occasion);
  });
}

it('on a full disk nothing is kept, and the list is there', () => {
  const { store, folder } = new World();
  addHundred(store);
  store.close();
  const full = new QueueStore(folder, { maxPages: 1 });
  expect(full.standings()).toHaveLength(100);
  expect(keptIn(folder)).toBe(0);
  full.close();
});

it('who only reads finds many that are not kept, and keeps none', () => {
  const { store, folder } = new World();
  addHundred(store);
  const reading = new QueueStore(folder, { readOnly: true });
  expect(reading.standings()).toHaveLength(100);
  reading.close();
  expect(keptIn(folder)).toBe(0);
  store.close();
});

it('many are kept for the next start', () => {
  const { store, folder } = new World();
  addHundred(store);
  void new Standings(store);
  expect(keptIn(folder)).toBe(100);
  store.close();
});

it.each([
  ['is no JSON', '{'],
  ['is of another form', '{"submission":7}'],
  ['belongs to another submission', undefined],
])('a kept row that %s is made again', (_what, document) => {
  const { store, folder } = new World();
  store.addSubmission(addedSubmission({ name: '/exports/one.jsonl' }), occasion);
  store.addSubmission(addedSubmission({ name: '/exports/two.jsonl' }), occasion);
  const standings = store.standings(1);
  const [, ofTwo] = standings;
  const other = new DatabaseSync(join(folder, 'queue.db'));
  other.prepare('UPDATE standings SET document = ? WHERE submission = 1').run(document ?? JSON.stringify(ofTwo));
  other.close();
  const reading = new QueueStore(folder, { readOnly: true });
  expect(reading.standings()).toEqual(standings);
  reading.close();
  expect(store.standings(1)).toEqual(standings);
  store.close();
});

it('nothing is kept of a submission that was taken out of the queue', () => {
  const { store, folder } = new World();
  const added = store.addSubmission(addedSubmission(), occasion);
  store.standings(1);
  store.saveSubmission({ ...added, removedAt: at }, occasion);
  store.standings(1);
  expect(keptIn(folder)).toBe(0);
  store.close();
});
