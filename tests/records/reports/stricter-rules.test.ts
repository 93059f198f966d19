/** @file A rule set is made of what only the service found, as far as a rule set can say it. */

import { expect, test } from 'vitest';
import { defaultRuleSet } from '../../../src-main/check/rules/rule-set.ts';
import type { FoundBy, ReportRow } from '../../../src-main/records/reports/entry-table.ts';
import type { ServiceMessage } from '../../../src-main/records/reports/reading/entry.ts';
import { StricterRules } from '../../../src-main/records/reports/stricter-rules.ts';

const row = (message: ServiceMessage, check: ReportRow['check'] = [], foundBy: FoundBy = 'service'): ReportRow => ({
  foundBy,
  batchLine: 1,
  check,
  service: [{ messages: [message], numbers: [1], ids: [], excerpt: '' }],
});

function proposedBy(...rows: ReportRow[]) {
  const rules = new StricterRules(defaultRuleSet);
  for (const one of rows) rules.add(one);
  return rules;
}

test.each([
  [{ text: 'Field required.', field: 'payment_method' }],
  [{ text: 'Oops', code: 'MISSING_FIELD', field: 'payment_method' }],
  [{ text: 'payment_method must not be null', field: 'payment_method' }],
])('%o makes the field required', (message) => {
  const { proposed, ruleSet } = proposedBy(row(message), row(message));

  expect(proposed).toMatchObject([{ rule: { kind: 'required', field: 'payment_method' }, lines: 2 }]);
  expect(ruleSet.required).toEqual([...defaultRuleSet.required, 'payment_method']);
});

test.each([
  ['must be one of: "CARD", "SEPA"', ['CARD', 'SEPA']],
  ['Invalid value. Allowed values are [CARD, SEPA, WIRE_OUT].', ['CARD', 'SEPA', 'WIRE_OUT']],
  ["Input should be expected one of 'a b' or 'c'", ['a b', 'c']],
])('“%s” lists the values that a field may have', (text, values) => {
  const { ruleSet } = proposedBy(row({ text, field: 'payment_type' }));

  expect(ruleSet.allowed).toEqual({ payment_type: values });
});

test('a risk assessment is the same field wherever it stands', () => {
  const { ruleSet } = proposedBy(row({ text: 'one of: low, high', field: 'receiver.unknown.risk_assessment' }));

  expect(ruleSet.allowed).toEqual({ risk_assessment: ['low', 'high'] });
});

test('what our check only warned of becomes an error', () => {
  const warned = {
    rule: 'field.implausible',
    severity: 'warning',
    path: 'payment_source_country',
    message: 'ZZ',
  } as const;
  const { ruleSet } = proposedBy(row({ text: 'Unknown country.', field: 'payment_source_country' }, [warned], 'both'));

  expect(ruleSet.severities).toEqual({ 'field.implausible': 'error' });
});

test.each([
  ['a field that no transaction has', row({ text: 'Field required.', field: 'colour' })],
  ['no field', row({ text: 'Field required.' })],
  ['a sentence that lists nothing', row({ text: 'Expected a value.', field: 'payment_type' })],
  ['what a rule set cannot say', row({ text: 'This entity is not onboarded.', field: 'sender.by_external_id' })],
  ['what is required already', row({ text: 'Field required.', field: 'sender' })],
  ['an entry without a line', row({ text: 'Field required.', field: 'payment_type' }, [], 'unmatched')],
  [
    'a line on which our check found an error',
    row(
      { text: 'Field required.', field: 'payment_type' },
      [{ rule: 'field.format', severity: 'error', path: '', message: '' }],
      'both',
    ),
  ],
])('%s proposes nothing', (_, one) => {
  const { proposed, ruleSet } = proposedBy(one);

  expect(proposed).toEqual([]);
  expect(ruleSet).toEqual(defaultRuleSet);
});
