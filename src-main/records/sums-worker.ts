/** @file Entry of the thread that adds up the transactions of a file. Only account-sums.ts starts it. */

import { workerData } from 'node:worker_threads';
import { answerHere } from '../check/thread-answer.ts';
import { type SumsRequest, sumDays, sumLines } from './line-sums.ts';

// Only account-sums.ts starts this file.
const request = workerData as SumsRequest & { byDay?: boolean };

await answerHere(() => (request.byDay === true ? sumDays(request) : sumLines(request)));
