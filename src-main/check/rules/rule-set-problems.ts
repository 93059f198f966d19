/** @file What is wrong with a rule set as a person types it, each problem at its place. Pure. */

import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { inEnglish } from '../../../src-shared/languages/message.ts';
import { parseRuleSet } from './rule-set-file.ts';

export interface RuleSetProblem {
  /** The keys that lead to it; none where it is the text as a whole. */
  at: string[];
  problem: string;
}

/** An empty text has none: it stands for the default rules. */
export function ruleSetProblems(text: string): RuleSetProblem[] {
  if (text.trim() === '') return [];
  try {
    parseRuleSet(text, '');
    return [];
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    if (thrown.cause instanceof z.ZodError)
      return thrown.cause.issues.map(({ path, message }) => ({ at: path.map(String), problem: message }));
    const said = thrown.toRecord().params['problem'] ?? '';
    const problem = typeof said === 'number' ? String(said) : inEnglish(said);
    // The one problem that the schema does not know.
    const isOfEmptyFiles = problem.startsWith('severities.file.empty: ');
    return [
      isOfEmptyFiles
        ? { at: ['severities', 'file.empty'], problem: problem.slice('severities.file.empty: '.length) }
        : { at: [], problem },
    ];
  }
}
