/** @file A person at the desk that shared a file decides about a part that is in doubt at another desk. */

import { expect, it, onTestFinished } from 'vitest';
import { MINUTE } from '../../../src-main/ground/clock.ts';
import type { Batch } from '../../../src-main/send/batch.ts';
import { noFence } from '../../../src-main/send/fence.ts';
import { Queue } from '../../../src-main/send/queue.ts';
import { QueueStore } from '../../../src-main/send/storage/store.ts';
import { Follower } from '../../../src-main/team/sharing/follower.ts';
import { toLedger } from '../../../src-main/team/sharing/part-batch.ts';
import { FakeClock, settle } from '../../fake-clock.ts';
import { approved, batchId } from '../../send/samples.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { ModelLedger } from './model-ledger.ts';

const FILE = '3f0c1c9e-5a50-4d55-9d58-3d0f4d6f7a10';

/** A desk that shares a file, of which another desk has a part in doubt. */
async function origin() {
  const store = new QueueStore(temporaryFolder());
  const clock = new FakeClock();
  const ledger = new ModelLedger();
  const way = {
    use: <Result>(work: (all: ReturnType<ModelLedger['at']>) => Promise<Result>) => work(ledger.at('origin')),
  };
  const { submission } = approved(store, { team: { file: FILE } });
  const begun: string[] = [];
  const queue = new Queue({
    store,
    clock,
    random: () => 0.5,
    performer: {
      perform: async ({ effect }) => {
        begun.push(effect.kind);
        return undefined;
      },
    },
    transferSettings: () => ({
      uploadsPerConnection: 2,
      stallSeconds: 60,
      askSeconds: 120,
      retryHours: 12,
      bytesPerSecond: undefined,
    }),
  });
  const follower = new Follower({
    queue,
    clock,
    isHeld: noFence.holds,
    onProblem: () => {},
    ledgerFor: () => ({ ...way, isAway: false, subscribe: () => () => {} }),
  });
  queue.start();
  follower.start();
  await settle();
  onTestFinished(async () => {
    await Promise.all([follower.stop(), queue.stop()]);
    store.close();
  });
  const other = ledger.at('other');
  const wanted = { destinations: [submission.destination], butNot: [], most: 1, leaseMs: MINUTE, resuming: false };
  const [held] = await other.take(wanted);
  if (held === undefined) throw new Error('nothing was shared');
  const local = (): Batch => {
    const batch = queue.shared.batches(submission.id).find(({ start }) => start === held.start);
    if (batch === undefined) throw new Error('no batch');
    return batch;
  };
  const doubtful = {
    ...local(),
    ...({ state: 'unknown', remoteState: 'VALIDATION_STARTED' } as const),
    delivery: { batchId: batchId(7), mayHaveArrived: true },
  };
  let writes = 0;
  const write = async (batch: Batch) => {
    writes += 1;
    const mine = { part: held.id, token: held.token, number: writes };
    return await other.write(mine, { batch: toLedger(batch, clock.now()), hasAddress: false, becomes: 'held' });
  };
  await write(doubtful);
  const look = async () => {
    ledger.now += 3000;
    await clock.advance(3000);
    await settle();
  };
  await look();
  return {
    queue,
    submission,
    local,
    look,
    write,
    doubtful,
    begun,
    part: () => ledger.parts.find(({ id }) => id === held.id),
  };
}

it('the part goes back to the team under a new id, and the other desk has it no longer', async () => {
  const { queue, submission, local, look, write, doubtful, part } = await origin();
  expect(local().state).toBe('unknown');
  expect(queue.actions.retry(submission.id).done).toBe(true);
  await look();
  expect(part()).toMatchObject({ status: 'open', holder: null, batch: { state: 'waiting', abandoned: [batchId(7)] } });
  expect(local()).toMatchObject({ state: 'waiting', watched: [{ batchId: batchId(7) }] });
  expect(await write(doubtful)).toBeUndefined();
});

it('nothing of it is sent from here without having it', async () => {
  const { queue, submission, look, begun } = await origin();
  queue.actions.retry(submission.id);
  await look();
  expect(begun).not.toContain('reserve');
});

it('what is proven meanwhile counts, and not the decision', async () => {
  const { queue, submission, local, look, write, doubtful, part } = await origin();
  await write({ ...doubtful, state: 'processing', acceptedAt: 1 });
  queue.actions.retry(submission.id);
  await look();
  expect(part()).toMatchObject({ holder: 'other', batch: { state: 'processing' } });
  expect(local().state).toBe('processing');
});
