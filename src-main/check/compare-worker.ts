/** @file Entry of a thread that compares the ids of a file with those of others: seconds, for millions of them. */

import { workerData } from 'node:worker_threads';
import type { Comparison } from './compare.ts';
import { compareIds } from './id-index/shared-ids.ts';
import { answerHere } from './thread-answer.ts';

// Only compare.ts starts this file.
const { path, others } = workerData as Comparison;

await answerHere(() => compareIds(path, others));
