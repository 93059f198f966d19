import { expect, it } from 'vitest';
import { MAX_LINE_BYTES } from '../../src-main/check/line-limit.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { checkTransaction } from '../../src-main/check/transaction-check.ts';
import { transactionLine } from '../cli/transactions.ts';

const now = Date.UTC(2026, 0, 5);
const check = (text: string | Uint8Array) => checkTransaction(text, defaultRuleSet, now);
const rulesIn = (text: string | Uint8Array) => check(text).map(({ rule }) => rule);

it('A good transaction has no findings in any layout', () => {
  const line = transactionLine();
  expect([line, `${line}\r\n`, JSON.stringify(JSON.parse(line), null, 4)].map(check)).toEqual([[], [], []]);
});

it('The faults of a transaction are reported on line 1', () => {
  const text = transactionLine().replace('"DE"', '"Germany"');
  expect(check(text)).toMatchObject([
    { line: 1, rule: 'field.format', severity: 'error', path: 'payment_source_country' },
  ]);
});

it('The rule set decides what is a fault and how severe it is', () => {
  const ruleSet = { ...defaultRuleSet, severities: { 'field.format': 'warning' as const } };
  const text = transactionLine().replace('"DE"', '"Germany"');
  expect(checkTransaction(text, ruleSet, now)).toMatchObject([{ rule: 'field.format', severity: 'warning' }]);
});

it.each([
  ['a text that is no JSON', '{"sender": ', ['json.syntax']],
  ['a list', '[]', ['json.not-object']],
  ['nothing', '', ['line.blank']],
  ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), ['file.encoding']],
  ['more than a line may have', 'x'.repeat(MAX_LINE_BYTES + 1), ['line.too-long']],
])('The check does not accept %s as a transaction', (_, text, rules) => {
  expect(rulesIn(text)).toEqual(rules);
});
