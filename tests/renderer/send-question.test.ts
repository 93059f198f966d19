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

it('A clean transaction goes to a test tenant without a question', () => {
  expect(questionBeforeSending([finding('warning')], test, false)).toBeUndefined();
});

it('A transaction with errors is sent only after a question about them', () => {
  expect(questionBeforeSending([finding('error'), finding('warning')], test, false)).toMatchObject({
    title: 'Send it anyway?',
    sentences: expect.arrayContaining(['The check found 1 error.']),
    isGrave: true,
  });
});

it('Sending to production needs a question, even for a clean transaction', () => {
  expect(questionBeforeSending([], production, false)).toMatchObject({ connection: 'Nordbank', isGrave: false });
});

it('The question names errors together with the meaning of production', () => {
  expect(questionBeforeSending([finding('error')], production, false)?.sentences).toHaveLength(4);
});

it('A transaction that was accepted is sent again only after a question about the consequences', () => {
  expect(questionBeforeSending([], test, true)).toMatchObject({
    title: 'Send it again?',
    sentences: [expect.stringContaining('went to this service before')],
  });
});
