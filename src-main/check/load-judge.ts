/** @file Loads the judge when the first line needs it: the schemas that explain faults take longer to load than a file to walk. */

import type { RuleSet } from './rules/rule-set.ts';
import type { LineJudge } from './rules/verdict.ts';

/** @param now milliseconds since the epoch, to recognise dates in the future */
export async function loadJudge(ruleSet: RuleSet, now: number): Promise<LineJudge> {
  const { lineJudge } = await import('./rules/line-judge.ts');
  return lineJudge(ruleSet, now);
}
