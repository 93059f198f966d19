/** @file Entry of the thread that prepares: reads, and writes in order. Only prepare.ts starts it. */

import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../src-shared/errors.ts';
import { Paced } from '../checking/paced.ts';
import type { PreparationMessage, PreparationProgress, PreparationRequest } from './preparation.ts';
import { runPreparation } from './run.ts';

// Only prepare.ts starts this file.
const request = workerData as PreparationRequest;

const post = (message: PreparationMessage): void => parentPort?.postMessage(message);
const paced = new Paced((progress: PreparationProgress) => post({ kind: 'progress', progress }));

try {
  const summary = await runPreparation(request, (progress) => paced.tell(progress));
  paced.flush();
  post({ kind: 'done', summary });
} catch (thrown) {
  // Anything else is a crash, which the starting thread sees as such.
  if (!(thrown instanceof AppError)) throw thrown;
  post({ kind: 'failed', error: thrown.toRecord() });
}
