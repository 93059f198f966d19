import { expect, it } from 'vitest';
import { withOwnCountry } from '../../src-renderer/preparing/mapping.ts';
import { changesOf } from '../../src-renderer/preparing/taken-changes.ts';
import { whatChanged } from '../../src-renderer/preparing/what-changed.ts';
import { changeInWords } from '../../src-renderer/texts/mapping.ts';
import { withChangedColumns } from '../../src-shared/changed-columns.ts';
import type { PreparationDraft, TemplateDifference } from '../../src-shared/contract.ts';
import { paymentTemplate } from '../prepare/exports.ts';

const differences: TemplateDifference[] = [
  { kind: 'new', column: 'Channel' },
  { kind: 'renamed', before: 'currency', column: 'Ccy', isRead: true },
  { kind: 'renamed', before: 'amount', column: 'Sum', isRead: true },
];
const now = withChangedColumns(paymentTemplate, differences);
const draftOf = (template = paymentTemplate): PreparationDraft => ({
  template,
  split: { by: 'size', maxBytes: 1_000_000, maxTransactions: 1000, keepPayments: true },
  figures: [],
});

it('Changes are open until the template has all of them', () => {
  expect(changesOf(paymentTemplate, differences)).toBe('open');
  const one = withChangedColumns(paymentTemplate, differences.slice(0, 2));
  expect(changesOf(one, differences)).toBe('open');
  expect(changesOf(now, differences)).toBe('taken');
  const gone = { kind: 'gone' as const, column: 'currency', isRead: true };
  const instead = { 'modification.currency': { source: { from: 'constant' as const, text: 'EUR' } } };
  expect(changesOf(paymentTemplate, [gone])).toBeUndefined();
  expect(changesOf(paymentTemplate, [{ ...gone, instead }])).toBe('open');
  expect(changesOf(withChangedColumns(paymentTemplate, [{ ...gone, instead }]), [{ ...gone, instead }])).toBe('taken');
  expect(changesOf(now, [{ kind: 'renamed', before: 'note', column: 'Note', isRead: false }])).toBeUndefined();
});

it('A country that was chosen is what is taken back, also where it follows that the countries change places', () => {
  const directed = { ...now, direction: { by: 'column' as const, column: 'D/C', incoming: ['C'], outgoing: ['D'] } };
  const step = whatChanged(draftOf(directed), draftOf(withOwnCountry(directed, 'DE')));
  expect(step && changeInWords(step)).toBe('Source country is the same for all rows');
});
