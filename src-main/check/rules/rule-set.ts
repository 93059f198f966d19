/** @file The rule set: the parts of the check that an administrator may change. Its file is read in rule-set-file.ts. */

import { defaultSeverities, type RuleId, ruleIds, type Severity } from '../findings/finding.ts';
import type { RestrictableField } from './transaction-fields.ts';

export interface RuleSet {
  /** The address of the schema, for editors that offer completion. */
  $schema?: string | undefined;
  /** Another severity for a rule, or off. */
  severities: { [rule in RuleId]?: Severity | 'off' };
  /** Dotted paths of the fields that must be there; one inside an optional object only where that object is given. */
  required: string[];
  /** The only values these fields may have; any text where nothing is listed. */
  allowed: { [field in RestrictableField]?: string[] | undefined };
  /** Which role must be a known entity; either: at least one of the two. */
  mainEntity: 'sender' | 'receiver' | 'either';
}

export const defaultRuleSet: RuleSet = {
  severities: {},
  required: ['sender', 'receiver', 'modification', 'modification.external_id'],
  allowed: {},
  mainEntity: 'either',
};

/** The severity of a rule under a rule set. */
export function severityOf(rule: RuleId, ruleSet: RuleSet): Severity | 'off' {
  return ruleSet.severities[rule] ?? defaultSeverities[rule];
}

/** Whether two rule sets judge every line alike, however they are written. */
export function areSameRules(one: RuleSet, other: RuleSet): boolean {
  return effectOf(one) === effectOf(other);
}

function effectOf(ruleSet: RuleSet): string {
  const lists = Object.entries(ruleSet.allowed).flatMap(([field, values]) =>
    values === undefined ? [] : [[field, [...new Set(values)].sort()]],
  );
  return JSON.stringify([
    ruleIds.map((rule) => severityOf(rule, ruleSet)),
    [...new Set(ruleSet.required)].sort(),
    lists.map((list) => JSON.stringify(list)).sort(),
    ruleSet.mainEntity,
  ]);
}
