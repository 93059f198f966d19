/** @file What a submission is: one source file with its options, checked, approved, sent. The row that a user sees. */

import { z } from 'zod';
import { errorRecordSchema } from '../../src-shared/contract.ts';
import { batchStateNames, factsOf, type SubmissionState } from '../../src-shared/states.ts';

import { ruleSetSchema } from '../checking/rules/rule-set.ts';
import { totalsSchema } from '../checking/totals/totals.ts';
import { type Batch, terminalStates } from './batch.ts';

/** §2.1: at most 2 GB a batch, read as the smaller of the two meanings of GB. */
export const DEFAULT_MAX_BATCH_BYTES = 2_000_000_000;

const count = z.number().int().nonnegative();

export const submissionOptionsSchema = z.object({
  /** What to do with a file in which the check found errors. */
  onInvalid: z.enum(['stop', 'service-decides']),
  /** What becomes of a batch without proof that it arrived, once the service was asked long enough. */
  onUnknown: z.enum(['ask', 'send-again']).default('ask'),
  /** Ask the service to ingest the valid lines of a batch that has invalid ones (reject_on_invalid = false). */
  ingestValid: z.boolean(),
  /** Why the file is to be sent even if it has been sent before; kept in the history. */
  sendAgain: z.string().optional(),
  /** The largest batch, in bytes (§2.1: 2 GB). */
  maxBatchBytes: z.number().int().positive(),
  ruleSet: ruleSetSchema,
});
export type SubmissionOptions = z.infer<typeof submissionOptionsSchema>;

/** What a batch will carry: a byte range `[start, end)`, with the SHA-256 of its bytes in hex. */
const byteRangeSchema = z.object({ start: count, end: count, lines: count, sha256: z.string() });
export type ByteRange = z.infer<typeof byteRangeSchema>;

/** What the check says of the whole file; the ranges become batches. */
const checkResultSchema = z.object({
  bytes: count,
  modifiedAt: z.number().int(),
  sha256: z.string(),
  lines: count,
  transactions: count,
  valid: count,
  errors: count,
  warnings: count,
  byRule: z.partialRecord(z.string(), count),
  durationMs: z.number(),
  totals: totalsSchema.optional(),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

export const submissionSchema = z.object({
  id: z.number().int().brand<'SubmissionId'>(),
  path: z.string(),
  addedAt: z.number().int(),
  connection: z.string(),
  /** Where the connection led when the file was added: a submission is bound to it for life. */
  destination: z.string(),
  options: submissionOptionsSchema,
  /**
   * checking: the check is due or under way · check-failed: it could not finish · held: it found errors, or the file was
   * sent before, and a person decides · approved: cut into batches, which tell the rest · cancelled: before it was approved
   */
  stage: z.enum(['checking', 'check-failed', 'held', 'approved', 'cancelled']),
  paused: z.boolean(),
  /** When a person took it out of the queue; its history stays. */
  removedAt: z.number().int().optional(),
  check: checkResultSchema.optional(),
  /** What would be sent; kept only while a person decides. */
  ranges: z.array(byteRangeSchema).optional(),
  /** Why it is held although the check found no errors, or why the check could not finish. */
  error: errorRecordSchema.optional(),
  /** What a person should know, although it is sent all the same. */
  warning: errorRecordSchema.optional(),
});
export type Submission = z.infer<typeof submissionSchema>;

/** What a line of the queue needs of a submission. */
export const submissionSummarySchema = submissionSchema
  .pick({
    id: true,
    path: true,
    addedAt: true,
    connection: true,
    destination: true,
    stage: true,
    paused: true,
    error: true,
    warning: true,
  })
  .extend({
    check: checkResultSchema
      .pick({ bytes: true, lines: true, errors: true, warnings: true, durationMs: true })
      .optional(),
  });
export type SubmissionSummary = z.infer<typeof submissionSummarySchema>;

export type { SubmissionState } from '../../src-shared/states.ts';

/** The state of a submission, from its own stage and from its current batches (those that no retry has replaced). */
export function submissionState(
  submission: Pick<Submission, 'stage' | 'paused'>,
  batches: readonly Pick<Batch, 'state'>[],
): SubmissionState {
  if (submission.stage !== 'approved') return submission.stage;
  const state = batchStateNames.find((candidate) => batches.some((batch) => batch.state === candidate)) ?? 'waiting';
  return submission.paused && factsOf(state).pauseStops ? 'paused' : state;
}

/** Whether any of its bytes have gone out, or are about to. */
export function wasSent(batches: readonly Batch[]): boolean {
  return batches.some(({ state, delivery }) => !terminalStates.has(state) || delivery?.mayHaveArrived === true);
}

/** Of batches that carry the same range, the latest: a retry replaces a batch that ended without success. */
export function currentBatches(batches: readonly Batch[]): Batch[] {
  const latest = new Map<number, Batch>();
  for (const batch of batches) {
    const rival = latest.get(batch.start);
    if (rival === undefined || rival.number < batch.number) latest.set(batch.start, batch);
  }
  return [...latest.values()].sort((a, b) => a.start - b.start);
}
