/** @file The rules that a call judges files by. */

import { defaultRuleSet, type RuleSet } from '../../checking/rules/rule-set.ts';
import { loadRuleSet } from '../../checking/rules/rule-set-file.ts';
import { setRuleSet } from '../../policy/rules.ts';
import type { Session } from './session.ts';

/**
 * Those of `--rules`; without it those that the organisation has set, else the default ones.
 * @throws AppError rules.unreadable, and as `loadRuleSet`
 */
export async function rulesOfCall({ policy }: Pick<Session, 'policy'>, path: string | undefined): Promise<RuleSet> {
  return path === undefined ? (setRuleSet(policy.values) ?? defaultRuleSet) : await loadRuleSet(path);
}
