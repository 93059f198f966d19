/** @file Entry of the thread in which a rule set is tried, so that the one with the window stays responsive. Only trial.ts starts it. */

import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../../src-shared/errors.ts';
import { Paced } from '../paced.ts';
import { runTrial } from './run-trial.ts';
import type { TrialAssignment, TrialMessage, TrialProgress } from './trial-messages.ts';

const post = (message: TrialMessage): void => parentPort?.postMessage(message);
const paced = new Paced((progress: TrialProgress) => post({ kind: 'progress', progress }));

try {
  // Only trial.ts starts this file.
  const outcome = await runTrial(workerData as TrialAssignment, (progress) => paced.tell(progress));
  paced.flush();
  post({ kind: 'done', outcome });
} catch (thrown) {
  // Anything else is a crash, which the starting thread sees as such.
  if (!(thrown instanceof AppError)) throw thrown;
  post({ kind: 'failed', error: thrown.toRecord() });
}
