/** @file The thread that examines a large queue while the program is being loaded. */

import { workerData } from 'node:worker_threads';
import { type ExaminationTask, verdicts } from '../../ground/files/early-examination.ts';
import { examine } from './examination.ts';

// Only early-examination.ts starts this file.
const { folder, verdict } = workerData as ExaminationTask;
const place = new Int32Array(verdict);
let found: number = verdicts.other;
try {
  if (examine(folder) === undefined) found = verdicts.sound;
} finally {
  Atomics.store(place, 0, found);
  Atomics.notify(place, 0);
}
