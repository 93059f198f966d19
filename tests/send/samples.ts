/** @file Submissions and batches to test with, as they would be stored. */

import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { batchSchema, newBatch } from '../../src-main/send/batch.ts';
import type { Occasion, QueueStore } from '../../src-main/send/storage/store.ts';
import {
  type ApprovedSubmission,
  type ByteRange,
  type CheckingSubmission,
  type CheckResult,
  type Submission,
  submissionSchema,
} from '../../src-main/send/submission.ts';
import { batchIdSchema } from '../../src-main/wire/service/wire.ts';
import { AppError } from '../../src-shared/errors.ts';

export const at = Date.UTC(2026, 0, 5, 9);
export const occasion: Occasion = { at, kind: 'added' };

export const ranges: ByteRange[] = [
  { start: 0, end: 100, lines: 10, sha256: 'a'.repeat(64) },
  { start: 100, end: 150, lines: 5, sha256: 'b'.repeat(64) },
];

export const sampleCheck: CheckResult = {
  bytes: 150,
  modifiedAt: at,
  sha256: 'c'.repeat(64),
  lines: 15,
  transactions: 15,
  valid: 15,
  errors: 0,
  warnings: 0,
  byRule: {},
  durationMs: 1,
};

type Unnumbered<Stage> = Omit<Stage, 'id'>;

/** A file that was just added. */
export function addedSubmission(more: Partial<Unnumbered<CheckingSubmission>> = {}): Unnumbered<CheckingSubmission> {
  return {
    name: '/exports/day.jsonl',
    content: '/exports/day.jsonl',
    addedAt: at,
    connection: 'bank',
    destination: 'https://api.test https://token.test client tenant/1',
    options: { onInvalid: 'stop', onUnknown: 'ask', ingestValid: false, maxBatchBytes: 100, ruleSet: defaultRuleSet },
    stage: 'checking',
    paused: false,
    ...more,
  };
}

/** An approved one. */
export function sampleSubmission(more: Partial<Unnumbered<ApprovedSubmission>> = {}): Unnumbered<ApprovedSubmission> {
  return { ...addedSubmission(), stage: 'approved', check: sampleCheck, ...more };
}

/** One in any stage, with what it has in that stage. */
export function submissionIn(stage: string, more: object = {}): Submission {
  const error = stage === 'check-failed' && {
    error: new AppError('check.failed', { path: '/exports/day.jsonl', reason: 'gone' }).toRecord(),
  };
  return submissionSchema.parse({ id: 1, ...sampleSubmission(), ...error, ...more, stage });
}

/** An approved submission with a waiting batch for each of the ranges. */
export function approved(store: QueueStore, more: Partial<Unnumbered<ApprovedSubmission>> = {}) {
  const { id } = store.addSubmission(sampleSubmission(more), occasion);
  const submission: ApprovedSubmission = { ...sampleSubmission(more), id };
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
