/** @file Tries a rule set on a file: what would be found otherwise than with the rules in use. Stores nothing. */

import { availableParallelism } from 'node:os';
import { type Clock, systemClock } from '../../ground/clock.ts';
import { answerOfThread } from '../thread.ts';
import type { TrialAssignment, TrialOutcome, TrialProgress, TrialRequest } from './trial-messages.ts';

/** A person waits for the trial: about a second for each rule set. */
export const MOST_TRIED_BYTES = 200_000_000;
/** The checks of files that are to be sent continue meanwhile. */
const MOST_WORKERS = 4;
/** Room for the findings of some thousand lines. */
const YOUNG_MB = 32;

export interface TrialOptions {
  signal?: AbortSignal;
  /** Called at most ten times a second. */
  onProgress?: (progress: TrialProgress) => void;
  clock?: Clock;
  /** Replaces the entry of the thread, to test its failures. */
  workerFile?: URL;
}

/** Rejects with AppError file.* or check.failed, or with the signal's reason. */
export async function tryRuleSet(request: TrialRequest, options: TrialOptions = {}): Promise<TrialOutcome> {
  const { signal, onProgress, clock = systemClock } = options;
  const workers = Math.max(1, Math.min(availableParallelism() - 1, MOST_WORKERS));
  const data: TrialAssignment = { request, now: clock.now(), workers };
  return await answerOfThread<TrialOutcome, TrialProgress>(
    { entry: options.workerFile ?? 'trial-worker', path: request.path, data, youngMb: YOUNG_MB },
    { signal, onProgress },
  );
}
