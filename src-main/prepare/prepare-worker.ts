/** @file Entry of the thread that prepares: reads, and writes in order. Only prepare.ts starts it. */

import { workerData } from 'node:worker_threads';
import { answerHere } from '../check/thread-answer.ts';
import type { PreparationProgress, PreparationRequest, PreparationSummary } from './preparation.ts';
import { runPreparation } from './run.ts';

// Only prepare.ts starts this file.
const request = workerData as PreparationRequest;

await answerHere<PreparationSummary, PreparationProgress>((tell) => runPreparation(request, tell));
