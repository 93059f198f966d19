import { beforeEach, expect, it } from 'vitest';
import { MINUTE } from '../../src-main/ground/clock.ts';
import type { Batch } from '../../src-main/send/batch.ts';
import type { Queue, QueueChange } from '../../src-main/send/queue.ts';
import type { Occasion } from '../../src-main/send/storage/store.ts';
import { type FakeClock, settle } from '../fake-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { approved } from './samples.ts';
import { StoreOnFullDisk, startQueue } from './started-queue.ts';
import type { TrueWorld } from './true-world.ts';

/** There is no room to store changes of batches. */
class StoreOfBatches extends StoreOnFullDisk {
  override saveBatch(batch: Batch, occasion: Occasion | undefined): void {
    this.needRoom();
    super.saveBatch(batch, occasion);
  }
}

let store: StoreOfBatches;
let world: TrueWorld;
let clock: FakeClock;
let queue: Queue;
let changes: QueueChange[];

beforeEach(() => {
  store = new StoreOfBatches(temporaryFolder());
  approved(store);
  ({ world, clock, queue, changes } = startQueue(store, { uploads: 1 }));
});

/** The disk fills up during the upload, and the reply of the storage cannot be stored. */
async function fillUpInTheMiddle(): Promise<void> {
  world.decide(0, 'well');
  await settle();
  store.isFull = true;
  world.decide(0, 'well');
  await settle();
}

it('a queue whose disk is full stops, and reports it', async () => {
  await fillUpInTheMiddle();
  expect(queue.situation().stopped?.error.code).toBe('disk.full');
  expect(changes.map(({ kind }) => kind)).toContain('stopped');
  await clock.advance(10 * MINUTE);
  expect(world.pending).toBe(0);
});

it('a queue continues by itself when there is room again, and finds out what had arrived', async () => {
  await fillUpInTheMiddle();
  store.isFull = false;
  await clock.advance(MINUTE);
  expect(changes.map(({ kind }) => kind)).toContain('going-on');
  expect(queue.situation().stopped).toBeUndefined();
  expect(store.batches()[0]).toMatchObject({ state: 'uploading', attempts: 2 });
  world.decide(0, 'well');
  await settle();
  expect(store.batches()[0]).toMatchObject({ state: 'processing', abandoned: [] });
});

it('a queue that is closed while its disk is full waits for nothing', async () => {
  await fillUpInTheMiddle();
  await queue.stop();
  expect(clock.remaining).toEqual([]);
});
