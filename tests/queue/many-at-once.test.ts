import { beforeEach, expect, it } from 'vitest';
import { MINUTE } from '../../src-main/clock.ts';
import type { SubmissionId } from '../../src-main/queue/batch.ts';
import type { Queue, QueueChange } from '../../src-main/queue/queue.ts';
import { QueueStore } from '../../src-main/queue/storage/store.ts';
import { type FakeClock, settle } from '../fake-clock.ts';
import { newFolder } from './folders.ts';
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
  folder = newFolder();
  store = new StoreBeforeTheEnd(folder);
  ids = [1, 2, 3].map(() => approved(store, { paused: true }).submission.id);
  ({ world, clock, queue, changes } = startQueue(store, { uploads: 3 }));
});

const states = () => queue.standings().map(({ state }) => state);
const stored = () => new QueueStore(folder, { readOnly: true });

it('takes no step of what was resumed before all of it is stored', async () => {
  let begun: number | undefined;
  store.beforeTheEnd = () => {
    begun = world.pending;
  };
  queue.each(ids, (id) => queue.resume(id));
  await settle();
  expect([begun, world.pending]).toEqual([0, 3]);
});

it('keeps nothing of what could not be stored together, neither on the disk nor in memory', () => {
  store.isFull = true;
  const cancelAll = () => queue.each(ids, (id) => queue.cancel(id));
  expect(cancelAll).toThrow(expect.objectContaining({ code: 'disk.full' }));
  const reader = stored();
  expect(reader.batches().map(({ state }) => state)).toEqual(Array(6).fill('waiting'));
  reader.close();
  expect(states()).toEqual(['paused', 'paused', 'paused']);
});

it('brings back what it had told to be removed', () => {
  queue.each(ids, (id) => queue.cancel(id));
  store.isFull = true;
  changes.length = 0;
  expect(() => queue.each(ids, (id) => queue.remove(id))).toThrow();
  const told = changes.flatMap((change) => (change.kind === 'submission' ? change.submission.id : []));
  expect(told).toEqual(ids);
});

it('goes on from what is stored, once there is room', async () => {
  store.isFull = true;
  expect(() => queue.each(ids, (id) => queue.resume(id))).toThrow();
  await clock.advance(MINUTE);
  expect(world.pending).toBe(0);
  store.isFull = false;
  await clock.advance(MINUTE);
  queue.each(ids, (id) => queue.resume(id));
  await settle();
  expect(world.pending).toBe(3);
});

it('acts on the others when one of them cannot be acted on', () => {
  queue.each(ids.slice(1), (id) => queue.cancel(id));
  expect(() => queue.each(ids, (id) => queue.remove(id))).toThrow(
    expect.objectContaining({ code: 'queue.still-moving' }),
  );
  expect(queue.standings().map(({ submission }) => submission.id)).toEqual(ids.slice(0, 1));
});
