import { describe, expect, it } from 'vitest';
import { messageParts, selectionOf } from '../../src-renderer/submission/finding-selection.ts';
import { createSubmissionViews, usualView } from '../../src-renderer/submission/submission-view.ts';
import { groupTexts } from '../../src-renderer/texts/finding-groups.ts';
import type { FindingGroupRow } from '../../src-shared/contract.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { row } from '../shells/rows.ts';

const { id } = row(1);
const group: FindingGroupRow = {
  id: 7,
  rule: 'field.format',
  severity: 'error',
  path: 'payment_source_country',
  message: 'payment_source_country must be two upper-case letters, but is “Sweden”.',
  value: 'Sweden',
  count: 980_547,
  firstLines: [3, 17, 22, 29, 1300],
};

describe('The selection of findings', () => {
  it('selects all findings at first', () => {
    expect(selectionOf(id, usualView)).toEqual({ id });
  });

  it('selects by everything that a person has chosen', () => {
    const view = {
      ...usualView,
      severity: 'error' as const,
      rules: new Set(['field.format']),
      search: ' Sweden ',
      group,
    };
    expect(selectionOf(id, view)).toEqual({ id, severity: 'error', rules: ['field.format'], text: 'Sweden', group: 7 });
  });

  it('leaves a text of mere blanks out', () => {
    expect(selectionOf(id, { ...usualView, search: '   ' })).toEqual({ id });
  });

  it('selects all groups where groups are shown', () => {
    expect(selectionOf(id, { ...usualView, list: 'groups', group })).toEqual({ id });
  });
});

describe('The view of a submission', () => {
  it('keeps what a change does not name', () => {
    const views = createSubmissionViews();
    views.getState().change(id, { search: 'Sweden' });
    views.getState().change(id, { chosen: 4 });
    expect(views.getState().views.get(id)).toEqual({ ...usualView, search: 'Sweden', chosen: 4 });
  });
});

describe('The words for findings', () => {
  it('keep the wrong value in the part of a message that is not cut off', () => {
    expect(messageParts(inEnglish(group.message))).toEqual([
      'payment_source_country must be two upper-case letters,',
      ' but is “Sweden”.',
    ]);
  });

  it('keep a value whole that has the same words', () => {
    expect(messageParts('a must be b, but is “c but is d”.')[1]).toBe(' but is “c but is d”.');
  });

  it('keep a message whole that ends with no value', () => {
    expect(messageParts('The line is blank.')).toEqual(['The line is blank.', '']);
  });

  it('name a group by field and value, with its number and first lines', () => {
    expect(groupTexts.opened(group)).toBe(
      'Source country · payment_source_country: “Sweden” — 980,547 times, lines 3, 17, 22, 29, 1,300…',
    );
  });

  it('name a group without a value by its message', () => {
    expect(groupTexts.name({ ...group, value: undefined })).toBe(group.message);
  });

  it('name the only line of a group', () => {
    expect(groupTexts.opened({ ...group, count: 1, firstLines: [3] })).toBe(
      'Source country · payment_source_country: “Sweden” — once, line 3',
    );
  });

  it('name the file as a whole where a group has no line', () => {
    expect(groupTexts.lines({ count: 1, firstLines: [0] })).toBe('the file as a whole');
  });
});
