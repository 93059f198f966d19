/** @file Values that were changed, as a page and a receipt show them: what differs is seen, however long they are. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inLanguage } from '../../src-main/actions/receipts.ts';
import { aroundDifference } from '../../src-shared/around-difference.ts';
import { changeInWords, shownChange } from '../../src-shared/change-words.ts';

const text = fc.string({ maxLength: 600, unit: 'grapheme' });

it('Two texts that differ never look alike once they are cut, and neither is much longer than it may be', () => {
  fc.assert(
    fc.property(text, text, text, text, (start, one, other, end) => {
      fc.pre(one !== other);
      const { before, after } = aroundDifference(start + one + end, start + other + end, 60);
      expect(before).not.toBe(after);
      for (const shown of [before, after]) expect(shown.length).toBeLessThanOrEqual(66);
    }),
  );
});

it('A long line is cut around the spot that was changed', () => {
  const line = (amount: string) => `${'a'.repeat(300)}"amount":${amount},"currency":"EUR"${'z'.repeat(300)}`;
  const { before, after } = aroundDifference(line('1,5'), line('1.5'), 60);
  expect(before).toMatch(/^…a*"amount":1,5,"currency":"EUR"z*…$/);
  expect(after).toMatch(/^…a*"amount":1\.5,"currency":"EUR"z*…$/);
});

it('A text stands without its quotation marks, unless they tell it from a number or show a space', () => {
  expect(shownChange({ before: '"GER"', after: '"DE"' }, 60)).toEqual({ before: 'GER', after: 'DE' });
  expect(shownChange({ before: '"12.50"', after: '12.50' }, 60)).toEqual({ before: '“12.50”', after: '12.50' });
  expect(shownChange({ before: '"DE "', after: '"DE"' }, 60)).toEqual({ before: '“DE ”', after: '“DE”' });
  expect(shownChange({ before: '""' }, 60)).toEqual({ before: '“”' });
  expect(shownChange({ after: '"EUR"' }, 60)).toEqual({ after: 'EUR' });
});

it('An amount is told as a number of the language, and other numbers stay as they are', async () => {
  const change = { before: '"3.142,81"', after: '3142.8' };
  expect(shownChange({ ...change, field: 'modification.amount' }, 60).after).toBe('3,142.80');
  expect(shownChange({ ...change, field: 'additional_fields.year' }, 60).after).toBe('3142.8');
  const german = await inLanguage('de', () =>
    Object.values(shownChange({ ...change, field: 'modification.amount' }, 60)).join(' → '),
  );
  expect(german).toBe('„3.142,81“ → 3.142,80');
});

it('What one rule made of many values is one sentence with an example', () => {
  const change = { step: 'strip-zone', field: 'modification.created_at', lines: 2016, first: 7 };
  const values = { before: '"2026-11-23T10:00:00+01:00"', after: '"2026-11-23T10:00:00"' };
  expect(changeInWords({ ...change, ...values, isExample: true }, 'Booking time', 60)).toBe(
    '2,016 × Booking time: Zone left out, e.g. 2026-11-23T10:00:00+01:00 → 2026-11-23T10:00:00',
  );
});
