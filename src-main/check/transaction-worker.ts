/** @file Entry of the thread that checks a transaction of megabytes. Only transaction-thread.ts starts it. */

import { workerData } from 'node:worker_threads';
import { answerHere } from './thread-answer.ts';
import { checkTransaction } from './transaction-check.ts';
import type { LargeTransaction } from './transaction-thread.ts';

// Only transaction-thread.ts starts this file.
const { content, ruleSet, now } = workerData as LargeTransaction;

await answerHere(() => checkTransaction(content, ruleSet, now));
