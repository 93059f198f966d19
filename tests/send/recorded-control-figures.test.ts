/** @file The control figures that a receipt shows are those that were there when the file was added. */

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { reducedSubmission } from '../../src-main/send/reduction.ts';
import { differencesOfSubmission } from '../../src-main/send/sealed/differences.ts';
import { recordOfPreparation } from '../../src-main/send/sealed/fields.ts';
import { RecordedFields } from '../../src-main/send/sealed/recorded-fields.ts';
import { at, submissionIn } from './samples.ts';

const template = { name: 'November', version: 1, sha256: '0'.repeat(64) };
const differing = [{ currency: 'EUR', expected: { count: 4, sum: '9' }, actual: { count: 3, sum: '7.5' } }];
const control = { figures: [{ currency: 'EUR', count: 4, sum: '9' }], differences: 1, differing };
const facts = { manifestSha256: '1'.repeat(64), sha256: '2'.repeat(64), toolVersion: '1.0.0', template, sources: [] };
/** Written by hand, with the keys in order. */
const canonical =
  '{"differences":1,"differing":[{"actual":{"count":3,"sum":"7.5"},"currency":"EUR","expected":{"count":4,"sum":"9"}}],"figures":[{"count":4,"currency":"EUR","sum":"9"}]}';
const recorded = createHash('sha256').update(canonical).digest('hex');
const written = { position: 1, at, batch: undefined, recorder: { user: 'mara', machine: 'desk-7', version: '1.2.3' } };

it('the history records a digest of the figures and of what differs', () => {
  expect(recordOfPreparation({ ...facts, control })).toMatchObject({
    manifestSha256: '1'.repeat(64),
    control: recorded,
  });
  expect(recordOfPreparation(facts)).not.toHaveProperty('control');
});

it('and of what goes out and comes in, which goes with the customer data as well', () => {
  const eur = (count: number, sum: string) => [{ currency: 'EUR', count, sum }];
  const [flow, other] = [1, 2].map((count) => ({ all: eur(2, '7.5'), incoming: eur(count, '2') }));
  const digestOf = (prepared: object) => recordOfPreparation({ ...facts, ...prepared })['control'];
  const digests = [{}, { control }, { flow }, { flow: other }, { control, flow }].map(digestOf);
  expect(new Set(digests).size).toBe(digests.length);
  expect(recordOfPreparation({ ...facts, flow })['prepared']).toBe(recordOfPreparation(facts)['prepared']);
  const sent = submissionIn('approved', { prepared: { ...facts, control, flow } });
  expect(reducedSubmission(sent).prepared).toEqual(facts);
});

it.each([
  ['as they were', { control }, false, []],
  [
    'with a difference that was taken out',
    { control: { ...control, differences: 0, differing: [] } },
    false,
    ['control'],
  ],
  [
    'with another sum',
    { control: { ...control, figures: [{ currency: 'EUR', count: 4, sum: '7.5' }] } },
    false,
    ['control'],
  ],
  ['that are gone', {}, false, ['control']],
  ['that went with the customer data', {}, true, []],
])('figures %s', (_what, prepared, isRemoved, differing) => {
  const submission = submissionIn('approved', {
    prepared: { ...facts, ...prepared },
    ...(isRemoved && { removedAt: at, purgedAt: at }),
  });
  const detail = { path: submission.content, ...recordOfPreparation({ ...facts, control }) };
  const history = new RecordedFields([
    { ...written, kind: 'added', detail },
    { ...written, kind: 'approved', detail: {} },
    ...(isRemoved ? [{ ...written, kind: 'removed' as const, detail: {} }] : []),
  ]);
  const found = differencesOfSubmission(history, submission, []).map(({ field }) => field);
  expect(found).toEqual(differing.map((field) => `prepared.${field}`));
});
