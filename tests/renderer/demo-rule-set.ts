/** @file The rule set of the sample app: its form, its faults, and a trial of it. */

import type { CommandOutput, RuleSetProblem, RuleSetState } from '../../src-shared/contract.ts';

const rules = [
  ['file.empty', 'error', 'app'],
  ['json.syntax', 'error', 'service'],
  ['json.duplicate-key', 'warning', undefined],
  ['field.required', 'error', undefined],
  ['field.format', 'error', undefined],
  ['field.unknown', 'warning', undefined],
  ['entity.main-not-known', 'error', 'service'],
  ['modification.duplicate', 'error', 'service'],
] as const;

export function demoRuleSet(text: string): RuleSetState {
  return {
    text,
    previous: { text: '{ "mainEntity": "sender" }', until: Date.UTC(2026, 10, 20, 9) },
    form: {
      rules: rules.map(([rule, usually, fixedBy]) => ({ rule, usually, ...(fixedBy !== undefined && { fixedBy }) })),
      fields: ['request_uuid', 'payment_method', 'sender', 'receiver', 'modification', 'modification.external_id'],
      restrictable: ['payment_method', 'payment_type', 'modification.type', 'risk_assessment'],
      required: ['sender', 'receiver', 'modification', 'modification.external_id'],
    },
  };
}

/** Refuses what is no JSON, and another main party than the three. */
export function demoRuleSetProblems(text: string): RuleSetProblem[] {
  if (text.trim() === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    const main = typeof value === 'object' && value !== null && 'mainEntity' in value ? value.mainEntity : 'either';
    const isKnown = main === 'either' || main === 'sender' || main === 'receiver';
    return isKnown
      ? []
      : [{ at: ['mainEntity'], problem: 'Invalid option: expected one of "sender"|"receiver"|"either"' }];
  } catch {
    return [{ at: [], problem: 'this is not valid JSON.' }];
  }
}

export const demoTrial: CommandOutput<'ruleSet.try'> = {
  kind: 'tried',
  trial: {
    ...{ fileName: 'migration-2026-04.jsonl', bytes: 3_100_000_000, checkedBytes: 199_999_812, lines: 281_044 },
    isCut: false,
    changes: [
      {
        ...{ rule: 'field.required', from: 'nothing', to: 'error', lines: 3 },
        examples: [
          { line: 17, message: 'request_uuid is required, but it is missing.' },
          { line: 204, message: 'request_uuid is required, but it is missing.' },
        ],
      },
      {
        ...{ rule: 'field.format', from: 'error', to: 'warning', lines: 12 },
        examples: [
          { line: 9, message: 'payment_source_country must be two upper-case letters, but is “Sweden”.' },
          { line: 31, message: 'payment_source_country must be two upper-case letters, but is “Norway”.' },
        ],
      },
    ],
    before: { faulty: 12, warned: 0 },
    after: { faulty: 3, warned: 12 },
  },
};
