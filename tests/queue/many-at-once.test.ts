import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MINUTE } from '../../src-main/clock.ts';
import type { SubmissionId } from '../../src-main/queue/batch.ts';
import { Queue, type QueueChange } from '../../src-main/queue/queue.ts';
import { QueueStore } from '../../src-main/queue/storage/store.ts';
import { AppError } from '../../src-preload/errors.ts';
import { FakeClock, settle } from '../fake-clock.ts';
import { approved } from './samples.ts';
import { TrueWorld } from './true-world.ts';

/** A store whose disk may turn out to be full when a transaction is about to end. */
class StoreBeforeTheEnd extends QueueStore {
  isFull = false;
  beforeTheEnd = () => {};

  override together<Result>(work: () => Result): Result {
    return super.together(() => {
      const result = work();
      this.beforeTheEnd();
      if (this.isFull) throw new AppError('disk.full', { folder: '/data' });
      return result;
    });
  }

  override hasRoom(): boolean {
    return !this.isFull;
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
  folder = mkdtempSync(join(tmpdir(), 'tranship-many-'));
  store = new StoreBeforeTheEnd(folder);
  world = new TrueWorld(undefined);
  clock = new FakeClock();
  ids = [1, 2, 3].map(() => approved(store, { paused: true }).submission.id);
  queue = new Queue({
    store,
    clock,
    random: () => 0.5,
    performer: world,
    transferSettings: () => ({ uploadsPerConnection: 3, bytesPerSecond: undefined, stallSeconds: 60 }),
  });
  changes = [];
  queue.subscribe((change) => changes.push(change));
  queue.start();
});
afterEach(async () => {
  const stopped = queue.stop();
  while (world.pending > 0) world.decide(0, 'well');
  await stopped;
  store.close();
  rmSync(folder, { recursive: true });
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
