import { expect, it } from 'vitest';
import { withField, withOwnCountry } from '../../src-renderer/preparing/mapping.ts';
import { namesOf, stepBack } from '../../src-renderer/preparing/new-names.ts';
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
const source = { recognised: { id: 'one', name: 'Payments' }, differences };
const opened = (template = now, past: PreparationDraft[] = []) => ({
  past,
  draft: draftOf(template),
  // Of what is known of an export, only that is looked at.
  preparation: { source: { ...whole, ...source } },
});
const whole = {
  ...{ packing: [], files: [], allFiles: 0, notTaken: [], tables: [], sheets: [], lines: [], guesses: [] },
  otherTemplates: [],
};

it('New names are open until the template has all of them', () => {
  expect(namesOf(paymentTemplate, differences)).toBe('open');
  const one = withRenamedColumns(paymentTemplate, differences.slice(0, 2));
  expect(namesOf(one, differences)).toBe('open');
  expect(namesOf(now, differences)).toBe('new');
  expect(namesOf(now, [{ kind: 'renamed', before: 'note', column: 'Note', isRead: false }])).toBeUndefined();
});

it('A template that was taken with its new names is taken back to the old ones, and nothing beyond them', () => {
  const before = stepBack(opened());
  expect(before?.template).toEqual(paymentTemplate);
  const step = before === undefined ? undefined : whatChanged(before, draftOf(now));
  expect(step && changeInWords(step)).toBe('New names of columns');
  expect(stepBack(opened(paymentTemplate))).toBeUndefined();
});

it('What was decided later is taken back first', () => {
  const later = withField(now, 'payment_method', { source: { from: 'constant', text: 'SEPA' } });
  expect(stepBack(opened(later, [draftOf(now)]))?.template).toEqual(now);
});

it('Without a kept template there is nothing to take back', () => {
  expect(stepBack({ ...opened(), preparation: undefined })).toBeUndefined();
});

it('A country that was chosen is what is taken back, also where it follows that the countries change places', () => {
  const directed = { ...now, direction: { by: 'column' as const, column: 'D/C', incoming: ['C'], outgoing: ['D'] } };
  const step = whatChanged(draftOf(directed), draftOf(withOwnCountry(directed, 'DE')));
  expect(step && changeInWords(step)).toBe('Source country is the same for all rows');
});
