/** @file Submissions and batches to test with, as they would be stored. */

import { defaultRuleSet } from '../../src-main/checking/rules/rule-set.ts';
import { batchSchema, newBatch } from '../../src-main/queue/batch.ts';
import type { Occasion, QueueStore } from '../../src-main/queue/storage/store.ts';
import type { ByteRange, Submission } from '../../src-main/queue/submission.ts';
import { batchIdSchema } from '../../src-main/service/wire.ts';

export const at = Date.UTC(2026, 0, 5, 9);
export const occasion: Occasion = { at, kind: 'added' };

export const ranges: ByteRange[] = [
  { start: 0, end: 100, lines: 10, sha256: 'a'.repeat(64) },
  { start: 100, end: 150, lines: 5, sha256: 'b'.repeat(64) },
];

export function sampleSubmission(more: Partial<Submission> = {}): Omit<Submission, 'id'> {
  return {
    path: '/exports/day.jsonl',
    addedAt: at,
    connection: 'bank',
    destination: 'https://api.test https://token.test client tenant/1',
    options: { onInvalid: 'stop', onUnknown: 'ask', ingestValid: false, maxBatchBytes: 100, ruleSet: defaultRuleSet },
    stage: 'approved',
    paused: false,
    ...more,
  };
}

/** An approved submission with a waiting batch for each of the ranges. */
export function approved(store: QueueStore, more: Partial<Submission> = {}) {
  const submission = store.addSubmission(sampleSubmission(more), occasion);
  return { submission, batches: store.approve(submission, ranges, occasion) };
}

export const batchId = (digit: number) =>
  batchIdSchema.parse(`${digit}`.repeat(8).concat('-0000-4000-8000-000000000000'));

export const batchIdOf = (number: number) =>
  batchIdSchema.parse(`${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`);

export function sampleBatch(number: number, more: object = {}) {
  const [range] = ranges;
  if (range === undefined) throw new Error('no range');
  const { shape } = batchSchema;
  return batchSchema.parse({
    ...newBatch(shape.number.parse(number), shape.submission.parse(1), { ...range, ingestValid: false }),
    ...more,
  });
}
