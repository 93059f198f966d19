import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MINUTE } from '../../src-main/clock.ts';
import type { Batch } from '../../src-main/queue/batch.ts';
import { Queue, type QueueChange } from '../../src-main/queue/queue.ts';
import { type Occasion, QueueStore } from '../../src-main/queue/storage/store.ts';
import { AppError } from '../../src-preload/errors.ts';
import { FakeClock, settle } from '../fake-clock.ts';
import { approved } from './samples.ts';
import { TrueWorld } from './true-world.ts';

/** A store on a disk that fills up and empties at will. */
class StoreOnFullDisk extends QueueStore {
  isFull = false;

  override saveBatch(batch: Batch, occasion: Occasion | undefined): void {
    if (this.isFull) throw new AppError('disk.full', { folder: '/data' });
    super.saveBatch(batch, occasion);
  }

  override hasRoom(): boolean {
    return !this.isFull;
  }
}

let folder: string;
let store: StoreOnFullDisk;
let world: TrueWorld;
let clock: FakeClock;
let queue: Queue;
let changes: QueueChange['kind'][];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tranship-full-'));
  store = new StoreOnFullDisk(folder);
  world = new TrueWorld(undefined);
  clock = new FakeClock();
  approved(store);
  queue = new Queue({
    store,
    clock,
    random: () => 0.5,
    performer: world,
    transferSettings: () => ({ uploadsPerConnection: 1, bytesPerSecond: undefined, stallSeconds: 60 }),
  });
  changes = [];
  queue.subscribe(({ kind }) => changes.push(kind));
  queue.start();
});
afterEach(async () => {
  const stopped = queue.stop();
  while (world.pending > 0) world.decide(0, 'well');
  await stopped;
  store.close();
  rmSync(folder, { recursive: true });
});

/** The file is on its way when the disk fills up, and the reply of the storage cannot be written down. */
async function fillUpInTheMiddle(): Promise<void> {
  world.decide(0, 'well');
  await settle();
  store.isFull = true;
  world.decide(0, 'well');
  await settle();
}

it('a queue whose disk is full stops, and says so', async () => {
  await fillUpInTheMiddle();
  expect(queue.situation().stopped?.error.code).toBe('disk.full');
  expect(changes).toContain('stopped');
  await clock.advance(10 * MINUTE);
  expect(world.pending).toBe(0);
});

it('a queue goes on by itself when there is room again, and finds out what had arrived', async () => {
  await fillUpInTheMiddle();
  store.isFull = false;
  await clock.advance(MINUTE);
  expect(changes).toContain('going-on');
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
