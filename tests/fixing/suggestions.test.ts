import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import type { Finding } from '../../src-main/check/findings/finding.ts';
import { lineJudge } from '../../src-main/check/rules/line-judge.ts';
import { defaultRuleSet, severityOf } from '../../src-main/check/rules/rule-set.ts';
import { Suggestions } from '../../src-main/fixing/suggestions.ts';
import { NOW, transaction } from '../check/sources.ts';

const judge = lineJudge(defaultRuleSet, NOW);

/** What the check finds in a line, as the store has it. */
function findingsIn(value: object): Finding[] {
  const line = Buffer.from(JSON.stringify(value));
  return judge(line, 0, line.length).complaints.map((complaint) => {
    const severity = severityOf(complaint.rule, defaultRuleSet) === 'error' ? 'error' : 'warning';
    return { ...complaint, line: 1, severity };
  });
}

function suggested(...values: object[]) {
  const suggestions = new Suggestions();
  for (const finding of values.flatMap(findingsIn)) suggestions.add(finding);
  return suggestions.finish().filter(({ step }) => step !== 'drop-refused');
}

const good = transaction();
const withModification = (more: object) => ({ ...good, modification: { ...good.modification, ...more } });

it.each<[object, object]>([
  [
    { ...good, payment_source_country: 'Sweden' },
    { step: 'replace', field: 'payment_source_country', from: 'Sweden' },
  ],
  [
    { ...good, payment_source_country: 'de' },
    { step: 'upper-case', field: 'payment_source_country' },
  ],
  [
    { ...good, payment_source_country: 'swe' },
    { step: 'replace', field: 'payment_source_country', from: 'swe' },
  ],
  [
    { ...good, payment_source_country: ' DE' },
    { step: 'trim', field: 'payment_source_country' },
  ],
  [
    { ...good, payment_method: 7 },
    { step: 'replace', field: 'payment_method', from: 7 },
  ],
  [
    { ...good, payment_method: null },
    { step: 'replace', field: 'payment_method', from: null },
  ],
  [withModification({ currency: 'eur' }), { step: 'upper-case', field: 'modification.currency' }],
  [withModification({ amount: '12.50' }), { step: 'number-from-text', field: 'modification.amount' }],
  [withModification({ created_at: '2024-03-01T10:00:00Z' }), { step: 'strip-zone', field: 'modification.created_at' }],
  [
    withModification({ created_at: '01.03.2024' }),
    { step: 'replace', field: 'modification.created_at', from: '01.03.2024' },
  ],
  [withModification({ external_id: undefined }), { step: 'set-missing', field: 'modification.external_id' }],
])('Of %j', (value, step) => {
  expect(suggested(value)).toEqual([{ ...step, count: 1 }]);
});

it('A value that a finding shows only in part is not replaced', () => {
  expect(suggested({ ...good, payment_source_country: 'x'.repeat(100) })).toEqual([]);
});

it('The most frequent come first, and dropping what stays faulty last', () => {
  const suggestions = new Suggestions();
  const [a, b] = ['Sweden', 'Norge'].map((payment_source_country) => findingsIn({ ...good, payment_source_country }));
  for (const finding of [...(a ?? []), ...(b ?? []), ...(b ?? [])]) suggestions.add(finding);
  expect(suggestions.finish()).toMatchObject([
    { from: 'Norge', count: 2 },
    { from: 'Sweden', count: 1 },
    { step: 'drop-refused', count: 3 },
  ]);
});
