import { expect, it } from 'vitest';
import { changesBetween } from '../../src-main/templates/template-changes.ts';
import { templateChangesInWords } from '../../src-shared/template-change-words.ts';
import { column, templateOf } from './templates.ts';

const before = templateOf({
  columns: ['a', 'b'],
  fields: { payment_type: column('a'), payment_method: column('b') },
  additionalFields: { note: column('a') },
});

it('Fields that are new, have gone or changed are named, and settings', () => {
  const after = templateOf({
    columns: ['a', 'b'],
    dates: { formats: ['DD.MM.YYYY'], zone: 'as-written' },
    fields: { payment_type: column('b'), payment_external_id: column('a') },
    additionalFields: { note: column('a'), more: column('b') },
  });
  expect(templateChangesInWords(changesBetween(before, after))).toBe(
    'new: payment_external_id, additional_fields.more; changed: payment_type, how dates are written; gone: payment_method',
  );
});

it('Of many fields, the first are named, and the rest is counted', () => {
  const fields = Array.from({ length: 10 }, (_, at) => [`field ${at}`, column('a')] as const);
  const after = templateOf({
    ...before,
    additionalFields: { ...before.additionalFields, ...Object.fromEntries(fields) },
  });
  expect(templateChangesInWords(changesBetween(before, after))).toMatch(
    /^new: additional_fields\.field 0, .* and 2 more$/,
  );
});

it('Between a template and itself nothing differs', () => {
  expect(templateChangesInWords(changesBetween(before, templateOf(before)))).toBe('');
});
