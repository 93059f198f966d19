import { expect, it } from 'vitest';
import type { FindingRow } from '../../src-preload/contract.ts';
import { questionBeforeSending } from '../../src-renderer/transactions/send-question.ts';

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
  expect(questionBeforeSending([finding('warning')], test)).toBeUndefined();
});

it('one with errors is sent only in spite of them', () => {
  expect(questionBeforeSending([finding('error'), finding('warning')], test)).toMatchObject({
    title: 'Send it anyway?',
    sentences: expect.arrayContaining(['The check found 1 error.']),
    isGrave: true,
  });
});

it('production is asked for once more, even for a clean one', () => {
  expect(questionBeforeSending([], production)).toMatchObject({ connection: 'Nordbank', isGrave: false });
});

it('errors on the way to production are told together with what production means', () => {
  expect(questionBeforeSending([finding('error')], production)?.sentences).toHaveLength(4);
});
