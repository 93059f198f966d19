/** @file Entry of the thread that computes the digests, of the bytes that the check's own thread has read. */

import { parentPort, workerData } from 'node:worker_threads';
import type { DigestAssignment, DigestMessage, DigestOrder } from './check-messages.ts';
import { DigestsInOrder } from './digests.ts';
import { KernelMemory } from './kernel/kernel-memory.ts';

// Only digest-thread.ts starts this file.
const { memory: shared } = workerData as DigestAssignment;

const memory = new KernelMemory(shared);
const digests = new DigestsInOrder();
const post = (message: DigestMessage): void => parentPort?.postMessage(message);

parentPort?.on('message', (order: DigestOrder) => {
  if ('batches' in order) {
    post({ kind: 'digests', digests: digests.finish(order.batches) });
    return;
  }
  digests.update(memory.bytes(order.start, order.limit), order.batch);
  post({ kind: 'hashed' });
});
