/** @file Entry of a thread that compares the ids of files with those of others, one after the other: seconds, for millions of them. */

import { parentPort } from 'node:worker_threads';
import type { Comparison } from './compare.ts';
import { compareIds } from './id-index/shared-ids.ts';
import { answerHere } from './thread-answer.ts';

// Only kept-threads.ts starts this file.
parentPort?.on('message', ({ path, others, mostNamed }: Comparison) =>
  answerHere(() => compareIds(path, others, mostNamed)),
);
