/** @file What differs between two rule sets, for the history and for auditors. Pure. */

import type { SettingChange } from '../audit/security-events.ts';
import { changesOf } from '../audit/security-events.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';

/** One change for each rule, and for each list of fields or values, that is not what it was. */
export function ruleSetChanges(before: RuleSet, after: RuleSet): SettingChange[] {
  const [old, now] = [asTexts(before), asTexts(after)];
  const gone = Object.keys(old).filter((field) => !Object.hasOwn(now, field));
  return [...changesOf(old, now), ...gone.map((field) => ({ field, before: old[field], after: undefined }))];
}

function asTexts({ severities, required, allowed, mainEntity }: RuleSet): Record<string, string> {
  const named = (name: string, values: object) =>
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[`${name}.${key}`, String(value)]]));
  return Object.fromEntries([
    ...named('severities', severities),
    ...named('allowed', allowed),
    ['required', required.join(', ')],
    ['mainEntity', mainEntity],
  ]);
}
