import { expect, it } from 'vitest';
import { withOwnCountry } from '../../src-renderer/preparing/mapping.ts';
import { namesOf } from '../../src-renderer/preparing/new-names.ts';
import { whatChanged } from '../../src-renderer/preparing/what-changed.ts';
import { changeInWords } from '../../src-renderer/texts/mapping.ts';
import type { PreparationDraft, TemplateDifference } from '../../src-shared/contract.ts';
import { withRenamedColumns } from '../../src-shared/renamed-columns.ts';
import { paymentTemplate } from '../prepare/exports.ts';

const differences: TemplateDifference[] = [
  { kind: 'new', column: 'Channel' },
  { kind: 'renamed', before: 'currency', column: 'Ccy', isRead: true },
  { kind: 'renamed', before: 'amount', column: 'Sum', isRead: true },
];
const now = withRenamedColumns(paymentTemplate, differences);
const draftOf = (template = paymentTemplate): PreparationDraft => ({
  template,
  split: { by: 'size', maxBytes: 1_000_000, maxTransactions: 1000, keepPayments: true },
  figures: [],
});

it('New names are open until the template has all of them', () => {
  expect(namesOf(paymentTemplate, differences)).toBe('open');
  const one = withRenamedColumns(paymentTemplate, differences.slice(0, 2));
  expect(namesOf(one, differences)).toBe('open');
  expect(namesOf(now, differences)).toBe('new');
  expect(namesOf(now, [{ kind: 'renamed', before: 'note', column: 'Note', isRead: false }])).toBeUndefined();
});

it('A country that was chosen is what is taken back, also where it follows that the countries change places', () => {
  const directed = { ...now, direction: { by: 'column' as const, column: 'D/C', incoming: ['C'], outgoing: ['D'] } };
  const step = whatChanged(draftOf(directed), draftOf(withOwnCountry(directed, 'DE')));
  expect(step && changeInWords(step)).toBe('Source country is the same for all rows');
});
