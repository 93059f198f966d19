/** @file Entry of the thread that rewrites a file, so that the one with the window stays responsive. Only fix.ts starts it. */

import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../src-shared/errors.ts';
import { loadJudge } from '../checking/load-judge.ts';
import { Paced } from '../checking/paced.ts';
import { needsFindings } from './recipe.ts';
import { rewrite } from './rewrite.ts';
import type { RewriteAssignment, RewriteMessage, RewriteProgress } from './rewrite-messages.ts';

// Only fix.ts starts this file.
const { request, now } = workerData as RewriteAssignment;

const post = (message: RewriteMessage): void => parentPort?.postMessage(message);
const paced = new Paced((progress: RewriteProgress) => post({ kind: 'progress', progress }));

try {
  const judge = needsFindings(request.recipe) ? await loadJudge(request.ruleSet, now) : undefined;
  const summary = rewrite(request, judge, (progress) => paced.tell(progress));
  paced.flush();
  post({ kind: 'done', summary });
} catch (thrown) {
  // Anything else is a crash, which the starting thread sees as such.
  if (!(thrown instanceof AppError)) throw thrown;
  post({ kind: 'failed', error: thrown.toRecord() });
}
