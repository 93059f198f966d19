/** @file What differs between two rule sets, noted in the history and for auditors. */

import { changesOf, type RecordSecurity, type SettingChange } from '../audit/security-events.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import type { QueueStore } from './storage/store.ts';

/** Notes that a person has changed the rules of the check from one set to another. */
export function noteRuleSet(
  [before, after]: readonly [RuleSet, RuleSet],
  { at, store, record }: { at: number; store: Pick<QueueStore, 'record'>; record: RecordSecurity },
): void {
  const changes = ruleSetChanges(before, after);
  if (changes.length === 0) return;
  store.record({ at, kind: 'rule-set-changed', detail: { changes } });
  record({ kind: 'rule-set-changed', changes });
}

/** One change for each rule, and for each list of fields or values, that is not what it was. */
function ruleSetChanges(before: RuleSet, after: RuleSet): SettingChange[] {
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
