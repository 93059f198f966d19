/** @file Entry of the thread that rewrites a file, so that the one with the window stays responsive. Only fix.ts starts it. */

import { workerData } from 'node:worker_threads';
import { loadJudge } from '../check/load-judge.ts';
import { answerHere } from '../check/thread-answer.ts';
import { needsFindings } from './recipe.ts';
import { rewrite } from './rewrite.ts';
import type { RewriteAssignment, RewriteProgress, RewriteSummary } from './rewrite-messages.ts';

// Only fix.ts starts this file.
const { request, now } = workerData as RewriteAssignment;

await answerHere<RewriteSummary, RewriteProgress>(async (tell) => {
  // It also says what is wrong with a line that a person has left out.
  const isJudged = needsFindings(request.recipe) || request.edits?.some(({ text }) => text === undefined) === true;
  const judge = isJudged ? await loadJudge(request.ruleSet, now) : undefined;
  return rewrite(request, judge, tell);
});
