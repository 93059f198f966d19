import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { HOUR, MINUTE } from '../../src-main/ground/clock.ts';
import type { Batch } from '../../src-main/send/batch.ts';
import type { Performance } from '../../src-main/send/effects.ts';
import type { BatchEvent } from '../../src-main/send/machine/machine.ts';
import { Queue } from '../../src-main/send/queue.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { AppError } from '../../src-shared/errors.ts';
import { FakeClock, settle } from '../fake-clock.ts';
import { approved, at, batchId } from './samples.ts';

const watched = { batchId: batchId(1), since: at, polls: 0, notBefore: at, isOver: false };
const processed: Partial<Batch> = {
  state: 'processed',
  acceptedAt: at,
  delivery: { batchId: batchId(2), mayHaveArrived: true },
  abandoned: [batchId(1)],
  watched: [watched],
};

/** A queue whose first batch was processed under a new id, over a service with these replies. */
async function openQueue(answer: () => BatchEvent) {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-abandoned-'));
  const store = new QueueStore(folder);
  const { batches } = approved(store);
  for (const batch of batches)
    store.saveBatch({ ...batch, state: 'cancelled', ...(batch.start === 0 && processed) }, undefined);
  const clock = new FakeClock(at);
  const asked: string[] = [];
  const perform = async ({ effect }: Performance) => {
    if (effect.kind === 'ask-status') asked.push(effect.batchId);
    return answer();
  };
  const transferSettings = () => ({ uploadsPerConnection: 2, stallSeconds: 60, askSeconds: 120, retryHours: 12 });
  const queue = new Queue({ store, clock, random: () => 0.5, performer: { perform }, transferSettings });
  const told: Batch[] = [];
  queue.subscribe((change) => change.kind === 'batch' && told.push(change.batch));
  onTestFinished(async () => {
    await queue.stop();
    store.close();
    rmSync(folder, { recursive: true });
  });
  return { queue, store, clock, asked, told, kept: () => store.batches()[0]?.watched };
}

it('an abandoned id is asked about at growing intervals, even when its batch has long ended', async () => {
  const { queue, clock, asked } = await openQueue(() => ({ kind: 'status-missing' }));
  queue.start();
  await settle();
  expect(asked).toEqual([batchId(1)]);
  await clock.advance(MINUTE);
  await clock.advance(2 * MINUTE);
  expect(asked).toHaveLength(3);
  for (let hour = 0; hour < 24; hour++) await clock.advance(HOUR);
  expect(asked.length).toBeLessThan(3 + 24 + 5);
});

it('an abandoned id that moves is reported and recorded, and no longer asked about once it has ended', async () => {
  const { queue, clock, asked, told, kept } = await openQueue(() => ({
    kind: 'status',
    remoteState: 'PROCESSED',
    remoteMessage: '',
  }));
  queue.start();
  await settle();
  await clock.advance(2 * HOUR);
  expect(asked).toEqual([batchId(1)]);
  expect(told.at(-1)).toMatchObject({ state: 'processed', delivery: { batchId: batchId(2) } });
  expect(queue.standings()[0]?.submission.warning).toMatchObject({ code: 'batch.arrived-after-all' });
  expect(kept()).toMatchObject([{ remoteState: 'PROCESSED', movedAt: expect.any(Number), isOver: true }]);
});

it('the questions about an abandoned id continue where an earlier process stopped', async () => {
  const { queue, store, asked, kept } = await openQueue(() => ({ kind: 'status-missing' }));
  queue.start();
  await settle();
  await queue.stop();
  expect([asked.length, kept()?.[0]?.polls]).toEqual([1, 1]);
  expect(store.watchingBatches()).toHaveLength(1);
});

it('a service that could not be asked has not been asked: the watch of an abandoned id does not end by that', async () => {
  const error = new AppError('network.unreachable', { host: 'service.example', reason: 'no route' }).toRecord();
  let answer: BatchEvent = { kind: 'status-failed', error };
  const { queue, clock, asked, kept } = await openQueue(() => answer);
  queue.start();
  await settle();
  for (let hour = 0; hour < 8 * 24; hour++) await clock.advance(HOUR);
  expect(asked.length).toBeGreaterThan(100);
  expect(kept()).toMatchObject([{ polls: 0, isOver: false }]);

  answer = { kind: 'status', remoteState: 'ERROR', remoteMessage: '' };
  await clock.advance(HOUR);
  expect(kept()).toMatchObject([{ remoteState: 'ERROR', isOver: true }]);
});
