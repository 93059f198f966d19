/** @file Entry of a thread that compares the ids of a file with those of others: seconds, for millions of them. */

import { parentPort, workerData } from 'node:worker_threads';
import type { Comparison } from './compare.ts';
import { compareIds } from './id-index/shared-ids.ts';

// Only compare.ts starts this file.
const { path, others } = workerData as Comparison;

parentPort?.postMessage(compareIds(path, others));
