/** @file What is decided of files that were checked side by side: those that come together are decided together. */

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { Approvals, MOST_TOGETHER } from '../../src-main/send/approvals.ts';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import type { IdComparison } from '../../src-main/send/compared.ts';
import { isIntact } from '../../src-main/send/receipt.ts';
import { recordOfWay } from '../../src-main/send/sealed/fields.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import type { Submission } from '../../src-main/send/submission.ts';
import type { TeamGate } from '../../src-main/send/team-gate.ts';
import { AppError } from '../../src-shared/errors.ts';
import { FakeClock, settle } from '../fake-clock.ts';
import { followChanges } from '../harness/changes-of-disk.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addedSubmission, occasion, ranges, sampleCheck } from './samples.ts';

/** Notes how often it writes to the disk, and fails where the test says so. */
class CountingStore extends QueueStore {
  /** The submissions that were approved, for each transaction. */
  readonly transactions: number[] = [];
  isFull = false;

  override together<Result>(work: () => Result): Result {
    const before = this.approvedTo().length;
    return super.together(() => {
      const result = work();
      if (this.isFull) throw new AppError('disk.full', { folder: '/data' });
      this.transactions.push(this.approvedTo().length - before);
      return result;
    });
  }
}

const sha256Of = (at: number) => at.toString(16).padStart(64, '0');
const author = { user: 'jane', machine: 'desk-1', version: '1.0.0', key: undefined };
const { signal } = new AbortController();

/** So many files that were added, or those that a killed process has left in a folder. */
function approvalsOf(files: number | string, ids: Partial<IdComparison> = {}, team?: TeamGate) {
  const folder = typeof files === 'string' ? files : temporaryFolder();
  const store = new CountingStore(folder, { author });
  onTestFinished(() => store.close());
  for (let at = 0; at < Number(files); at++) {
    const file = addedSubmission({ name: `${at}`, content: `${at}` });
    const detail = { path: file.content, name: file.name, ...recordOfWay(file) };
    store.addSubmission(file, { ...occasion, detail });
  }
  const added = store.submissions().filter(({ stage }) => stage === 'checking');
  const current = (id: SubmissionId) => {
    const submission = store.submission(id);
    if (submission === undefined) throw new Error('It was added.');
    return submission;
  };
  /** With the files that were approved before it. */
  const compared: [id: SubmissionId, approvedBefore: number][] = [];
  const told: SubmissionId[] = [];
  const approvals = new Approvals({
    ...{ store, current, clock: new FakeClock() },
    ids: {
      compare: async ({ id, destination }) => {
        compared.push([id, store.approvedTo(destination).length]);
        await settle();
        return undefined;
      },
      mayShare: async () => false,
      ...ids,
    },
    onChange: ({ id }) => told.push(id),
    team,
    onFailure: (error) => {
      throw error;
    },
  });
  /** @param more of some of them, another content or signal. Says why each could not be decided. */
  const decideAll = async (more: Record<number, { content?: number; ending?: AbortSignal }> = {}) => {
    const ends = added.map(({ id, name }, at) => {
      const { content = Number(name), ending = signal } = more[at] ?? {};
      return approvals.decide(id, { check: { ...sampleCheck, sha256: sha256Of(content) }, ranges }, ending);
    });
    return (await Promise.allSettled(ends)).map((end) => (end.status === 'rejected' ? end.reason.code : ''));
  };
  const stages = () => added.map(({ id }) => current(id).stage);
  return { folder, store, added, compared, told, decideAll, stages };
}

it('What comes while one is decided is stored in one transaction, and each is compared once', async () => {
  const { store, added, compared, told, decideAll, stages } = approvalsOf(5);
  await decideAll();
  expect(store.transactions).toEqual([1, 4]);
  expect(compared).toEqual(added.map(({ id }, at) => [id, Math.min(at, 1)]));
  expect(stages()).toEqual(Array(5).fill('approved'));
  expect(told).toEqual(added.map(({ id }) => id));
  expect(isIntact(store.history())).toBe(true);
});

it('A thousand files are decided in groups that hold nothing up for long', async () => {
  const { store, decideAll } = approvalsOf(MOST_TOGETHER * 2 + 2);
  await decideAll();
  expect(store.transactions).toEqual([1, MOST_TOGETHER, MOST_TOGETHER, 1]);
});

it('One that may have an id of another of its group is compared again once that is stored', async () => {
  const { store, added, compared, decideAll } = approvalsOf(5, {
    mayShare: async ({ id }, others) => Number(id) === 4 && others.some((other) => Number(other.id) === 2),
  });
  await decideAll();
  expect(store.transactions).toEqual([1, 2, 2]);
  expect(compared).toEqual(added.map(({ id }, at) => [id, [0, 1, 1, 3, 3][at]]));
});

it('Of files of a group with the same content, the first goes and the others are held', async () => {
  const { store, decideAll, stages } = approvalsOf(5);
  await decideAll({ 2: { content: 7 }, 3: { content: 7 }, 4: { content: 7 } });
  expect(store.transactions).toEqual([1, 2]);
  expect(stages()).toEqual(['approved', 'approved', 'approved', 'held', 'held']);
});

it('One that another program has changed is not sent, and the others of its group are', async () => {
  const { folder, store, decideAll, stages } = approvalsOf(4);
  const other = new DatabaseSync(join(folder, 'queue.db'));
  other.exec("UPDATE submissions SET document = json_set(document, '$.connection', 'other') WHERE id = 3");
  other.close();
  expect(await decideAll()).toEqual(['', '', 'queue.altered', '']);
  expect(stages()).toEqual(['approved', 'approved', 'checking', 'approved']);
  expect(store.batches()).toHaveLength(3 * ranges.length);
  expect(isIntact(store.history())).toBe(true);
});

it('One that is taken out meanwhile keeps none of its group', async () => {
  const { decideAll, stages } = approvalsOf(4);
  const ending = new AbortController();
  const decided = decideAll({ 2: { ending: ending.signal } });
  ending.abort(new AppError('upload.interrupted', {}));
  expect(await decided).toEqual(['', '', 'upload.interrupted', '']);
  expect(stages()).toEqual(['approved', 'approved', 'checking', 'approved']);
});

it('Where the disk is full when a group is stored, none of it is approved or told', async () => {
  const { store, told, decideAll, stages } = approvalsOf(4);
  store.isFull = true;
  expect(await decideAll()).toEqual(Array(4).fill('disk.full'));
  expect(stages()).toEqual(Array(4).fill('checking'));
  expect([told, store.batches()]).toEqual([[], []]);
});

it('One whose connection gets a ledger meanwhile is not sent without the word of that', async () => {
  const admitted: number[] = [];
  const team: TeamGate = {
    awaySince: undefined,
    isTelling: false,
    ledgerOf: () => undefined,
    // Once two of them are compared.
    mayNeedWord: ({ name }: Partial<Submission>) => compared.length > 2 && name === '1',
    order: async () => undefined,
    admit: async ({ id }) => {
      admitted.push(id);
      return { kind: 'not-released' };
    },
    exclusively: async (_, work) => await work(),
    subscribe: () => () => {},
  };
  const { compared, decideAll, stages } = approvalsOf(4, {}, team);
  await decideAll();
  expect(admitted).toEqual([2]);
  expect(stages()).toEqual(['approved', 'held', 'approved', 'approved']);
});

it('A process that is killed leaves all of a group or nothing of it, and the next one loses and doubles nothing', async () => {
  const { folder, decideAll } = approvalsOf(4);
  const left: string[] = [];
  const following = followChanges(() => {
    const copy = temporaryFolder();
    cpSync(folder, copy, { recursive: true });
    left.push(copy);
  });
  await decideAll().finally(() => following[Symbol.dispose]());
  const approved = left.map((copy) => {
    const next = approvalsOf(copy);
    const before = next.store.approvedTo().length;
    expect(next.store.batches()).toHaveLength(before * ranges.length);
    return { before, ...next };
  });
  expect(approved.map(({ before }) => before)).toEqual([0, 1, 1, 4]);
  for (const { store, decideAll: decideLeft } of approved) {
    await decideLeft();
    expect(store.batches().map(({ submission }) => Number(submission))).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
    expect(isIntact(store.history())).toBe(true);
  }
});
