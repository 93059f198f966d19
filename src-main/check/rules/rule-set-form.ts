/** @file What a person can decide in a rule set, as the form of the window shows it. Pure. */

import { defaultSeverities, type RuleId, ruleIds } from '../findings/finding.ts';
import { defaultRuleSet } from './rule-set.ts';
import { type FieldTree, type RestrictableField, transactionFields } from './transaction-fields.ts';

/** The service refuses what breaks these, whatever a rule set says (§2.1.1, §2.2, §2.3, §2.6). */
const ofTheService: ReadonlySet<RuleId> = new Set<RuleId>([
  'json.syntax',
  'json.not-object',
  'entity.both-forms',
  'entity.no-form',
  'entity.unknown-details',
  'entity.main-not-known',
  'modification.duplicate',
]);

const restrictable = [
  'payment_method',
  'payment_type',
  'modification.type',
  'risk_assessment',
] as const satisfies readonly RestrictableField[];

/** Of each rule its default severity, and who holds it to that; the fields that can be required or restricted. */
export function ruleSetForm() {
  return {
    rules: ruleIds.map((rule) => ({ rule, usually: defaultSeverities[rule], ...fixed(rule) })),
    fields: pathsOf(transactionFields, ''),
    restrictable: [...restrictable],
    required: [...defaultRuleSet.required],
  };
}

function fixed(rule: RuleId): { fixedBy?: 'service' | 'app' } {
  if (rule === 'file.empty') return { fixedBy: 'app' };
  return ofTheService.has(rule) ? { fixedBy: 'service' } : {};
}

function pathsOf(fields: FieldTree, prefix: string): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const path = `${prefix}${key}`;
    return typeof field === 'string' ? [path] : [path, ...pathsOf(field, `${path}.`)];
  });
}
