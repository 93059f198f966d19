/** @file Entry of a scanner: a thread that checks one chunk after another. */

import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../src-shared/errors.ts';
import {
  awaitRoom,
  PARTS_AHEAD,
  type ScannerAssignment,
  type ScannerMessage,
  type ScannerOrder,
  sealedPart,
} from './check-messages.ts';
import { ChunkCheck } from './chunk-check.ts';
import { SourceFile } from './source-file.ts';

// Only scanners.ts starts this file.
const { path, state, ruleSet, now, dealtWith } = workerData as ScannerAssignment;

const post = (message: ScannerMessage, transfer: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transfer);

/** Anything but an AppError is a crash, which the starting thread sees as such. */
function report(action: () => void): void {
  try {
    action();
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    post({ kind: 'failed', error: thrown.toRecord() });
  }
}

let parts = 0;

report(() => {
  const check = new ChunkCheck(new SourceFile(path, state), ruleSet, now);
  parentPort?.on('message', (chunk: ScannerOrder) => {
    report(() => {
      for (const checked of check.check(chunk)) {
        awaitRoom(dealtWith, parts, PARTS_AHEAD);
        parts++;
        const part = sealedPart(checked);
        post({ kind: 'part', part }, part.sealed ? [part.ids.buffer, part.sealed] : [part.ids.buffer]);
      }
      post({ kind: 'done' });
    });
  });
});
