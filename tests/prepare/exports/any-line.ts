/** @file Rules under which a line may have any fields: for exports that are no whole transactions, so that what is read counts. */

import { defaultRuleSet, type RuleSet } from '../../../src-main/check/rules/rule-set.ts';

export const anyLine: RuleSet = {
  ...defaultRuleSet,
  required: [],
  severities: { 'entity.main-not-known': 'off', 'entity.unknown-details': 'off' },
};
