/** @file Entry of a scanner: a thread that checks one chunk after another. */

import { parentPort, workerData } from 'node:worker_threads';
import {
  awaitRoom,
  PARTS_AHEAD,
  type ScannerAssignment,
  type ScannerMessage,
  type ScannerOrder,
  sealedPart,
} from './check-messages.ts';
import { ChunkCheck } from './chunk-check.ts';
import { JudgesOfThread } from './judges.ts';
import { Kernel } from './kernel/kernel.ts';
import { KernelMemory } from './kernel/kernel-memory.ts';

// Only scanners.ts starts this file.
const { memory, module, region, path, ruleSet, now, dealtWith } = workerData as ScannerAssignment;

const kernel = new Kernel(ruleSet, now, { memory: new KernelMemory(memory, region), module });
const check = new ChunkCheck(kernel, ruleSet, now, new JudgesOfThread({ path, ruleSet, now }));

const post = (message: ScannerMessage, transfer: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transfer);

let parts = 0;

async function scan({ start, limit }: ScannerOrder): Promise<void> {
  for await (const checked of check.check(start, limit)) {
    awaitRoom(dealtWith, parts, PARTS_AHEAD);
    parts++;
    const part = sealedPart(checked);
    post({ kind: 'part', part }, part.sealed ? [part.ids.buffer, part.sealed] : [part.ids.buffer]);
  }
  post({ kind: 'done' });
}

// One after the other, although judging may wait for another thread.
let scanned = Promise.resolve();
parentPort?.on('message', (order: ScannerOrder) => {
  scanned = scanned.then(() => scan(order));
});
