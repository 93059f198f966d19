import { expect, it } from 'vitest';
import { MAX_LINE_BYTES } from '../../src-main/checking/rules/line-judge.ts';
import { defaultRuleSet } from '../../src-main/checking/rules/rule-set.ts';
import { checkTransaction } from '../../src-main/checking/transaction-check.ts';
import { transactionLine } from '../cli/transactions.ts';

const now = Date.UTC(2026, 0, 5);
const check = (text: string | Uint8Array) => checkTransaction(text, defaultRuleSet, now);
const rulesIn = (text: string | Uint8Array) => check(text).map(({ rule }) => rule);

it('finds nothing in a good transaction, however it is laid out', () => {
  const line = transactionLine();
  expect([line, `${line}\r\n`, JSON.stringify(JSON.parse(line), null, 4)].map(check)).toEqual([[], [], []]);
});

it('finds what is wrong, on line 1', () => {
  const text = transactionLine().replace('"DE"', '"Germany"');
  expect(check(text)).toMatchObject([
    { line: 1, rule: 'field.format', severity: 'error', path: 'payment_source_country' },
  ]);
});

it('uses the rule set for what is wrong and how much', () => {
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
])('does not take %s for a transaction', (_, text, rules) => {
  expect(rulesIn(text)).toEqual(rules);
});
