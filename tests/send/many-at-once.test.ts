import { beforeEach, expect, it } from 'vitest';
import { MINUTE } from '../../src-main/ground/clock.ts';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import type { Queue, QueueChange } from '../../src-main/send/queue.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { type FakeClock, settle } from '../fake-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { approved } from './samples.ts';
import { StoreOnFullDisk, startQueue } from './started-queue.ts';
import type { TrueWorld } from './true-world.ts';

/** The disk may turn out to be full when a transaction is about to end. */
class StoreBeforeTheEnd extends StoreOnFullDisk {
  beforeTheEnd = () => {};

  override together<Result>(work: () => Result): Result {
    return super.together(() => {
      const result = work();
      this.beforeTheEnd();
      this.needRoom();
      return result;
    });
  }
}

let folder: string;
let store: StoreBeforeTheEnd;
let world: TrueWorld;
let clock: FakeClock;
let queue: Queue;
let changes: QueueChange[];
let ids: SubmissionId[];

beforeEach(() => {
  folder = temporaryFolder();
  store = new StoreBeforeTheEnd(folder);
  ids = [1, 2, 3].map(() => approved(store, { paused: true }).submission.id);
  ({ world, clock, queue, changes } = startQueue(store, { uploads: 3 }));
});

const states = () => queue.standings().map(({ state }) => state);
const stored = () => new QueueStore(folder, { readOnly: true });

it('no resumed batch takes a step before all of them are stored', async () => {
  let begun: number | undefined;
  store.beforeTheEnd = () => {
    begun = world.pending;
  };
  queue.each(ids, (id) => queue.actions.resume(id));
  await settle();
  expect([begun, world.pending]).toEqual([0, 3]);
});

it('changes that could not be stored together are kept neither on disk nor in memory', () => {
  store.isFull = true;
  const cancelAll = () => queue.each(ids, (id) => queue.actions.cancel(id));
  expect(cancelAll).toThrow(expect.objectContaining({ code: 'disk.full' }));
  const reader = stored();
  expect(reader.batches().map(({ state }) => state)).toEqual(Array(6).fill('waiting'));
  reader.close();
  expect(states()).toEqual(['paused', 'paused', 'paused']);
});

it('a removal that could not be stored is undone', () => {
  queue.each(ids, (id) => queue.actions.cancel(id));
  store.isFull = true;
  changes.length = 0;
  expect(() => queue.each(ids, (id) => queue.actions.remove(id))).toThrow();
  const told = changes.flatMap((change) => (change.kind === 'submission' ? change.submission.id : []));
  expect(told).toEqual(ids);
});

it('the queue continues from what is stored, once there is room', async () => {
  store.isFull = true;
  expect(() => queue.each(ids, (id) => queue.actions.resume(id))).toThrow();
  await clock.advance(MINUTE);
  expect(world.pending).toBe(0);
  store.isFull = false;
  await clock.advance(MINUTE);
  queue.each(ids, (id) => queue.actions.resume(id));
  await settle();
  expect(world.pending).toBe(3);
});

it('an action applies to the others when it fails for one of them', () => {
  queue.each(ids, (id) => queue.actions.cancel(id));
  queue.each(ids.slice(0, 1), (id) => queue.actions.remove(id));
  expect(() => queue.each(ids, (id) => queue.actions.remove(id))).toThrow(
    expect.objectContaining({ code: 'queue.unknown-id' }),
  );
  expect(queue.standings()).toEqual([]);
});
