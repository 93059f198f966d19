/** @file What is decided of files that were checked side by side. */

import { expect, it, onTestFinished } from 'vitest';
import { Approvals } from '../../src-main/send/approvals.ts';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { FakeClock, settle } from '../fake-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addedSubmission, occasion, ranges, sampleCheck } from './samples.ts';

it('Each is compared once, with all that was approved before it', async () => {
  const store = new QueueStore(temporaryFolder());
  onTestFinished(() => store.close());
  const added = ['a', 'b', 'c'].map((name) => store.addSubmission(addedSubmission({ name, content: name }), occasion));
  const current = (id: SubmissionId) => {
    const submission = store.submission(id);
    if (submission === undefined) throw new Error('It was added.');
    return submission;
  };
  const compared: [id: SubmissionId, approvedBefore: number][] = [];
  const compare = async ({ id, destination }: ReturnType<typeof current>) => {
    compared.push([id, store.approvedTo(destination).length]);
    await settle();
    return undefined;
  };
  const approvals = new Approvals({
    ...{ store, current, clock: new FakeClock(), ids: { compare } },
    onChange: () => {},
    onFailure: (error) => {
      throw error;
    },
  });
  const check = (at: number) => ({ ...sampleCheck, sha256: `${at}`.repeat(64) });
  const { signal } = new AbortController();
  await Promise.all(added.map(({ id }, at) => approvals.decide(id, { check: check(at), ranges }, signal)));
  expect(compared).toEqual(added.map(({ id }, at) => [id, at]));
  expect(added.map(({ id }) => current(id).stage)).toEqual(['approved', 'approved', 'approved']);
});
