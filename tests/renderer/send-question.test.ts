import { expect, it } from 'vitest';
import { questionBeforeSending } from '../../src-renderer/transactions/send-question.ts';
import type { FindingRow } from '../../src-shared/contract.ts';

const finding = (severity: FindingRow['severity']): FindingRow => ({
  line: 1,
  rule: 'field.format',
  severity,
  path: '',
  message: '',
});
const test = { name: 'Nordbank UAT', kind: 'test' } as const;
const production = { name: 'Nordbank', kind: 'production' } as const;

it('a clean transaction goes to a test tenant without a question', () => {
  expect(questionBeforeSending([finding('warning')], test, false)).toBeUndefined();
});

it('one with errors is sent only in spite of them', () => {
  expect(questionBeforeSending([finding('error'), finding('warning')], test, false)).toMatchObject({
    title: 'Send it anyway?',
    sentences: expect.arrayContaining(['The check found 1 error.']),
    isGrave: true,
  });
});

it('production is asked for once more, even for a clean one', () => {
  expect(questionBeforeSending([], production, false)).toMatchObject({ connection: 'Nordbank', isGrave: false });
});

it('errors on the way to production are told together with what production means', () => {
  expect(questionBeforeSending([finding('error')], production, false)?.sentences).toHaveLength(4);
});

it('one that was accepted goes again only after a word on what that means', () => {
  expect(questionBeforeSending([], test, true)).toMatchObject({
    title: 'Send it again?',
    sentences: [expect.stringContaining('already accepted it')],
  });
});
