/** @file The control figures that a receipt shows are those that were there when the file was added. */

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sourceContradicts } from '../../src-main/send/receipts/source-facts.ts';
import { recordOfPreparation } from '../../src-main/send/recorded-facts.ts';
import { at, submissionIn } from './samples.ts';

const template = { name: 'November', version: 1, sha256: '0'.repeat(64) };
const differing = [{ currency: 'EUR', expected: { count: 4, sum: '9' }, actual: { count: 3, sum: '7.5' } }];
const control = { figures: [{ currency: 'EUR', count: 4, sum: '9' }], differences: 1, differing };
const facts = { manifestSha256: '1'.repeat(64), sha256: '2'.repeat(64), toolVersion: '1.0.0', template, sources: [] };
/** Written by hand, with the keys in order. */
const canonical =
  '{"differences":1,"differing":[{"actual":{"count":3,"sum":"7.5"},"currency":"EUR","expected":{"count":4,"sum":"9"}}],"figures":[{"count":4,"currency":"EUR","sum":"9"}]}';
const recorded = createHash('sha256').update(canonical).digest('hex');
const history = { control: recorded, batches: new Map(), former: new Set<never>() };

it('the history records a digest of the figures and of what differs', () => {
  expect(recordOfPreparation({ ...facts, control })).toEqual({ manifestSha256: '1'.repeat(64), control: recorded });
  expect(recordOfPreparation(facts)).toEqual({ manifestSha256: '1'.repeat(64) });
});

it.each([
  ['as they were', { control }, {}, false],
  ['with a difference that was taken out', { control: { ...control, differences: 0, differing: [] } }, {}, true],
  ['with another sum', { control: { ...control, figures: [{ currency: 'EUR', count: 4, sum: '7.5' }] } }, {}, true],
  ['that are gone', {}, {}, true],
  ['that went with the customer data', {}, { purgedAt: at }, false],
])('figures %s: contradicts %s', (_what, prepared, more, contradicts) => {
  const submission = submissionIn('approved', { ...more, prepared: { ...facts, ...prepared } });
  expect(sourceContradicts(submission, history)).toBe(contradicts);
});
