/** @file The contract's schemas for following the queue: what happens in it step by step, and whether there is more to wait for. */

import { z } from 'zod';
import {
  batchStateSchema,
  connectionWaitSchema,
  errorRecordSchema,
  queueStateSchema,
  submissionIdSchema,
} from './shapes.ts';

const count = z.number().int().nonnegative();

export const submissionStageSchema = z.enum(['checking', 'check-failed', 'held', 'checked', 'approved', 'cancelled']);

/** What has happened in the queue. Unlike the rows, in which only the latest state counts, no step of a batch is left out. */
export const queueNewsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('submission'),
    id: submissionIdSchema,
    /** What people call the file: its path, where that is known. */
    name: z.string(),
    stage: submissionStageSchema,
    /** What its check has found. */
    check: z.object({ lines: count, errors: count, warnings: count }).optional(),
    error: errorRecordSchema.optional(),
    warning: errorRecordSchema.optional(),
  }),
  z.object({
    kind: z.literal('batch'),
    submission: submissionIdSchema,
    number: count,
    bytes: count,
    state: batchStateSchema,
    remoteState: z.string().optional(),
    batchId: z.string().optional(),
    attempts: count,
    error: errorRecordSchema.optional(),
    /** The error has been there before this step, and has not come again with it. */
    isOldError: z.literal(true).optional(),
    /** Why its report is not here, where this step tells it. */
    reportError: errorRecordSchema.optional(),
  }),
  /** An id that was abandoned turns out to have arrived; `replacedBy`: the one under which the bytes may have gone again. */
  z.object({
    kind: z.literal('abandoned-moved'),
    submission: submissionIdSchema,
    number: count,
    batchId: z.string(),
    remoteState: z.string().optional(),
    replacedBy: z.string().optional(),
  }),
  /** The service has processed a batch under each of these ids, so that so many lines are there twice. */
  z.object({
    kind: z.literal('doubled'),
    submission: submissionIdSchema,
    number: count,
    batchIds: z.array(z.string()),
    lines: count,
  }),
  /** Nothing is sent over this connection until somebody has seen to it. */
  z.object({ kind: z.literal('hold'), connection: z.string(), error: errorRecordSchema }),
  /** A person should know it, although it continues; without `submission` it concerns all. */
  z.object({ kind: z.literal('warning'), submission: submissionIdSchema.optional(), error: errorRecordSchema }),
  z.object({ kind: z.literal('stopped'), error: errorRecordSchema }),
  z.object({ kind: z.literal('going-on') }),
]);

/** Absent where nothing has happened but that bytes have moved. */
export const queueChangeSchema = queueStateSchema.extend({ news: z.array(queueNewsSchema).optional() });

/**
 * How far somebody waits: until the storage has everything, until the service has said its last word, until it was also asked about
 * abandoned ids as long as the next question is near, or until the team has the parts.
 */
export const waitForSchema = z.enum(['sent', 'final', 'settled', 'with-team']);

/**
 * finished: nothing more to wait for · needs-person: what is left is paused or on hold · unreachable: no host answers ·
 * hours: what is left begins with its sending hours, or waits for a person · stopped: the queue itself cannot continue ·
 * elsewhere: other desks of the team have what is left
 */
export const waitStateSchema = z.enum([
  'finished',
  'needs-person',
  'unreachable',
  'hours',
  'stopped',
  'elsewhere',
  'wait',
]);

/** What is done later by itself: the service is asked about an abandoned id, or a batch takes its next step. */
export const laterStepSchema = z.object({
  about: z.enum(['abandoned-id', 'batch']),
  submission: submissionIdSchema,
  batchId: z.string().optional(),
  /** Milliseconds since the epoch. */
  at: z.number().int(),
  /** Whether a Tranship that starts before then waits until then as well; otherwise it does it at once. */
  outlastsRestart: z.boolean(),
});

export const queueSituationSchema = z.object({
  state: waitStateSchema,
  /** Of all that is done later the first. */
  next: laterStepSchema.optional(),
  /** Why the whole queue has stopped; absent while it works. */
  stopped: errorRecordSchema.optional(),
  /** Whether a connection is on hold until somebody has seen to it. */
  isOnHold: z.boolean(),
  /** What connections wait for; absent while none does. */
  waits: z.array(connectionWaitSchema).optional(),
});

export type QueueNews = z.infer<typeof queueNewsSchema>;
export type QueueChanged = z.infer<typeof queueChangeSchema>;
export type WaitFor = z.infer<typeof waitForSchema>;
export type WaitState = z.infer<typeof waitStateSchema>;
export type LaterStep = z.infer<typeof laterStepSchema>;
export type QueueSituation = z.infer<typeof queueSituationSchema>;
