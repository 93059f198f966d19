/** @file What is wrong with a rule set as a person types it, each problem at its place. Pure. */

import { z } from 'zod';
import { AppError, type ErrorRecord } from '../../../src-shared/errors.ts';
import { isFact, type Said, says } from '../../../src-shared/languages/fact.ts';
import { faultOf } from './hand-written.ts';
import { emptyFilesStay, parseRuleSet } from './rule-set-file.ts';

export interface RuleSetProblem {
  /** The keys that lead to it; none where it is the text as a whole. */
  at: string[];
  problem: Said;
}

/** An empty text has none: it stands for the default rules. */
export function ruleSetProblems(text: string): RuleSetProblem[] {
  if (text.trim() === '') return [];
  try {
    parseRuleSet(text, '');
    return [];
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    if (thrown.cause instanceof z.ZodError) {
      const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
      return thrown.cause.issues.map((issue) => ({ at: issue.path.map(String), problem: faultOf(issue, value) }));
    }
    return [problemOf(thrown.toRecord())];
  }
}

function problemOf({ params }: ErrorRecord): RuleSetProblem {
  const problem = params['problem'];
  if (!isFact(problem)) return { at: [], problem: String(problem) };
  return says(problem.values?.['problem'], emptyFilesStay.problem) ? emptyFilesStay : { at: [], problem };
}
