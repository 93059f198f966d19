/** @file Entry of the thread in which a rule set is tried, so that the one with the window stays responsive. Only trial.ts starts it. */

import { workerData } from 'node:worker_threads';
import { answerHere } from '../thread-answer.ts';
import { runTrial } from './run-trial.ts';
import type { TrialAssignment, TrialOutcome, TrialProgress } from './trial-messages.ts';

// Only trial.ts starts this file.
await answerHere<TrialOutcome, TrialProgress>((tell) => runTrial(workerData as TrialAssignment, tell));
