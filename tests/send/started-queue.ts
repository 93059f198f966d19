/** @file A running queue in a world that the test controls, over a store whose disk may be full. */

import { onTestFinished } from 'vitest';
import type { Witness } from '../../src-main/audit/folder-witness.ts';
import { Queue, type QueueChange, type QueuePorts } from '../../src-main/send/queue.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import type { TeamGate } from '../../src-main/send/team-gate.ts';
import { AppError } from '../../src-shared/errors.ts';
import { FakeClock } from '../fake-clock.ts';
import { TrueWorld } from './true-world.ts';

/** A store on a disk that fills up and empties on demand. The test says which changes need room. */
export class StoreOnFullDisk extends QueueStore {
  isFull = false;

  override hasRoom(): boolean {
    return !this.isFull;
  }

  protected needRoom(): void {
    if (this.isFull) throw new AppError('disk.full', { folder: '/data' });
  }
}

/** Starts a queue over what is in the store; both are closed when the test ends. */
export function startQueue(
  store: QueueStore,
  {
    uploads,
    team,
    witness,
    sendingRules,
  }: { uploads: number; team?: TeamGate; witness?: Witness } & Pick<QueuePorts, 'sendingRules'>,
) {
  const world = new TrueWorld(undefined);
  const clock = new FakeClock();
  const queue = new Queue({
    store,
    clock,
    random: () => 0.5,
    performer: world,
    transferSettings: () => ({
      uploadsPerConnection: uploads,
      bytesPerSecond: undefined,
      stallSeconds: 60,
      askSeconds: 120,
      retryHours: 12,
    }),
    ...(team && { team }),
    ...(witness && { witness }),
    sendingRules,
  });
  const changes: QueueChange[] = [];
  queue.subscribe((change) => changes.push(change));
  queue.start();
  onTestFinished(async () => {
    const stopped = queue.stop();
    while (world.pending > 0) world.decide(0, 'well');
    await stopped;
    store.close();
  });
  return { world, clock, queue, changes };
}
