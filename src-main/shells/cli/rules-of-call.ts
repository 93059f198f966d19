/** @file The rules that a call judges files by. */

import { defaultRuleSet, type RuleSet } from '../../check/rules/rule-set.ts';
import { loadRuleSet, ruleSetText } from '../../check/rules/rule-set-file.ts';
import { requireAllowedRules, setRuleSet } from '../../policy/rules.ts';
import type { Session } from './session.ts';

/** Those of `--rules` as they are given to an action, which judges them. @throws AppError rules.unreadable, file.* */
export async function rulesGiven(path: string | undefined): Promise<{ rules?: { name: string; text: string } }> {
  return path === undefined ? {} : { rules: { name: path, text: await ruleSetText(path) } };
}

/**
 * Those of `--rules`; without it those that the organisation has set, else the default ones. Also a call that sends nothing is
 * refused other rules than those that are set: what it says “may be sent” must be what is sent.
 * @throws AppError rules.unreadable, policy.managed, and as `loadRuleSet`
 */
export async function rulesOfCall({ policy }: Pick<Session, 'policy'>, path: string | undefined): Promise<RuleSet> {
  if (path === undefined) return setRuleSet(policy.values) ?? defaultRuleSet;
  const ruleSet = await loadRuleSet(path);
  requireAllowedRules(policy.values, ruleSet, 'Leave out --rules');
  return ruleSet;
}
