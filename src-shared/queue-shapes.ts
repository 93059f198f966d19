/** @file The contract's schemas for what a person does to submissions, and what became of each of them. */

import { z } from 'zod';
import { accountSchema } from './account.ts';
import { namedDays } from './calendar-days.ts';
import { errorCodes } from './errors.ts';
import { leftOutSchema } from './left-out.ts';
import { refusedRowsSchema } from './refused-rows.ts';
import { batchStateSchema, doubledSchema, errorRecordSchema, reportStateSchema, submissionIdSchema } from './shapes.ts';
import { submissionStateNames } from './states.ts';

const count = z.number().int().nonnegative();
const code = z.enum(errorCodes);
const state = z.enum(submissionStateNames);

export const queueActionSchema = z.enum(['pause', 'resume', 'retry', 'cancel', 'remove', 'restore']);

/**
 * Why nothing was done. all-sent: what the service does with it cannot be paused · ended: it has come to this end ·
 * under-way: it continues by itself; of a retry, `due` is how many batches of its connection are tried now · corrected: what was missing of it is in another submission · unknown-id: it is not
 * in the queue any more · refused: another submission, which it corrects, does not allow it now
 */
export const obstacleSchema = z.discriminatedUnion('reason', [
  z.object({
    reason: z.enum(['paused-already', 'not-paused', 'cancelled-already', 'checking', 'held', 'paused', 'all-sent']),
  }),
  z.object({ reason: z.enum(['not-removed', 'removed-long-ago', 'unknown-id']) }),
  z.object({ reason: z.literal('ended'), state }),
  z.object({ reason: z.literal('under-way'), state, due: count.optional() }),
  z.object({ reason: z.literal('corrected'), by: submissionIdSchema }),
  z.object({ reason: z.literal('refused'), error: errorRecordSchema }),
]);

/** What became of one submission. `batches`: how many of its batches it was done to; none where it is about all of it. */
export const actedOnSchema = z.union([
  z.object({ id: submissionIdSchema, done: z.literal(true), batches: count }),
  z.object({ id: submissionIdSchema, done: z.literal(false), obstacle: obstacleSchema }),
]);

/** A submission with the batches that stand for it now, as `--json` shows it. */
export const submissionForProgramsSchema = z.object({
  id: submissionIdSchema,
  file: z.string(),
  connection: z.string(),
  state,
  /** Absent until it is checked. */
  bytes: count.optional(),
  errors: count.optional(),
  warnings: count.optional(),
  error: code.optional(),
  warning: code.optional(),
  /** What became of each of its lines; absent until they are counted. */
  account: accountSchema.optional(),
  /** The submission that has what was missing of it, if one has. */
  correctedBy: submissionIdSchema.optional(),
  /** Batches that the service has processed under more than one id, and how many lines that concerns; absent if there is none. */
  doubled: doubledSchema.optional(),
  /** Rows that its preparation refused, while they are open: they are in none of its files. */
  refusedRows: refusedRowsSchema.optional(),
  batches: z.array(
    z.object({
      number: count,
      batchId: z.string().optional(),
      start: count,
      end: count,
      bytes: count,
      lines: count,
      sha256: z.string(),
      state: batchStateSchema,
      remoteState: z.string().optional(),
      remoteMessage: z.string(),
      attempts: count,
      abandoned: z.array(z.string()),
      /** How often the storage has refused the upload under this id, and the last of its answers. */
      refused: z.object({ times: count, answer: z.string(), at: z.iso.datetime() }).optional(),
      report: reportStateSchema,
      named: count.optional(),
      /** The ids under which the service has processed it, where that is more than one. */
      doubled: z.array(z.string()).optional(),
      error: code.optional(),
    }),
  ),
});

const day = z.iso.date().optional();

/** What a person looks for in the queue, as `QueueFilter`. */
export const queueFilterSchema = z.strictObject({
  search: z.string().max(1000),
  states: z.array(state),
  connections: z.array(z.string().max(1000)),
  added: z.union([z.enum(namedDays), z.strictObject({ from: day, to: day })]).optional(),
});

/** Those that fit, and how many there are in all. */
export const listedQueueSchema = z.object({ submissions: z.array(submissionForProgramsSchema), all: count });

/** A file of which something is open. */
export const openFileSchema = z.object({
  id: submissionIdSchema,
  file: z.string(),
  connection: z.string(),
  /** With what became of its lines in its corrections; absent until they are counted. */
  account: accountSchema.optional(),
  /** Where the next step is taken: the file itself, or a correction of it. `isEmpty`: it is held, and nothing in it can be sent. */
  at: submissionForProgramsSchema.extend({ isEmpty: z.boolean() }),
});

/** What is open, with the rows that preparations refused; and of files that are not, how many lines were left out. */
export const openFilesSchema = z.object({
  open: z.array(openFileSchema),
  /** `id`: the first file of the preparation. */
  refusedRows: z.array(refusedRowsSchema.extend({ id: submissionIdSchema })),
  leftOut: z.array(
    z.object({
      ...{ id: submissionIdSchema, file: z.string(), lines: z.int().positive() },
      reasons: leftOutSchema.shape.reasons,
    }),
  ),
});
export type QueueAction = z.infer<typeof queueActionSchema>;
export type Obstacle = z.infer<typeof obstacleSchema>;
export type ActedOn = z.infer<typeof actedOnSchema>;
export type SubmissionForPrograms = z.infer<typeof submissionForProgramsSchema>;
