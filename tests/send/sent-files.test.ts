/** @file What is kept in memory of what was sent is what the store would say, also after each kind of write. */

import { expect, it, onTestFinished, vi } from 'vitest';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { SentFiles, sentFilesTo } from '../../src-main/send/sent-before/sent-files.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { submissionIdSchema } from '../../src-main/send/submission.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { fill } from './folders.ts';
import { at } from './samples.ts';

const occasion = { at, kind: 'status', detail: {} } as const;

function openFilled() {
  const store = new QueueStore(temporaryFolder());
  onTestFinished(() => store.close());
  fill(store, 9);
  const files = new SentFiles(store);
  const destination = store.submissions()[0]?.destination;
  const kept = () => files.to(destination, new Set(), new AbortController().signal);
  const stored = () => sentFilesTo(store, destination);
  return { store, kept, stored };
}

it('a batch whose state changes, or whose report names lines, counts as it stands', async () => {
  const { store, kept, stored } = openFilled();
  const before = await kept();
  expect(before).toHaveLength(9);
  const [first, second] = store.batches();
  if (first === undefined || second === undefined) throw new Error('There are no batches.');
  store.saveBatch({ ...first, state: 'rejected', remoteState: 'VALIDATION_FAILED' }, occasion);
  store.saveBatch({ ...second, state: 'partially-accepted' }, occasion, LineSet.of([2]));
  expect(await kept()).toEqual(stored());
  expect(await kept()).not.toEqual(before);
});

it('a submission counts from its approval on, until it is withdrawn or its customer data is removed', async () => {
  const { store, kept, stored } = openFilled();
  const [first] = await kept();
  fill(store, 2, 100);
  expect(await kept()).toHaveLength(11);
  store.customerData.markPurged(first?.id ?? submissionIdSchema.parse(0), at);
  expect(await kept()).toHaveLength(10);
  const withdrawn = store.submissions().find(({ stage, purgedAt }) => stage === 'approved' && purgedAt === undefined);
  if (withdrawn?.stage !== 'approved') throw new Error('None was approved.');
  store.withdrawApproval({ ...withdrawn, stage: 'checking', check: undefined }, occasion);
  expect(await kept()).toHaveLength(9);
  expect(await kept()).toEqual(stored());
});

it('a submission whose ids stay counts after its customer data is removed, until they are forgotten', async () => {
  const { store, kept, stored } = openFilled();
  const [first] = await kept();
  const id = first?.id ?? submissionIdSchema.parse(0);
  store.customerData.reduceSubmission(id, { idsStay: true });
  store.customerData.markPurged(id, at);
  expect(await kept()).toHaveLength(9);
  expect(await kept()).toEqual(stored());
  store.customerData.forgetIds(id);
  expect(await kept()).toHaveLength(8);
  expect(await kept()).toEqual(stored());
});

it('of a submission whose ids stay, the lines that its reports name as rejected may go again, as before', async () => {
  const { store, kept, stored } = openFilled();
  const [batch] = store.batches();
  if (batch === undefined) throw new Error('There are no batches.');
  store.saveBatch({ ...batch, state: 'partially-accepted', named: 1 }, occasion, LineSet.of([1]));
  const of = async () => (await kept()).find(({ id }) => id === batch.submission);
  const before = await of();
  store.customerData.reduceBatches(batch.submission, 0);
  store.customerData.reduceSubmission(batch.submission, { idsStay: true });
  store.customerData.markPurged(batch.submission, at);
  expect(await of()).toEqual(before);
  expect(before?.rejected.size).toBe(1);
  expect(await kept()).toEqual(stored());
});

it('a submission that leads elsewhere now no longer counts where it was to go before', async () => {
  const { store, kept, stored } = openFilled();
  const [first] = await kept();
  const moved = store.submissions().find(({ id }) => id === first?.id);
  if (moved === undefined) throw new Error('There is a submission.');
  store.saveSubmission({ ...moved, destination: 'elsewhere' }, occasion);
  expect(await kept()).toHaveLength(8);
  expect(await kept()).toEqual(stored());
});

it('who asks while another one is still reading is told of all changes, also of many', async () => {
  const { store, kept, stored } = openFilled();
  await kept();
  store.together(() => fill(store, 120, 300));
  const all = await Promise.all([kept(), kept(), kept()]);
  for (const one of all) expect(one).toEqual(stored());
});

it('what could not be read is read again', async () => {
  const { store, kept, stored } = openFilled();
  await kept();
  fill(store, 2, 400);
  const broken = vi.spyOn(store, 'batches').mockImplementationOnce(() => {
    throw new Error('damaged');
  });
  await expect(kept()).rejects.toThrow('damaged');
  broken.mockRestore();
  expect(await kept()).toEqual(stored());
});

it('what a transaction that failed has written does not count', async () => {
  const { store, kept, stored } = openFilled();
  const before = await kept();
  const failing = () =>
    store.together(() => {
      fill(store, 1, 200);
      throw new Error('enough');
    });
  expect(failing).toThrow('enough');
  expect(await kept()).toEqual(before);
  expect(stored()).toEqual(before);
});
